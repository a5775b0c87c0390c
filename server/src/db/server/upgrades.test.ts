import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { listBlocks } from '../../../../scripts/testing/markdown.ts'
import { createEmptyDatabase, openWith } from '../../../testing/emptyDatabase.ts'
import { findRaisedLocks } from '../../../testing/raisedLocks.ts'
import { findUpgradeRisks } from '../../../testing/upgradeRisks.ts'
import { migrate, readMigrations, readMigrationState, type Migration } from '../migrate.ts'
import type { Database } from '../pool.ts'

/** The newest migration of release 0.1.0. */
const baseline = '0023_marketplace_search.sql'

/**
 * The migration that `-- Compatible since` names: the newest one of the previous release, whose servers can restart
 * after a newer migration ran. Set it after each release. Release 0.1.0 reads no such lines (docs/operations.md).
 */
const releaseBefore = '0028_unconfirmed_sends.sql'

/** Some migrations up to this one name an older release. A migration that has run can't be edited. */
const lastUnchecked = '0032_factor_resets.sql'

/** Risks of migrations that ran before the check found them. A migration that has run can't be edited. */
const reviewed: { name: string; risks: string[]; because: string }[] = [
  {
    name: '0025_jobs_of_staff.sql',
    risks: ['changes the constraint jobs_state of jobs', 'changes the index jobs_finished of jobs'],
    because: 'The constraint allows more than before, and the index has more rows.',
  },
  {
    name: '0027_retention.sql',
    risks: ['adds the trigger audit_events_uncounted to audit_events'],
    because: 'It refuses nothing, and the previous release deletes no audit events.',
  },
  {
    name: '0030_session_confirmations.sql',
    risks: ['adds the constraint sessions_methods to sessions'],
    because: 'It is about a new column, whose default the previous release keeps.',
  },
  {
    name: '0045_client_secrets.sql',
    risks: [
      'adds the trigger sandboxes_secret_followed to sandboxes',
      'adds the trigger developer_apps_secret_followed to developer_apps',
    ],
    because: 'They refuse nothing: they copy a secret that the previous release resets.',
  },
  {
    name: '0047_service_scopes.sql',
    risks: ['adds the constraint service_tokens_scopes_known to service_tokens'],
    because: 'It allows more than the one that it replaces.',
  },
  {
    name: '0067_marketplace_directory.sql',
    risks: [
      'adds the trigger developer_apps_marketplace to developer_apps',
      'adds the trigger submissions_marketplace to submissions',
    ],
    because: 'They refuse nothing: they derive the rows of a new table.',
  },
]

async function openEmpty(): Promise<Database> {
  const database = await openWith(await createEmptyDatabase())
  onTestFinished(database.close)
  return database
}

test('every migration since the first release can run alongside the previous release', async () => {
  const { pool } = await openEmpty()
  const migrations = await readMigrations()
  const released = migrations.filter(({ name }) => name <= baseline)
  await migrate(pool, { only: released.map(({ name }) => name) })
  const risks: string[] = []
  for (const { name, sql } of migrations.filter((each) => each.name > baseline)) {
    risks.push(...(await findUpgradeRisks(pool, sql)).map((risk) => `${name} ${risk}`))
  }
  const known = reviewed.flatMap((each) => each.risks.map((risk) => `${each.name} ${risk}`))
  expect(known.filter((risk) => !risks.includes(risk))).toEqual([])
  expect(
    risks.filter((risk) => !known.includes(risk)),
    'Expand now and contract in a later release, or explain in the migration: "-- Allowed: <risk>. Because …" Add a constraint in a statement of its own, with "not valid", and validate it in the next migration (docs/architecture.md).',
  ).toEqual([])
})

