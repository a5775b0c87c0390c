// @module-tag engine
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { migrate, readMigrations } from './migrate.ts'

test('changes nothing in a migrated database, also when four servers start at once', async () => {
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
