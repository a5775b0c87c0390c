import { listAuditEvents } from '@trestle/domain/audit/contract.ts'
import { dayMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { expect, test } from 'vitest'
import { buildApp, buildDeveloper } from '../../testing/build.ts'
import { engine } from '../../testing/database.ts'
import { apiCall, installation, startService, uninstallation, view } from '../../testing/platform.ts'
import { raceInOrder } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { cleanUpAudit } from '../audit/cleanUpAudit.ts'
import { cleanUpMetrics } from '../metrics/cleanUpMetrics.ts'
import { recountInstallations } from '../metrics/recountInstallations.ts'
import { firstDayOfMonth } from './deleteOld.ts'

test.each([
  ['2026-11-30T23:59:59Z', 2, '2026-09-01'],
  ['2026-11-01T00:00:00Z', 2, '2026-09-01'],
  ['2026-01-15T12:00:00Z', 13, '2024-12-01'],
])('at %s, %i months are retained since %s', (now, months, day) => {
  expect(firstDayOfMonth(new Date(now), months)).toBe(day)
})

/** Returns noon of the first day of the month this many months ago, which may be retained or not. */
const monthsAgo = ({ services }: TestServer, months: number): string =>
  `${firstDayOfMonth(services.now(), months)}T12:00:00.000Z`

const insertAudit = ({ services: { db } }: TestServer, at: string, rows: number) =>
  db
    .insertInto('audit_events')
    .values(
      Array.from({ length: rows }, (_, index) => ({
        at,
        actor_kind: 'job' as const,
        action: 'sandbox.built',
        subject_type: 'sandbox',
        subject_id: String(index),
      })),
    )
    .execute()

test('deletes audit events of months that are older than the setting, and no others', async () => {
  const server = await startTestServer({ env: { AUDIT_RETENTION_MONTHS: '12' } })
  const { db } = server.services
  const staff = await buildDeveloper(server, { is_admin: true })
  // More than one batch.
  for (const _ of [1, 2, 3]) await insertAudit(server, monthsAgo(server, 13), 700)
  await insertAudit(server, monthsAgo(server, 12), 2)
  await cleanUpAudit(server.services)
  const left = await db.selectFrom('audit_events').select('at').execute()
  expect(left.map(({ at }) => at.slice(0, 10))).toEqual(Array(2).fill(monthsAgo(server, 12).slice(0, 10)))
  // The list's totals are updated.
  for (const query of [{}, { filters: { action: 'sandbox.built' } }]) {
    const { headers } = await server.as(staff).call(listAuditEvents, { query })
    expect(headers.total).toBe('2')
  }
  await expect(db.deleteFrom('audit_events').execute()).rejects.toThrow('the audit trail is append-only')
  await expect(db.updateTable('audit_events').set({ subject_id: 'other' }).execute()).rejects.toThrow(
    'the audit trail is append-only',
  )
  expect(await server.audit()).toHaveLength(2)
})

test('deletes nothing without the settings', async () => {
  const server = await startTestServer()
  const app = await buildApp(server)
  const service = await startService(server)
  await insertAudit(server, monthsAgo(server, 100), 1)
  const occurred_at = monthsAgo(server, 100)
  await service.send([installation(app, { occurred_at }), apiCall(app, { occurred_at })])
  server.clock.advance(40 * dayMs)
  await cleanUpAudit(server.services)
  await cleanUpMetrics(server.services)
  expect(await server.audit()).not.toEqual([])
  expect(await count(server)).toEqual({ platform_events: 2, installation_events: 1, api_call_records: 1 })
})

const tables = ['platform_events', 'installation_events', 'api_call_records'] as const

async function count({ services: { db } }: TestServer): Promise<Record<string, number>> {
  const counts = tables.map(async (table) => {
    const { rows } = await db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return [table, rows] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

const readAggregates = async ({ services: { db } }: TestServer) => ({
  days: await db.selectFrom('daily_installations').selectAll().orderBy('day').execute(),
  views: await db.selectFrom('marketplace_views').selectAll().orderBy('day').execute(),
  companies: await db.selectFrom('installations').selectAll().orderBy('company_id').execute(),
})

test('deletes old records of the platform, and their counts by day stay', async () => {
  const server = await startTestServer({
    env: { EVENT_RETENTION_MONTHS: '12', CALL_RETENTION_MONTHS: '3' },
  })
  const { db } = server.services
  const app = await buildApp(server)
  const quiet = await buildApp(server)
  const service = await startService(server)
  const old = { occurred_at: monthsAgo(server, 2) }
  const company = { id: 7002, name: 'Ridge & Sons', demo: false }
  const early = [
    installation(app, old),
    uninstallation(app, { ...old, company }),
    view(app, old),
    apiCall(app, old),
  ]
  expect((await service.send(early)).body).toEqual({ accepted: 4, repeated: 0 })
  await service.send([view(quiet, old)])
  // The months that pass until the first records are too old.
  server.clock.advance(410 * dayMs)
  const recent = { occurred_at: monthsAgo(server, 12) }
  await service.send([installation(app, recent), apiCall(app, recent)])
  const before = await readAggregates(server)
  await cleanUpMetrics(server.services)
  // The last record of each app stays, because it dates the last report. The calls are older than three months.
  expect(await count(server)).toEqual({ platform_events: 3, installation_events: 1, api_call_records: 0 })
  expect(await readAggregates(server)).toEqual(before)

  // A recount finds nothing wrong on the days without records, and still repairs the others.
  await db
    .updateTable('daily_installations')
    .set({ records: 9 })
    .where('day', '=', recent.occurred_at.slice(0, 10))
    .execute()
  await recountInstallations.run(server.services, {})
  expect(await readAggregates(server)).toEqual(before)

  // A repeated record can't be recognized anymore, so it is refused.
  const repeated = await service.send(early)
  expect([repeated.status, repeated.body.message]).toEqual([
    422,
    expect.stringMatching(/^This time is before \d{4}-\d\d-01, and older records/),
  ])
  const first = { occurred_at: `${monthsAgo(server, 12).slice(0, 10)}T00:00:00Z` }
  expect((await service.send([installation(app, first)])).status).toBe(200)
  expect((await readAggregates(server)).views).toEqual(before.views)
})

test('a record that arrived just before the first month that is retained is still recognized', async () => {
  const server = await startTestServer({ env: { EVENT_RETENTION_MONTHS: '12' } })
  const { db, now } = server.services
  const app = await buildApp(server)
  const service = await startService(server)
  const midnight = Date.parse(`${firstDayOfMonth(now(), -1)}T00:00:00Z`)
  server.clock.advance(midnight - now().getTime() - minuteMs)
  const record = view(app, { occurred_at: new Date(midnight).toISOString() })
  await service.send([record])
  server.clock.advance(370 * dayMs)
  // Later than the record, so that it isn't the app's last one.
  await service.send([view(app, { occurred_at: now().toISOString() })])
  await cleanUpMetrics(server.services)
  expect((await service.send([record])).body).toEqual({ accepted: 0, repeated: 1 })
  const views = await db.selectFrom('marketplace_views').select('count').execute()
  expect(views).toEqual([{ count: 1 }, { count: 1 }])
})

// The embedded database runs one transaction at a time.
test.runIf(engine === 'server')(
  'a cleanup waits for records that are being stored, and deletes the old ones',
  repeated,
  async () => {
    const server = await startTestServer({ env: { EVENT_RETENTION_MONTHS: '3' } })
    const app = await buildApp(server)
    const service = await startService(server)
    const old = installation(app, { occurred_at: monthsAgo(server, 6) })
    const received_at = server.services.now()
    await raceInOrder<unknown>(
      server,
      // The record waits until this one with the same ID is gone.
      (tx) =>
        tx
          .insertInto('platform_events')
          .values({ event_id: old.event_id, developer_app_id: app.id, service_token_id: null, received_at })
          .execute(),
      [() => service.send([old]), () => cleanUpMetrics(server.services)],
    )
    expect(await count(server)).toEqual({ platform_events: 1, installation_events: 0, api_call_records: 0 })
  },
)

test.each([undefined, 24])(
  'records are refused as too old even after the setting becomes %s',
  async (months) => {
    const server = await startTestServer({ env: { EVENT_RETENTION_MONTHS: '12' } })
    await cleanUpMetrics(server.services)
    const { EVENT_RETENTION_MONTHS: _, ...settings } = server.services.settings
    await cleanUpMetrics({
      ...server.services,
      settings: { ...settings, ...(months && { EVENT_RETENTION_MONTHS: months }) },
    })
    const service = await startService(server)
    const app = await buildApp(server)
    const { status } = await service.send([view(app, { occurred_at: monthsAgo(server, 13) })])
    expect(status).toBe(422)
  },
)