/** Returns the statements that docs/operations.md has operators of large portals run before they upgrade from 0.1.0. */
async function listPreparation(migrations: Migration[]): Promise<string[]> {
  const guide = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
  const [, part = ''] = guide.split('\n### Upgrade from 0.1.0\n')
  const checks = listBlocks(part.split('\n## ')[0] ?? '', 'sql').flatMap((block) => block.trim().split('\n'))
  const { sql = '' } = migrations.find(({ name }) => name === '0070_list_indexes.sql') ?? {}
  const [ngrams = ''] = /^create or replace function text_ngrams[\s\S]+?\$\$;$/m.exec(sql) ?? []
  const [index = ''] = /^create index if not exists app_directory_ngrams [^;]+;$/m.exec(sql) ?? []
  return [ngrams, index.replace('create index', 'create index concurrently'), ...checks]
}

test('the preparation in the operations guide works on release 0.1.0 and spares the migrations the work', async () => {
  const { pool } = await openEmpty()
  const migrations = await readMigrations()
  await migrate(pool, { only: migrations.map(({ name }) => name).filter((name) => name <= baseline) })
  const statements = await listPreparation(migrations)
  expect(statements).toHaveLength(8)
  for (const statement of statements) await pool.query(statement)
  const state = `select pg_relation_filenode('app_directory_ngrams') as index,
    (select count(*)::integer from pg_constraint where conname like '%\\_bound') as bounds`
  const { rows: prepared } = await pool.query<{ index: number; bounds: number }>(state)
  await migrate(pool)
  expect(prepared[0]?.bounds).toBe(3)
  expect((await pool.query(state)).rows).toEqual([{ index: prepared[0]?.index, bounds: 0 }])
})

test('no migration upgrades its lock of a table, because PostgreSQL would abort a request', async () => {
  const { pool } = await openEmpty()
  const migrations = await readMigrations()
  const names = migrations.map(({ name }) => name)
  const raised: string[] = []
  for (const [index, { name, sql }] of migrations.entries()) {
    if (name > baseline) raised.push(...(await findRaisedLocks(pool, sql)).map((table) => `${name} ${table}`))
    await migrate(pool, { only: names.slice(0, index + 1) })
  }
  expect(raised, 'Begin the migration with "lock table <name> in access exclusive mode".').toEqual([])
})

test.each(['create_months', 'drop_months'])('%s raises no lock of a table either', async (change) => {
  const { pool } = await openEmpty()
  await migrate(pool)
  for (const table of ['installation_events', 'api_call_records', 'audit_events']) {
    const months = change === 'create_months' ? 12 : 2
    const day = `date_trunc('month', now() + interval '${months} months')::date`
    expect(await findRaisedLocks(pool, `select ${change}('${table}', ${day})`), table).toEqual([])
  }
})

test('a change that raises the lock of a table is found', async () => {
  const { pool } = await openEmpty()
  await pool.query('create table parts (id int primary key, code text); create table items (part_id int)')
  const reference = 'alter table items add foreign key (part_id) references parts (id)'
  const raise = `${reference}; alter table parts add column size int`
  expect(await findRaisedLocks(pool, raise)).toEqual(['parts'])
  expect(await findRaisedLocks(pool, reference)).toEqual([])
  expect(await findRaisedLocks(pool, `lock table parts in access exclusive mode; ${raise}`)).toEqual([])
  expect(await findRaisedLocks(pool, 'update parts set id = 1')).toEqual([])
})

/** Opens a database of the first release, with the connection of a request, and names the newer migrations. */
async function openBaseline() {
  const { pool } = await openEmpty()
  const names = (await readMigrations()).map(({ name }) => name)
  await migrate(pool, { only: names.filter((name) => name <= baseline) })
  const request = await pool.connect()
  onTestFinished(() => request.release(true))
  return { pool, request, newer: names.filter((name) => name > baseline) }
}

/** Before and after PostgreSQL looks for deadlocks. */
const lockTimeouts = [{}, { lockTimeoutMs: 3_000 }]

