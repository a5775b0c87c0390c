// @module-tag engine
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../../../testing/postgres.ts'
import { exportData } from '../exportData.ts'
import { type ExportHeader, writeExport } from '../exportFile.ts'
import { importData } from '../importData.ts'
import { migrate } from '../migrate.ts'
import { openDatabase, type Database } from '../pool.ts'

let home: string
let postgres: TestPostgres
let opened = 0

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'trestle-moving-'))
  postgres = await startPostgres()
})

afterAll(async () => {
  await postgres.stop()
  await rm(home, { recursive: true, force: true })
})

/** One example of everything that could get lost in a move, in addition to the product's tables. */
const awkwardTables = `
  create table awkward (
    id bigint generated always as identity primary key,
    exact numeric, rough float8, at timestamptz, local timestamp, day date, span interval,
    bytes bytea, written json, value jsonb, words text, fixed char(5), list text[], numbers int8[], key uuid,
    doubled numeric generated always as (exact * 2) stored
  );
  create table "Tree ""of"" parts" (id int primary key, parent_id int references "Tree ""of"" parts" (id));
  create table husbands (id int primary key, wife_id int not null);
  create table wives (id int primary key, husband_id int not null references husbands (id));
  alter table husbands add constraint husbands_wife foreign key (wife_id) references wives (id)
    deferrable initially deferred;
  create table stamped (id int primary key, stamp text);
  create function stamp() returns trigger language plpgsql as $$ begin new.stamp = 'by trigger'; return new; end $$;
  create trigger stamp before insert on stamped for each row execute function stamp();
  create sequence tickets start 100`

async function openEmpty(kind: 'embedded' | 'server'): Promise<Database> {
  opened += 1
  const name = `moving_${opened}`
  const dataDir = join(home, name)
  const log = () => undefined
  if (kind === 'server') {
    const admin = await openDatabase({ databaseUrl: postgres.url, dataDir, log })
    await admin.pool.query(`create database ${name}`)
    await admin.close()
  }
  const address = postgres.url.replace(/postgres$/, name)
  const database = await openDatabase({ dataDir, log, ...(kind === 'server' && { databaseUrl: address }) })
  await migrate(database.pool)
  await database.pool.query(awkwardTables)
  return database
}

async function fill({ pool }: Database): Promise<void> {
  await pool.query(`
    insert into awkward (exact, rough, at, local, day, span, bytes, written, value, words, fixed, list, numbers, key)
    values (12345678901234567890.1234500, 0.1, '2026-11-21 02:33:00.123456Z', '2026-03-29 02:30', '2026-03-29',
            '1 mon -2 days 03:04:05.000006', '\\x00ff0a', '{"b": 1,  "a": "\\u2028"}', '{"b": 1, "a": null}',
            E'line\\nbreak \\r tab\\t "quotes" \\\\ \\u2028 \\u2029 \\U0001F3D7', 'ab', '{"a,b",NULL,"","\\"{}"}',
            '{1,NULL,-9223372036854775808}', '0190b5a4-7c6e-7000-8000-000000000001'),
           ('NaN', 'Infinity', 'infinity', '-infinity', '0044-03-15 BC', '-1 year', '', 'null', 'null', '', '', '{}', '{}', null),
           (null, '-0', null, null, null, null, null, null, null, null, null, null, null, null)`)
  // Deleted rows, so that the next id is not the highest one plus one.
  await pool.query(`insert into awkward (words) select 'gone' from generate_series(1, 10)`)
  await pool.query(`delete from awkward where words = 'gone'`)
  await pool.query(
    `insert into awkward (words) select repeat(n::text || ' ', 2000) from generate_series(1, 1500) n`,
  )
  await pool.query(`insert into "Tree ""of"" parts" values (1, 2), (2, 3), (3, null), (4, 4)`)
  await pool.query(`begin; insert into husbands values (1, 2); insert into wives values (2, 1); commit`)
  await pool.query(`insert into stamped values (1, 'x'); alter table stamped disable trigger stamp;
    insert into stamped values (2, 'by hand'); alter table stamped enable trigger stamp`)
  await pool.query(`select nextval('tickets'), nextval('tickets')`)
  await pool.query(`
    insert into developers (email, first_name, last_name, password_hash, terms_version, terms_accepted_at, created_at, updated_at)
    values ('pat@example.test', 'Pat', 'Lee', 'hash', '1', now(), now(), now())`)
  await pool.query(`
    begin;
    insert into developer_apps (uid, internal_name, owner_id, created_at, updated_at) values ('u', 'App', 1, now(), now());
    insert into collaborators (app_id, developer_id, role, created_at, updated_at) values (1, 1, 'owner', now(), now());
    commit`)
  await pool.query(`
    insert into audit_events (at, actor_id, actor_kind, action, subject_type, subject_id)
    values (now(), 1, 'person', 'app.created', 'app', '1')`)
}

const readLines = (file: string): string[] => gunzipSync(readFileSync(file)).toString('utf8').split('\n')

