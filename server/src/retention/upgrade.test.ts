// @module-tag engine
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { giveBackTestDatabase, openTestDatabase } from '../../testing/database.ts'
import { openBefore } from '../../testing/emptyDatabase.ts'
import { readTables } from '../db/catalogue.ts'
import { migrate } from '../db/migrate.ts'

const migration = '0071_monthly_partitions.sql'

/** Opens a database as it was before its tables were partitioned, with an app. */
async function openWithApp(): Promise<pg.Pool> {
  const pool = await openBefore(migration)
  await pool.query(
    `insert into developers (email, first_name, last_name, password_hash, terms_version, terms_accepted_at, created_at, updated_at)
     values ('pat@example.test', 'Pat', 'Lee', 'hash', '1', now(), now(), now())`,
  )
  await pool.query(
    `begin;
     insert into developer_apps (uid, internal_name, owner_id, created_at, updated_at) values ('u', 'App', 1, now(), now());
     insert into collaborators (app_id, developer_id, role, created_at, updated_at) values (1, 1, 'owner', now(), now());
     commit`,
  )
  return pool
}

/** The statements of the previous release. */
const insertInstallation = `insert into installation_events
    (event_id, developer_app_id, company_id, company_name, company_is_demo, status, occurred_at)
  values ($1, $2, 7, 'Harbour Build', false, $3, $4) returning id`
const addCall = `insert into api_call_records
    (developer_app_id, day, response_code, http_method, normalized_route, count) values ($1, $2, 200, 'GET', '/', $3)
  on conflict on constraint api_call_records_pkey do update set count = api_call_records.count + excluded.count`

const run = (client: pg.Pool | pg.PoolClient, name: string, text: string, values: unknown[]) =>
  client.query<{ id: number }>({ name, text, values })

const listBounds = async (pool: pg.Pool, table: string) =>
  (
    await pool.query<{ end_day: string }>('select end_day from list_partitions($1::regclass)', [table])
  ).rows.map(({ end_day }) => end_day)

test('a database of the previous release keeps its rows, and that release keeps working', async () => {
  const pool = await openWithApp()
  const client = await pool.connect()
  const install = (id: string, at: string, app = 1, status = 'installed') =>
    run(client, 'install', insertInstallation, [id, app, status, at])
  const call = (day: string, count: number, app = 1) => run(client, 'call', addCall, [app, day, count])
  await install('first', '2025-03-31T23:59:59Z')
  await call('2025-03-31', 2)
  const tables = ['installation_events', 'api_call_records']
  const files = `select name, array(select pg_relation_filenode(c.oid)::text from pg_class c
    where relname in (name || '_earlier', name) and relkind = 'r') as files from unnest($1::text[]) name`
  const before = (await client.query(files, [tables])).rows
  client.release()
  expect(await migrate(pool)).toContain(migration)
  const again = await pool.connect()
  onTestFinished(() => again.release(true))
  // No row was rewritten.
  expect((await again.query(files, [tables])).rows).toEqual(before)

  // With the statements that were prepared earlier.
  expect(
    (await run(again, 'install', insertInstallation, ['second', 1, 'installed', '2026-12-01T00:00:00Z']))
      .rows,
  ).toEqual([{ id: 2 }])
  await run(again, 'call', addCall, [1, '2025-03-31', 3])
  await run(again, 'call', addCall, [1, '2099-01-01', 1])
  await run(again, 'call', addCall, [1, '2099-01-01', 1])
  expect((await again.query('select day, count from api_call_records order by day')).rows).toEqual([
    { day: '2025-03-31', count: 5 },
    { day: '2099-01-01', count: 2 },
  ])
  expect((await again.query('select id, day from installation_events order by id')).rows).toEqual([
    { id: 1, day: '2025-03-31' },
    { id: 2, day: '2026-12-01' },
  ])

  // Its constraints hold in every partition.
  for (const at of ['2025-04-01T00:00:00Z', '2099-01-01T00:00:00Z']) {
    await expect(run(again, 'install', insertInstallation, ['x', 9, 'installed', at])).rejects.toThrow(
      'foreign key',
    )
    await expect(run(again, 'install', insertInstallation, ['x', 1, 'other', at])).rejects.toThrow(
      'installation_events_status',
    )
    await run(again, 'install', insertInstallation, [at, 1, 'installed', at])
    await expect(run(again, 'install', insertInstallation, [at, 1, 'installed', at])).rejects.toThrow(
      'unique',
    )
    await expect(run(again, 'call', addCall, [9, at.slice(0, 10), 1])).rejects.toThrow('foreign key')
    await expect(run(again, 'call', addCall, [1, '2030-01-01', 0])).rejects.toThrow(
      'api_call_records_counted',
    )
  }
})

test('a partitioned table is one table for backups, in a fixed order', async () => {
  const database = await openTestDatabase()
  onTestFinished(() => giveBackTestDatabase(database))
  const { pool } = database
  const client = await pool.connect()
  const shapes = (await readTables(client)).map(({ name, primaryKey }) => [name, primaryKey])
  client.release()
  expect(shapes.filter(([name]) => /^(api_call_records|installation_events)/.test(String(name)))).toEqual([
    ['api_call_records', ['developer_app_id', 'day', 'response_code', 'http_method', 'normalized_route']],
    ['installation_events', ['id']],
  ])
})

test('takes the bound of the rows from a constraint that was validated beforehand, and the privileges', async () => {
  const pool = await openWithApp()
  await pool.query('grant select on api_call_records to public')
  await pool.query(
    `alter table api_call_records add constraint api_call_records_bound check (day < '2040-05-01') not valid`,
  )
  await pool.query('alter table api_call_records validate constraint api_call_records_bound')
  await pool.query(
    `alter table installation_events add constraint installation_events_bound
       check (occurred_at < '2040-05-01 00:00:00+00')`,
  )
  await migrate(pool)
  for (const table of ['api_call_records', 'installation_events']) {
    expect(await listBounds(pool, table)).toEqual(['2040-05-01', null])
  }
  const { rows } = await pool.query(`select conname from pg_constraint where conname like '%_bound'`)
  expect(rows).toEqual([])
  await run(pool, 'call', addCall, [1, '2041-01-01', 1])
  const acl = await pool.query(
    `select relacl::text as acl from pg_class where oid = 'api_call_records'::regclass`,
  )
  expect(acl.rows).toEqual([{ acl: expect.stringMatching(/[{,]=r\//) }])
})