test.each(lockTimeouts)(
  'tries migrations again that wait for a request which waits for them: %j',
  async (timeout) => {
    const { pool, newer, request } = await openBaseline()
    // On a slow machine, the migration may wait for a long time before the request does. The request must not be ended
    // instead.
    await request.query("set deadlock_timeout = '1min'")
    await request.query('begin; lock table developer_apps in row exclusive mode')
    const migration = migrate(pool, { pauseMs: 10, ...timeout })
    const isMigrationWaiting = async () =>
      (await pool.query(`select from pg_locks where not granted and relation = 'developer_apps'::regclass`))
        .rowCount
    await expect.poll(isMigrationWaiting, { interval: 5 }).toBe(1)
    // The request gets the lock, because the migration gives way or has waited longer.
    await request.query('lock table jobs in row exclusive mode')
    await request.query('commit')
    expect(await migration).toEqual(newer)
  },
)

test('while a migration waits for a lock, those before it hold none anymore', async () => {
  const { pool, newer, request } = await openBaseline()
  // Requests record what they did at the end, and migrations change the log late.
  await request.query('begin; lock table audit_events in row exclusive mode')
  const migration = migrate(pool, { lockTimeoutMs: 5_000 })
  const waiting = `select from pg_locks where not granted and relation = 'audit_events'::regclass`
  await expect.poll(async () => (await pool.query(waiting)).rowCount, { interval: 5 }).toBe(1)
  await request.query(`set local lock_timeout = '500ms'; lock table jobs in row exclusive mode`)
  await request.query('commit')
  expect(await migration).toEqual(newer)
})

