// @module-tag engine
import { listAuditEvents } from '@trestle/domain/audit/contract.ts'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { buildDeveloper, type DeveloperRow } from '../../testing/build.ts'
import type { RequestFor } from '../../testing/call.ts'
import { engine } from '../../testing/database.ts'
import { openBefore } from '../../testing/emptyDatabase.ts'
import { enterNextMonth, listPartitions } from '../../testing/months.ts'
import { recordStatements } from '../../testing/recordStatements.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { migrate } from '../db/migrate.ts'
import { firstDayOfMonth } from '../retention/deleteOld.ts'
import { cleanUpAudit } from './cleanUpAudit.ts'
import { readVocabulary } from './store.ts'

type Query = NonNullable<RequestFor<typeof listAuditEvents>['query']>

const insertEvent = (pool: pg.Pool, at: string, action = 'sandbox.built') =>
  pool.query(
    `insert into audit_events (at, actor_kind, action, subject_type, subject_id) values ($1, 'job', $2, 'sandbox', '7')`,
    [at, action],
  )

const listTimes = async (pool: pg.Pool): Promise<string[]> =>
  (await pool.query<{ at: string }>('select at from audit_events order by at')).rows.map(({ at }) => at)

test('months that are older than the setting are dropped, and the totals of the list follow', async () => {
  const server = await startTestServer({ env: { AUDIT_RETENTION_MONTHS: '2' } })
  const { pool } = server.database
  const staff = await buildDeveloper(server, { is_admin: true })
  const times: string[] = []
  for (let month = 0; month < 8; month += 1) {
    await cleanUpAudit(server.services)
    const at = server.services.now().toISOString()
    await insertEvent(pool, at, month < 3 ? 'sandbox.canceled' : 'sandbox.built')
    times.push(at)
    if (month < 7) enterNextMonth(server)
  }
  // An event from before the first month, as if a clock had been wrong. It is dropped with the next month.
  await insertEvent(pool, '1999-12-31T12:00:00.000Z', 'sandbox.canceled')
  const before = await listPartitions(pool, 'audit_events')
  enterNextMonth(server)
  await cleanUpAudit(server.services)

  const since = firstDayOfMonth(server.services.now(), 2)
  const retained = times.filter((time) => time >= since)
  expect(retained).toHaveLength(2)
  expect(await listTimes(pool)).toEqual(retained)
  const [earlier, first, ...others] = await listPartitions(pool, 'audit_events')
  expect([earlier?.first_day, earlier?.end_day, first?.first_day]).toEqual([null, since, since])
  // The remaining rows weren't rewritten.
  const known = before.map(({ oid }) => oid)
  expect(known).toContain(first?.oid)
  expect(others.filter(({ oid }) => known.includes(oid)).length).toBeGreaterThan(2)

  for (const [query, total] of [
    [{}, '2'],
    [{ filters: { action: 'sandbox.built' } }, '2'],
    [{ filters: { action: 'sandbox.canceled' } }, '0'],
    [{ filters: { action: 'sandbox.built', to: since } }, '0'],
  ] as const) {
    const { headers } = await server.as(staff).call(listAuditEvents, { query })
    expect([query, headers.total]).toEqual([query, total])
  }
  expect((await readVocabulary(server.services.db)).actions).toEqual(['sandbox.built'])
})

test('partitions are append-only too, and only months that were not retained are dropped', async () => {
  const server = await startTestServer()
  const { pool } = server.database
  const day = firstDayOfMonth(server.services.now(), -1)
  await insertEvent(pool, server.services.now().toISOString())
  const { rows } = await pool.query<{ name: string }>(
    'select tableoid::regclass::text as name from audit_events',
  )
  const partition = rows[0]?.name ?? ''
  await expect(pool.query(`delete from ${partition}`)).rejects.toThrow('append-only')
  await expect(pool.query(`update ${partition} set action = 'app.deleted'`)).rejects.toThrow('append-only')
  await expect(pool.query('select drop_audit_months($1)', [day])).rejects.toThrow('append-only')
  await pool.query(`insert into retained_since values ('audit', $1::date - 1)`, [day])
  await expect(pool.query('select drop_audit_months($1)', [day])).rejects.toThrow('append-only')
  expect(await listTimes(pool)).toHaveLength(1)
})

test('events of months that were not created are stored, found, and dropped later', async () => {
  const server = await startTestServer({ env: { AUDIT_RETENTION_MONTHS: '2' } })
  const { pool } = server.database
  for (let month = 0; month < 8; month += 1) enterNextMonth(server)
  const at = server.services.now().toISOString()
  await insertEvent(pool, at)
  await cleanUpAudit(server.services)
  expect(await listTimes(pool)).toEqual([at])
  expect((await listPartitions(pool, 'audit_events')).at(-1)?.first_day).toBe(
    firstDayOfMonth(server.services.now(), -4),
  )
  for (let month = 0; month < 3; month += 1) enterNextMonth(server)
  await cleanUpAudit(server.services)
  expect(await listTimes(pool)).toEqual([])
})

