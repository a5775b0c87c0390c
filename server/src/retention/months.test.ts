// @module-tag engine
import { dayMs } from '@trestle/domain/time/durations.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { buildApp } from '../../testing/build.ts'
import { engine } from '../../testing/database.ts'
import { apiCall, installation, startService } from '../../testing/platform.ts'
import { enterNextMonth, listPartitions } from '../../testing/months.ts'
import { race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { advisoryLocks } from '../db/advisoryLocks.ts'
import { cleanUpMetrics } from '../metrics/cleanUpMetrics.ts'
import { firstDayOfMonth, prepareMonths } from './deleteOld.ts'
import type { MonthlyTable } from './store.ts'

const tables: MonthlyTable[] = ['installation_events', 'api_call_records']

/** Returns the first day of the month that begins this many months after the current one. */
const monthIn = ({ services }: TestServer, months: number): string => firstDayOfMonth(services.now(), -months)

const listDays = async ({ services: { db } }: TestServer, table: MonthlyTable): Promise<string[]> =>
  (await db.selectFrom(table).select('day').orderBy('day').execute()).map(({ day }) => day)

/** Sends an installation and a call of today. */
async function sendToday(server: TestServer, app: { uid: string }, send: Service['send']): Promise<string> {
  const occurred_at = server.services.now().toISOString()
  const { status } = await send([installation(app, { occurred_at }), apiCall(app, { occurred_at })])
  expect(status).toBe(200)
  return occurred_at.slice(0, 10)
}

type Service = Awaited<ReturnType<typeof startService>>

async function openServer(env: Record<string, string> = {}) {
  const server = await startTestServer({ env })
  const app = await buildApp(server)
  const { send } = await startService(server)
  return { server, app, today: () => sendToday(server, app, send) }
}

const retention = { EVENT_RETENTION_MONTHS: '2', CALL_RETENTION_MONTHS: '2' }

test('drops the partitions of months that are older than the setting', async () => {
  const { server, today } = await openServer(retention)
  const days: string[] = []
  for (let month = 0; month < 8; month += 1) {
    await prepareMonths(server.services, tables)
    days.push(await today())
    enterNextMonth(server)
  }
  const before = await server.services.db.selectFrom('daily_installations').selectAll().execute()
  const partitions = await listPartitions(server.database.pool, 'api_call_records')
  await cleanUpMetrics(server.services)
  const since = monthIn(server, -2)
  const retained = days.filter((day) => day >= since)
  expect([retained.length, days.length - retained.length]).toEqual([2, 6])
  for (const table of tables) {
    expect(await listDays(server, table)).toEqual(retained)
    const [earlier, first] = await listPartitions(server.database.pool, table)
    expect(earlier).toMatchObject({ first_day: null, end_day: since })
    expect(first?.first_day).toBe(since)
  }
  // The others were dropped, and what remains is as it was.
  const kept = partitions.filter(({ first_day }) => first_day !== null && first_day >= since)
  expect(partitions.length - kept.length).toBeGreaterThan(3)
  const left = await listPartitions(server.database.pool, 'api_call_records')
  expect(left.map(({ oid }) => oid)).toEqual(expect.arrayContaining(kept.map(({ oid }) => oid)))
  expect(await server.services.db.selectFrom('daily_installations').selectAll().execute()).toEqual(before)

  // The next run has nothing to drop and leaves the partition for earlier days alone.
  await cleanUpMetrics(server.services)
  expect(await listPartitions(server.database.pool, 'api_call_records')).toEqual(left)
})

test('two processes create the next months once', repeated, async () => {
  const { server } = await openServer()
  server.clock.advance(200 * dayMs)
  const hold = (tx: Parameters<Parameters<typeof race>[1]>[0]) =>
    sql`select pg_advisory_xact_lock(${advisoryLocks.partitions})`.execute(tx)
  const run = () => prepareMonths(server.services, tables)
  await race(server, hold, [run, run])
  for (const table of tables) {
    const partitions = await listPartitions(server.database.pool, table)
    expect(partitions.map(({ first_day }) => first_day).slice(-4)).toEqual(
      [1, 2, 3, 4].map((months) => monthIn(server, months)),
    )
    expect(partitions.slice(1).map(({ first_day }) => first_day)).toEqual(
      partitions.slice(0, -1).map(({ end_day }) => end_day),
    )
  }
})

test('stores records of months that were not created, and deletes them later', async () => {
  const { server, today } = await openServer(retention)
  server.clock.advance(200 * dayMs)
  const day = await today()
  const newest = await listPartitions(server.database.pool, 'installation_events')
  expect(newest.at(-1)?.end_day).toBeNull()
  expect((newest.at(-1)?.first_day ?? '') < day).toBe(true)
  await cleanUpMetrics(server.services)
  for (const table of tables) {
    expect(await listDays(server, table)).toEqual([day])
    const partitions = await listPartitions(server.database.pool, table)
    expect(partitions.at(-1)?.first_day).toBe(monthIn(server, 4))
    const [own] = partitions.filter(({ end_day }) => end_day === monthIn(server, 1))
    // The partition that the record was stored in, which isn't copied.
    if (table === 'installation_events') expect(own?.oid).toBe(newest.at(-1)?.oid)
  }
  server.clock.advance(100 * dayMs)
  await cleanUpMetrics(server.services)
  for (const table of tables) expect(await listDays(server, table)).toEqual([])
})

const insertCall = ({ services: { db } }: TestServer, developer_app_id: number, day: string) =>
  db
    .insertInto('api_call_records')
    .values({
      developer_app_id,
      day,
      response_code: 200,
      http_method: 'GET',
      normalized_route: '/',
      count: 1,
    })
    .execute()

test('continues and warns while there are rows of the distant future, and deletes rows of the distant past', async () => {
  const { server, app, today } = await openServer(retention)
  await insertCall(server, app.id, '2099-12-31')
  await insertCall(server, app.id, '1999-12-31')
  server.clock.advance(200 * dayMs)
  const warn = vi.spyOn(server.services.log, 'warn')
  await cleanUpMetrics(server.services)
  const day = await today()
  expect(await listDays(server, 'api_call_records')).toEqual([day, '2099-12-31'])
  expect((await listPartitions(server.database.pool, 'api_call_records')).at(-1)?.first_day).not.toBe(
    monthIn(server, 4),
  )
  // Once the row is gone, the months are created.
  await server.services.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await tx.deleteFrom('api_call_records').where('day', '=', '2099-12-31').execute()
  })
  await cleanUpMetrics(server.services)
  expect((await listPartitions(server.database.pool, 'api_call_records')).at(-1)?.first_day).toBe(
    monthIn(server, 4),
  )
  const blocked = { table: 'api_call_records', until: monthIn(server, 4) }
  expect(warn.mock.calls).toEqual([[blocked, 'rows of later months stop new partitions']])
})