const refused: [sql: string, risks: string[]][] = [
  ['drop table parts', ['drops or renames the table parts']],
  ['alter table parts rename to items', ['drops or renames the table parts']],
  ['alter table parts drop column size', ['drops or renames the column size of parts']],
  ['alter table parts rename column size to width', ['drops or renames the column size of parts']],
  ['alter table parts drop constraint parts_size', ['drops or renames the constraint parts_size of parts']],
  [
    'alter table parts add column shape text not null',
    ['requires the new column shape of parts', 'reads all rows of parts under a lock'],
  ],
  [
    'alter table parts add column at timestamptz not null default clock_timestamp()',
    ['rewrites the table parts', 'reads all rows of parts under a lock'],
  ],
  [
    'alter table parts alter column size type bigint',
    ['changes the type of the column size of parts', 'rewrites the table parts'],
  ],
  [
    'alter table parts alter column size set not null',
    ['requires the column size of parts', 'reads all rows of parts under a lock'],
  ],
  ['alter table parts add constraint small check (size < 9)', ['reads all rows of parts under a lock']],
  [
    'create index parts_by_size on parts (size)',
    ['builds an index of parts under a lock', 'reads all rows of parts under a lock'],
  ],
  ['update parts set size = 2', ['reads all rows of parts under a lock']],
  [
    'alter table parts alter column kind drop default',
    ['drops the default of the required column kind of parts'],
  ],
  ['drop index parts_code', ['drops or renames the index parts_code of parts']],
  [
    'alter table parts add constraint small check (size < 9) not valid',
    ['adds the constraint small to parts'],
  ],
  [
    'alter table parts drop constraint parts_size, add constraint parts_size check (size > 5) not valid',
    ['changes the constraint parts_size of parts'],
  ],
  [
    'drop index parts_code; create index parts_code on parts (code)',
    ['changes the index parts_code of parts'],
  ],
  [
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
     create trigger refused before insert on parts for each row execute function refuse()`,
    ['adds the trigger refused to parts'],
  ],
]

test('the check of migrations refuses what breaks the previous release or holds a lock for long', async () => {
  const { pool } = await openEmpty()
  for (const [sql, risks] of refused) {
    await pool.query(
      `create table parts (id int primary key, size int, code text, kind text not null default 'beam',
         constraint parts_size check (size > 0));
       create unique index parts_code on parts (code)`,
    )
    expect(await findUpgradeRisks(pool, sql), sql).toEqual(expect.arrayContaining(risks))
    await pool.query('drop table if exists parts, items')
  }
})

test('the check of migrations accepts what expands the schema, and what is allowed with a reason', async () => {
  const { pool } = await openEmpty()
  await pool.query('create table parts (id int primary key, size int)')
  const accepted = [
    'create table items (id int primary key, part_id int references parts (id)); create index on items (part_id); update items set id = 1',
    'alter table parts add column name text',
    `alter table parts add column kind text not null default 'beam'`,
    '-- Allowed: adds the constraint small to parts. Because no release stores larger ones.\nalter table parts add constraint small check (size < 9) not valid',
    'alter table parts alter column size set default 1',
    'alter table parts alter column size drop default',
    '-- Allowed: reads all rows of parts under a lock. Because there are a hundred of them.\nupdate parts set size = 2',
  ]
  for (const sql of accepted) expect(await findUpgradeRisks(pool, sql), sql).toEqual([])
})

test('lists what is pending without running it', async () => {
  const { pool } = await openEmpty()
  const names = (await readMigrations()).map(({ name }) => name)
  expect((await readMigrationState(pool)).pending).toEqual(names)
  await migrate(pool, { only: names.slice(0, 3) })
  expect((await readMigrationState(pool)).pending).toEqual(names.slice(3))
  await migrate(pool)
  expect((await readMigrationState(pool)).pending).toEqual([])
})

test('every migration names the newest one of the previous release, or itself if older servers cannot run with it', async () => {
  const migrations = await readMigrations()
  expect(migrations.map(({ name }) => name)).toContain(releaseBefore)
  const others = migrations
    .filter(({ name }) => name > releaseBefore && name > lastUnchecked)
    .filter(({ name, compatibleSince }) => compatibleSince !== releaseBefore && compatibleSince !== name)
  expect(
    others.map(({ name }) => name),
    `Write "-- Compatible since: ${releaseBefore}". If no server of the previous release can run with the new migration, name the new one.`,
  ).toEqual([])
})

const addNewer = async ({ pool }: Database, compatibleSince: string | null): Promise<void> => {
  await pool.query(`delete from schema_migrations where name = '9999_future.sql'`)
  await pool.query(
    `insert into schema_migrations (name, checksum, compatible_since) values ('9999_future.sql', 'x', $1)`,
    [compatibleSince],
  )
}

test('a server starts on a database that a newer one migrated, if the newer migrations allow it', async () => {
  const database = await openEmpty()
  const { pool } = database
  await migrate(pool)
  const newest = (await readMigrations()).at(-1)?.name ?? ''
  const refusal = /migrated by a newer version of Trestle, which added 9999_future\.sql\./
  await addNewer(database, newest)
  expect(await migrate(pool)).toEqual([])
  expect(await readMigrationState(pool)).toMatchObject({ pending: [], newer: ['9999_future.sql'] })
  await addNewer(database, null)
  await expect(migrate(pool)).rejects.toThrow(refusal)
  // It needs a migration that this release doesn't have.
  await addNewer(database, '9998_expand.sql')
  await expect(migrate(pool)).rejects.toThrow(refusal)
  // Migrations of this release expect a schema without the newer one.
  await addNewer(database, '0001_people.sql')
  expect(await migrate(pool)).toEqual([])
  await pool.query('delete from schema_migrations where name = $1', [newest])
  await expect(migrate(pool)).rejects.toThrow(refusal)
})

test('migrates a database of a release that did not store what a migration is compatible with', async () => {
  const database = await openEmpty()
  await migrate(database.pool)
  await database.pool.query('alter table schema_migrations drop column compatible_since')
  expect((await readMigrationState(database.pool)).pending).toEqual([])
  expect(await migrate(database.pool)).toEqual([])
  await addNewer(database, null)
})