/** Calls the list and returns the partitions that its statements are planned with. */
async function listWithPartitions(server: TestServer, staff: DeveloperRow, query: Query) {
  const { pool } = server.database
  const listed = { times: [''], total: '' }
  const statements = await recordStatements(pool, async () => {
    const { body, headers } = await server.as(staff).call(listAuditEvents, { query })
    Object.assign(listed, { times: body.map(({ at }) => at), total: headers.total })
  })
  const reading = statements.filter(({ text }) => /from "?audit_events/.test(text))
  const plans = await Promise.all(
    reading.map(async ({ text, values }) =>
      JSON.stringify((await pool.query(`explain ${text}`, values)).rows),
    ),
  )
  return {
    ...listed,
    partitions: new Set(plans.join().match(/audit_events_(?:earlier|later|\d{4}_\d\d)\b/g)),
  }
}

test.skipIf(engine === 'embedded')('lists are planned with the months that they show only', async () => {
  const server = await startTestServer()
  const { pool } = server.database
  const staff = await buildDeveloper(server, { is_admin: true })
  const old = server.services.now().toISOString()
  await insertEvent(pool, old)
  for (let month = 0; month < 8; month += 1) {
    enterNextMonth(server)
    await cleanUpAudit(server.services)
  }
  const time = server.services.now().getTime()
  const [newest, newer] = [new Date(time + 1000).toISOString(), new Date(time).toISOString()]
  for (const at of [newer, newest]) await insertEvent(pool, at)
  const list = (query: Query) => listWithPartitions(server, staff, query)
  const [day, oldDay] = [newest.slice(0, 10), old.slice(0, 10)]
  expect((await listPartitions(pool, 'audit_events')).length).toBeGreaterThan(8)

  expect(await list({ filters: { from: day, to: day } })).toEqual({
    times: [newest, newer],
    total: '2',
    partitions: new Set([`audit_events_${day.slice(0, 7).replace('-', '_')}`]),
  })
  expect(await list({ filters: { to: oldDay } })).toEqual({
    times: [old],
    total: '1',
    partitions: new Set(['audit_events_earlier']),
  })
  // The last months fill the first page.
  const first = await list({ per_page: 2 })
  expect([first.times, first.total]).toEqual([[newest, newer], '3'])
  expect(first.partitions.has('audit_events_earlier')).toBe(false)
  // They don't fill this one, nor the second.
  const all = await list({ per_page: 3 })
  expect([all.times, all.total, all.partitions.has('audit_events_earlier')]).toEqual([
    [newest, newer, old],
    '3',
    true,
  ])
  expect(await list({ per_page: 2, page: 2 })).toMatchObject({ times: [old], total: '3' })
  expect(await list({ per_page: 1, filters: { to: '9999-12-31' } })).toMatchObject({
    times: [newest],
    total: '3',
  })
})

const migration = '0072_monthly_audit_events.sql'

/** The statements of the previous release. */
const record = `insert into audit_events (at, actor_id, actor_kind, app_id, action, subject_type, subject_id, changes, request_id)
  values ($1, null, 'job', null, 'sandbox.built', 'sandbox', $2, '{"name": ["Old", "New"]}', null) returning id`
const deleteOldest = `delete from audit_events where id in (
  select id from audit_events where at < '2025-04-01'::date::timestamptz order by at, id limit 2000)`

test('a database of the previous release keeps its events, and that release keeps working', async () => {
  const pool = await openBefore(migration)
  const files = `select array_agg(pg_relation_filenode(oid)::text) as files from pg_class
    where relname in ('audit_events', 'audit_events_earlier') and relkind = 'r'`
  const insert = async (client: pg.Pool | pg.PoolClient, at: string, subject: string) =>
    (await client.query<{ id: number }>({ name: 'record', text: record, values: [at, subject] })).rows
  expect(await insert(pool, '2025-03-31T23:59:59Z', 'a')).toEqual([{ id: 1 }])
  const before = (await pool.query(files)).rows
  expect(await migrate(pool)).toContain(migration)
  // No row was rewritten.
  expect((await pool.query(files)).rows).toEqual(before)

  expect((await insert(pool, '2025-04-01T00:00:00Z', 'b'))[0]?.id).toBeGreaterThan(1)
  await insert(pool, '2099-01-01T00:00:00Z', 'c')
  const list = async () =>
    (await pool.query<{ subject_id: string }>('select subject_id from audit_events order by id')).rows.map(
      (row) => row.subject_id,
    )
  const countAll = async () =>
    (await pool.query(`select sum(count)::int as count from list_counts where list = 'audit_events'`)).rows[0]
  expect([await list(), await countAll()]).toEqual([['a', 'b', 'c'], { count: 3 }])

  // Its rules hold in every partition.
  for (const at of ['2025-04-01T00:00:00Z', '2099-01-01T00:00:00Z']) {
    await expect(
      pool.query(
        `insert into audit_events (at, actor_kind, action, subject_type, subject_id) values ($1, 'robot', 'a', 'b', '1')`,
        [at],
      ),
    ).rejects.toThrow('audit_events_actor_kind')
  }
  await expect(pool.query(deleteOldest)).rejects.toThrow('append-only')
  await expect(pool.query('truncate audit_events')).rejects.toThrow('append-only')
  await pool.query(`insert into retained_since values ('audit', '2025-04-01')`)
  await pool.query(deleteOldest)
  expect([await list(), await countAll()]).toEqual([['b', 'c'], { count: 2 }])
})

test('takes the bound of the events from a constraint that was validated beforehand, and the privileges', async () => {
  const pool = await openBefore(migration)
  await pool.query('grant select on audit_events to public')
  await pool.query(
    `alter table audit_events add constraint audit_events_bound check (at < '2040-05-01 00:00:00+00') not valid`,
  )
  await pool.query('alter table audit_events validate constraint audit_events_bound')
  await migrate(pool)
  expect((await listPartitions(pool, 'audit_events')).map(({ end_day }) => end_day)).toEqual([
    '2040-05-01',
    null,
  ])
  const { rows } = await pool.query(`select conname from pg_constraint where conname like '%_bound'`)
  expect(rows).toEqual([])
  await insertEvent(pool, '2041-01-01T00:00:00Z')
  const acl = await pool.query(
    `select relacl::text as acl from pg_class where oid = 'audit_events'::regclass`,
  )
  expect(acl.rows).toEqual([{ acl: expect.stringMatching(/[{,]=r\//) }])
})
