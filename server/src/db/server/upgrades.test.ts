import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase, openWith } from '../../../testing/emptyDatabase.ts'
import { findUpgradeRisks } from '../../../testing/upgradeRisks.ts'
import { migrate, readMigrations, readMigrationState } from '../migrate.ts'
import type { Database } from '../pool.ts'

/** The last migration before 1.0.0-rc.1. The ones up to it ran before there were releases. */
const baseline = '0023_marketplace_search.sql'

async function openEmpty(): Promise<Database> {
  const database = await openWith(await createEmptyDatabase())
  onTestFinished(database.close)
  return database
}

test('every migration since the first release can run beside the release before it', async () => {
  const { pool } = await openEmpty()
  const migrations = await readMigrations()
  const released = migrations.filter(({ name }) => name <= baseline)
  await migrate(pool, { only: released.map(({ name }) => name) })
  const risks: string[] = []
  for (const { name, sql } of migrations.filter((each) => each.name > baseline))
    risks.push(...(await findUpgradeRisks(pool, sql)).map((risk) => `${name} ${risk}`))
  expect(
    risks,
    'Expand now and contract in a later release, or explain in the migration: "-- Allowed: <risk>. Because …"',
  ).toEqual([])
})

const refused: [sql: string, risks: string[]][] = [
  ['drop table parts', ['drops or renames the table parts']],
  ['alter table parts rename to items', ['drops or renames the table parts']],
  ['alter table parts drop column size', ['drops or renames the column size of parts']],
  ['alter table parts rename column size to width', ['drops or renames the column size of parts']],
  ['alter table parts drop constraint parts_size', ['drops or renames the constraint parts_size of parts']],
  [
    'alter table parts add column kind text not null',
    ['requires the new column kind of parts', 'reads all rows of parts under a lock'],
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
]

test('the check of migrations refuses what breaks the release before or holds a lock for long', async () => {
  const { pool } = await openEmpty()
  for (const [sql, risks] of refused) {
    await pool.query(
      'create table parts (id int primary key, size int, constraint parts_size check (size > 0))',
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
    'alter table parts add constraint small check (size < 9) not valid',
    'alter table parts alter column size set default 1',
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
