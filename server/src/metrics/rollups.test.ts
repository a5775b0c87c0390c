// @module-tag engine
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { getDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildApp, type AppRow } from '../../testing/build.ts'
import { installation, startService, uninstallation } from '../../testing/platform.ts'
import { startTogether } from '../../testing/race.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { storeEvents } from './recordEvents.ts'
import { recordMarketplaceView } from './recordMarketplaceView.ts'
import { recountInstallations } from './recountInstallations.ts'

async function openPlatform() {
  const server = await startTestServer()
  return { server, app: await buildApp(server), service: await startService(server) }
}

/** Returns a visitor with their own address. */
const buildVisitor = (appId: number, visitor: string, day: string) => {
  const address = createHash('sha256').update(visitor).digest().subarray(0, 16)
  return { appId, day, address, browser: address }
}

const listDays = ({ services: { db } }: TestServer, { id }: AppRow) =>
  db
    .selectFrom('daily_installations')
    .select(['day', 'installations', 'records'])
    .where('developer_app_id', '=', id)
    .orderBy('day')
    .execute()

/** Computes the same metrics in the test, record by record. */
async function recountRecords({ services: { db } }: TestServer, { id }: AppRow) {
  const records = await db
    .selectFrom('installation_events')
    .select(['occurred_at', 'status', 'company_is_demo'])
    .where('developer_app_id', '=', id)
    .execute()
  const days = new Map<string, { day: string; installations: number; records: number }>()
  for (const { occurred_at, status, company_is_demo } of records) {
    const day = new Date(occurred_at).toISOString().slice(0, 10)
    const sum = days.get(day) ?? { day, installations: 0, records: 0 }
    sum.records += 1
    if (status === 'installed' && !company_is_demo) sum.installations += 1
    days.set(day, sum)
  }
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

const time = fc
  .tuple(fc.constantFrom('2026-01-30', '2026-01-31', '2026-02-01'), fc.constantFrom('00:00:00', '23:59:59'))
  .map(([day, hour]) => `${day}T${hour}Z`)
const anyRecord = fc.record({
  kind: fc.constantFrom('installation', 'uninstallation'),
  occurred_at: time,
  company: fc.record({
    id: fc.integer({ min: 1, max: 3 }),
    name: fc.constantFrom('Harbour Build', 'Ridge & Sons'),
    demo: fc.boolean(),
  }),
})

test('daily installations equal a recount of the records that come late, repeated, split or concurrently, even during a recount', async () => {
  const { server, service } = await openPlatform()
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRecord, { minLength: 1, maxLength: 12 }),
      fc.array(fc.array(fc.nat(), { minLength: 1, maxLength: 15 }), { maxLength: 4 }),
      async (records, picks) => {
        const app = await buildApp(server)
        const events = records.map((record) => ({ ...record, uid: app.uid, event_id: randomUUID() }))
        const batches = picks.map((batch) => batch.flatMap((pick) => events[pick % events.length] ?? []))
        const recount = () => recountInstallations.run(server.services, {})
        await Promise.all([
          recount(),
          ...[...batches, events.toReversed()].map((batch) => service.send(batch)),
          recount(),
        ])
        expect(await listDays(server, app)).toEqual(await recountRecords(server, app))
      },
    ),
    { numRuns: 25 },
  )
})

test('recounts counts that differ from their records, while batches arrive', async () => {
  const { server, app, service } = await openPlatform()
  const { db } = server.services
  const batch = (size: number, occurred_at: string) =>
    Array.from({ length: size }, (_, index) =>
      installation(app, { company: { id: index + 1, name: 'Harbour Build', demo: false }, occurred_at }),
    )
  await service.send([
    ...batch(20, '2026-01-30T12:00:00Z'),
    ...batch(5, '2026-01-31T12:00:00Z'),
    uninstallation(app, { occurred_at: '2026-01-31T13:00:00Z' }),
  ])
  await db.updateTable('daily_installations').set({ installations: 1, records: 900 }).execute()
  await db.deleteFrom('daily_installations').where('day', '=', '2026-01-31').execute()
  await db
    .insertInto('daily_installations')
    .values({ developer_app_id: app.id, day: '2025-12-24', installations: 3, records: 3 })
    .execute()
  const batches = Array.from({ length: 6 }, (_, index) =>
    service.send(batch(7, `2026-01-3${index % 2}T15:00:00Z`)),
  )
  await Promise.all([recountInstallations.run(server.services, {}), ...batches])
  expect(await listDays(server, app)).toEqual([
    { day: '2026-01-30', installations: 41, records: 41 },
    { day: '2026-01-31', installations: 26, records: 27 },
  ])
  expect(await recountRecords(server, app)).toEqual(await listDays(server, app))
})