test('deletes old rows of a partition that has others, too', async () => {
  const { server, app } = await openServer(retention)
  const retained = monthIn(server, -1)
  for (const day of ['1999-12-31', monthIn(server, -3), retained]) await insertCall(server, app.id, day)
  const partitions = await listPartitions(server.database.pool, 'api_call_records')
  await cleanUpMetrics(server.services)
  expect(await listDays(server, 'api_call_records')).toEqual([retained])
  expect(await listPartitions(server.database.pool, 'api_call_records')).toEqual(partitions)
})

test('a deletion by the location of rows, as in the previous release, spares what is retained', async () => {
  const { server, app } = await openServer()
  const { db } = server.services
  // Rows that an earlier test deleted still take up space.
  await sql`truncate api_call_records`.execute(db)
  await insertCall(server, app.id, '2020-01-01')
  await insertCall(server, app.id, monthIn(server, 3))
  await db.insertInto('retained_since').values({ data: 'calls', day: '2021-01-01' }).execute()
  const places = await sql`select distinct ctid from api_call_records`.execute(db)
  expect(places.rows).toHaveLength(1)
  await sql`delete from api_call_records where ctid = any (array(
    select ctid from api_call_records where day < '2021-01-01'))`.execute(db)
  expect(await listDays(server, 'api_call_records')).toEqual([monthIn(server, 3)])
})

test.skipIf(engine === 'embedded').each([
  ['uses a table', 'select from api_call_records'],
  ['changes an app', 'select from developer_apps for update'],
])('a cleanup gives way to a transaction that %s', async (_, statement) => {
  const { server, today } = await openServer(retention)
  await today()
  server.clock.advance(200 * dayMs)
  const client = await server.database.pool.connect()
  await client.query(`begin; ${statement}`)
  const start = performance.now()
  await expect(cleanUpMetrics(server.services)).rejects.toThrow('lock timeout')
  // Before the requests waiting behind it reach their own limit.
  expect(performance.now() - start).toBeLessThan(3_000)
  await client.query('commit')
  client.release()
  await cleanUpMetrics(server.services)
  expect(await listDays(server, 'api_call_records')).toEqual([])
})

test.skipIf(engine === 'embedded').each(tables)(
  'a cleanup that waits for a change of an app keeps no lock that the change needs on %s',
  async (table) => {
    const { server, app, today } = await openServer()
    const day = await today()
    server.clock.advance(200 * dayMs)
    const { pool } = server.database
    const [change, cleanup] = [await pool.connect(), await pool.connect()]
    await change.query('begin')
    await change.query('select from developer_apps where id = $1 for update', [app.id])
    // Without its limit, the cleanup would wait forever here.
    const dropped = cleanup.query('select drop_months($1::regclass, $2::date)', [table, monthIn(server, 0)])
    const isWaiting = async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where query like '%drop_months($1%' and wait_event_type = 'Lock'`,
      )
      return rows.length === 1
    }
    await expect.poll(isWaiting).toBe(true)
    await change.query(`lock table ${table} in row exclusive mode nowait`)
    const { rowCount } = await change.query(`select from ${table} where day = $1`, [day])
    expect(rowCount).toBe(1)
    await change.query('commit')
    expect((await dropped).rowCount).toBe(1)
    expect(await listDays(server, table)).toEqual([])
    for (const client of [change, cleanup]) client.release()
  },
)