test.each([
  ['embedded', 'server'],
  ['server', 'embedded'],
] as const)('moves all data from %s to %s without changing a character', async (from, to) => {
  const source = await openEmpty(from)
  await fill(source)
  const file = join(home, `${from}.ndjson.gz`)
  const exported = await exportData(source, file)
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const target = await openEmpty(to)
  expect(await importData(target, file)).toEqual(exported)

  const again = join(home, `${from}-${to}.ndjson.gz`)
  await exportData(target, again)
  expect(readLines(again)).toEqual(readLines(file))

  // Constraints that were relaxed for the load are strict again, and counters continue where they stopped.
  for (const { pool } of [source, target]) {
    const next = await pool.query(`insert into awkward (words) values ('next') returning id`)
    expect(next.rows).toEqual([{ id: 1514 }])
    expect((await pool.query(`select nextval('tickets') as ticket`)).rows).toEqual([{ ticket: 102 }])
    await pool.query(`insert into stamped values (3, 'x')`)
    expect((await pool.query('select stamp from stamped order by id')).rows).toEqual([
      { stamp: 'by trigger' },
      { stamp: 'by hand' },
      { stamp: 'by trigger' },
    ])
    const { rows } = await pool.query(
      `select conname from pg_constraint where contype = 'f' and condeferrable order by conname`,
    )
    expect(rows.map((row: { conname: string }) => row.conname)).toEqual([
      'developer_apps_owner_is_collaborator',
      'developer_apps_published_version',
      'husbands_wife',
    ])
    expect((await pool.query(`select doubled from awkward where id = 1`)).rows).toEqual([
      { doubled: '24691357802469135780.2469000' },
    ])
  }
  await Promise.all([source.close(), target.close()])
})

test('exports a single moment in time, despite concurrent writes', async () => {
  const source = await openEmpty('server')
  await fill(source)
  const [before, during] = [join(home, 'before.gz'), join(home, 'during.gz')]
  await exportData(source, before)
  const writing = new AbortController()
  const rename = async (): Promise<void> => {
    if (writing.signal.aborted) return
    await source.pool.query(
      `update developers set company_name = company_name || 'x', last_name = last_name || 'x'`,
    )
    await rename()
  }
  const writers = rename()
  await exportData(source, during)
  writing.abort()
  await writers
  const [, ...rows] = readLines(during)
  const person = rows
    .map((line) => (line ? (JSON.parse(line) as string[]) : []))
    .find((row) => row[1] === 'pat@example.test')
  // The same statements changed both columns, so their lengths match at any moment.
  expect(person?.[3]?.length).toBe((person?.[4]?.length ?? 0) + 'Lee'.length)
  expect(rows).toHaveLength(readLines(before).length - 1)
  await source.close()
})

test('imports only a complete file into an empty database with the same schema, or changes nothing', async () => {
  const source = await openEmpty('server')
  await fill(source)
  const file = join(home, 'whole.gz')
  await exportData(source, file)
  const target = await openEmpty('server')
  const attempt = (name: string, content: Buffer | string) => {
    const path = join(home, name)
    writeFileSync(path, content)
    return expect(importData(target, path)).rejects
  }

  await expect(importData(source, file)).rejects.toThrow(
    'Restoring needs an empty database. This one has rows in',
  )

  await expect(importData(target, join(home, 'nowhere'))).rejects.toThrow("doesn't exist")
  const whole = gunzipSync(readFileSync(file)).toString('utf8')
  await attempt('text', 'hello').toThrow("is damaged or isn't an export")
  await attempt('other.gz', gzipSync('{"format":"other"}\n')).toThrow("isn't a Trestle export")
  await attempt('half.gz', readFileSync(file).subarray(0, 2000)).toThrow("is damaged or isn't an export")
  await attempt('short.gz', gzipSync(whole.slice(0, whole.lastIndexOf('\n', whole.length - 2) + 1))).toThrow(
    'The export is cut off',
  )
  await attempt('long.gz', gzipSync(`${whole}["1"]\n`)).toThrow('more rows than its first line states')
  await attempt('orphan.gz', gzipSync(whole.replace('["1","2"]', '["1","77"]'))).toThrow(
    'violates foreign key constraint',
  )
  await attempt('newer.gz', gzipSync(whole.replace('0001_people.sql', '0001_persons.sql'))).toThrow(
    'The backup was made by another version of Trestle: the migrations 0001_persons.sql, 0001_people.sql differ.',
  )
  for (const table of ['awkward', 'developers', 'stamped', 'audit_events']) {
    expect((await target.pool.query(`select count(*) from ${table}`)).rows).toEqual([{ count: 0 }])
  }
  expect(await importData(target, file)).toMatchObject({ rows: expect.any(Number) })
  await Promise.all([source.close(), target.close()])
})

test('keeps the existing file when an export fails', async () => {
  const source = await openEmpty('server')
  const file = join(home, 'saved.gz')
  await exportData(source, file)
  const before = readFileSync(file)
  await source.pool.query('alter table schema_migrations rename to hidden')
  await expect(exportData(source, file)).rejects.toThrow('The database has no tables yet')
  await source.pool.query('alter table hidden rename to schema_migrations')
  await expect(exportData(source, join(home, 'missing', 'file.gz'))).rejects.toThrow('ENOENT')
  const header: ExportHeader = {
    format: 'trestle-export',
    version: 1,
    migrations: [],
    tables: [],
    sequences: [],
  }
  async function* halfOf(): AsyncGenerator<string[]> {
    yield ['1']
    throw new Error('the database is gone')
  }
  await expect(writeExport(file, header, halfOf())).rejects.toThrow('the database is gone')
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(readdirSync(home).filter((name) => name.endsWith('.partial'))).toEqual([])
  await source.close()
})

test('names a server that does not answer, with the reason', async () => {
  const unopened = openDatabase({
    databaseUrl: 'postgres://127.0.0.1:1/x',
    dataDir: home,
    log: () => undefined,
  })
  await expect(unopened).rejects.toThrow(
    "The database at DATABASE_URL can't be used: connect ECONNREFUSED 127.0.0.1:1.",
  )
  const missing = postgres.url.replace(/postgres$/, 'missing')
  await expect(openDatabase({ databaseUrl: missing, dataDir: home, log: () => undefined })).rejects.toThrow(
    'The database at DATABASE_URL can\'t be used: database "missing" does not exist.',
  )
})
