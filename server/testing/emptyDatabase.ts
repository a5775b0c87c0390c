import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { migrate, readMigrations } from '../src/db/migrate.ts'
import { openDatabaseBeside, type Database } from '../src/db/pool.ts'
import { createDatabase, dropDatabase, serverTemplate } from './createDatabase.ts'
import { engine, type Engine } from './database.ts'
import { newFolder } from './folders.ts'

/** The settings of a portal's database. */
export type DatabaseSettings = { DATA_DIR: string; DATABASE_URL?: string }

/** Returns the settings of a database without tables, which is deleted when the test ends. */
export async function createEmptyDatabase(kind: Engine = engine): Promise<DatabaseSettings> {
  const DATA_DIR = await newFolder()
  return kind === 'server' ? { DATA_DIR, DATABASE_URL: await createOnServer() } : { DATA_DIR }
}

/**
 * Returns the settings of a migrated database without rows, which is deleted when the test ends. On the server, it's a
 * copy, which takes half a second less than the migrations.
 */
export async function createMigratedDatabase(kind: Engine = engine): Promise<DatabaseSettings> {
  const DATA_DIR = await newFolder()
  if (kind === 'server') {
    return { DATA_DIR, DATABASE_URL: await createOnServer(serverTemplate) }
  }
  await withDatabase({ DATA_DIR }, ({ pool }) => migrate(pool))
  return { DATA_DIR }
}

async function createOnServer(template?: string): Promise<string> {
  const server = inject('template')
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  const url = await createDatabase(server, name, template)
  onTestFinished(() => dropDatabase(server, name))
  return url
}

/** Opens the database of these settings, even while a server uses it. */
export const openWith = ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
}: DatabaseSettings): Promise<Database> =>
  openDatabaseBeside({ dataDir, log: () => undefined, ...(databaseUrl && { databaseUrl }) })

/** Opens the database of these settings for one task and closes it. */
export async function withDatabase<Result>(
  settings: DatabaseSettings,
  task: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openWith(settings)
  try {
    return await task(database)
  } finally {
    await database.close()
  }
}

/** Opens a database in its state before a migration, until the test ends. */
export async function openBefore(migration: string): Promise<pg.Pool> {
  const { pool, close } = await openWith(await createEmptyDatabase())
  onTestFinished(close)
  const names = (await readMigrations()).map(({ name }) => name)
  await migrate(pool, { only: names.filter((name) => name < migration) })
  return pool
}