test('a recount waits for a running batch and includes its records', async () => {
  const { server, app, service } = await openPlatform()
  const { db, now } = server.services
  const next = () => installation(app, { company: { id: 1, name: 'Harbour Build', demo: false } })
  await service.send([next(), next()])
  // Without the day's counts, the batch creates them again just before a recount.
  await db.deleteFrom('daily_installations').execute()
  let recounted: Promise<void> | undefined
  await db.transaction().execute(async (tx) => {
    await storeEvents(tx, null, now(), [next()])
    recounted = recountInstallations.run(server.services, {})
    await pause(200)
  })
  await recounted
  expect(await listDays(server, app)).toEqual([{ day: '2026-01-31', installations: 3, records: 3 }])
})

test('a daily job compares the counts with the records', async () => {
  const { server, app, service } = await openPlatform()
  const { db } = server.services
  const recounts = () =>
    db
      .selectFrom('jobs')
      .select(['key', 'state'])
      .where('kind', '=', 'metrics.recount')
      .orderBy('id')
      .execute()
  await server.drainJobs()
  expect(await recounts()).toMatchObject([{ state: 'done' }])
  await service.send([installation(app)])
  await db.updateTable('daily_installations').set({ records: 12 }).execute()
  await server.drainJobs()
  server.clock.advance(dayMs)
  await server.drainJobs()
  await server.drainJobs()
  expect((await recounts()).map(({ state }) => state)).toEqual(['done', 'done'])
  expect(await listDays(server, app)).toEqual([{ day: '2026-01-31', installations: 1, records: 1 }])
})

test('a visit to the listing counts once per visitor and day, even when sent many times at the same time', async () => {
  const { server, app } = await openPlatform()
  const { db } = server.services
  const other = await buildApp(server)
  const look = (visitor: string, day = '2026-01-31', at = app) =>
    recordMarketplaceView(db, buildVisitor(at.id, visitor, day))
  await startTogether(
    server,
    Array.from({ length: 5 }, () => ['ann', 'bob', 'cid'].map((visitor) => () => look(visitor))).flat(),
  )
  await look('ann', '2026-02-01')
  await look('ann', '2026-01-31', other)
  await look('dan', '2026-02-01')
  const views = await db
    .selectFrom('marketplace_views')
    .select(['developer_app_id', 'day', 'count'])
    .orderBy('developer_app_id')
    .orderBy('day')
    .execute()
  expect(views).toEqual([
    { developer_app_id: app.id, day: '2026-01-31', count: 3 },
    { developer_app_id: app.id, day: '2026-02-01', count: 2 },
    { developer_app_id: other.id, day: '2026-01-31', count: 1 },
  ])
  const { body } = await server.as({ id: app.owner_id }).call(getDeveloperApp, { params: { id: app.id } })
  expect(body.has_metrics).toBe(true)
})

test('deletes who viewed a listing when the next day is over, and keeps the count', async () => {
  const { server, app } = await openPlatform()
  const { db, now } = server.services
  const today = now().toISOString().slice(0, 10)
  await recordMarketplaceView(db, buildVisitor(app.id, 'ann', today))
  const visitors = async () => (await db.selectFrom('marketplace_view_visitors').selectAll().execute()).length
  await server.drainJobs()
  expect(await visitors()).toBe(1)
  server.clock.advance(dayMs)
  await server.drainJobs()
  expect(await visitors(), 'a visit from before midnight may be repeated').toBe(1)
  server.clock.advance(dayMs)
  await server.drainJobs()
  expect(await visitors()).toBe(0)
  expect(await db.selectFrom('marketplace_views').select('count').execute()).toEqual([{ count: 1 }])
})
