import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { openDatabase, type Database } from '../src/db/pool.ts'

export type Engine = 'embedded' | 'server'

export const engine: Engine = process.env.TEST_ENGINE === 'server' ? 'server' : 'embedded'

/** Emptied databases of this test file that are not in use. */
const spares: Database[] = []
const closed = new WeakSet<Database>()
afterAll(async () => {
  await Promise.all(spares.map((spare) => spare.close()))
})

/** Opens a migrated, empty database for this test file, on the engine of this run. */
export async function openTestDatabase(): Promise<Database> {
  if (engine === 'server') return cloneOnServer(inject('template'))
  return spares.pop() ?? copyEmbedded(inject('template'))
}

/**
 * Hands a database back for the next test of this file: emptying an embedded database takes a fraction of the time of
 * copying and starting another. A server clones a database faster than it empties one.
 */
export async function giveBackTestDatabase(database: Database): Promise<void> {
  if (closed.has(database)) return
  if (engine === 'server') return database.close()
  const { rows } = await database.pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'`,
  )
  // As a replica, because the audit log can't be emptied otherwise. Several statements in one text are one
  // transaction.
  await database.pool.query(
    `set local session_replication_role = replica;
     truncate ${rows.map(({ name }) => name).join(', ')} restart identity`,
  )
  spares.push(database)
}

async function onServer(url: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(statement)
  await admin.end()
}

async function cloneOnServer(url: string): Promise<Database> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(url, `create database ${name} template template_trestle`)
  const address = new URL(url)
  address.pathname = `/${name}`
  const database = await openDatabase({ databaseUrl: address.href, dataDir: '', log: () => undefined })
  return {
    ...database,
    close: async () => {
      await database.close()
      await onServer(url, `drop database ${name}`)
    },
  }
}

async function copyEmbedded(template: string): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), 'trestle-test-'))
  await cp(template, folder, { recursive: true })
  const opened = await openDatabase({ dataDir: folder, log: () => undefined })
  const database = {
    ...opened,
    close: async () => {
      closed.add(database)
      await opened.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return database
}
