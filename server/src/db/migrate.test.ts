// @module-tag engine
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { migrate, readMigrations } from './migrate.ts'

test('changes nothing in a migrated database, even when four servers start at the same time', async () => {
  const database = await openTestDatabase()
  expect(await Promise.all([1, 2, 3, 4].map(() => migrate(database.pool)))).toEqual([[], [], [], []])
  await database.close()
})

test('runs each migration once when several servers start together with an empty database', async () => {
  const database = await openTestDatabase()
  await database.pool.query('drop schema public cascade; create schema public')
  const ran = await Promise.all([1, 2, 3, 4].map(() => migrate(database.pool)))
  expect(ran.flat().toSorted()).toEqual((await readMigrations()).map(({ name }) => name))
  await database.close()
})

test('stops the start for an edited migration', async () => {
  const database = await openTestDatabase()
  await database.pool.query(`update schema_migrations set checksum = 'edited' where name like '0002%'`)
  await expect(migrate(database.pool)).rejects.toThrow(
    'The migration 0002_threads.sql was changed after it ran.',
  )
  await database.close()
})

// Except rows that belong to an account, whose own row stays when it is deleted.
test('what is deleted together with another row is found by an index', async () => {
  const database = await openTestDatabase()
  const { rows } = await database.pool.query<{ name: string; hasIndex: boolean }>(
    `select conrelid::regclass || '.' || attname as name, exists (
       select from pg_index where indrelid = conrelid and indkey[0] = conkey[1] and indpred is null
     ) as "hasIndex"
     from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and confdeltype = 'c' and confrelid <> 'developers'::regclass`,
  )
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(({ hasIndex }) => !hasIndex)).toEqual([])
  await database.close()
})
