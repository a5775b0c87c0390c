import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openDatabase, type Database } from '../src/db/pool.ts'
import { createDatabase, dropDatabase, serverTemplate } from './createDatabase.ts'
import { findWrongAuditEntries } from './wrongAuditEntries.ts'

export type Engine = 'embedded' | 'server'

export const engine: Engine = process.env.TEST_ENGINE === 'server' ? 'server' : 'embedded'

interface Spare {
  database: Database
  /** The definition of its tables after the migrations. */
  shape: string
}

/** Emptied databases that aren't in use. Later test files in the same process also use them. */
const spares: Spare[] = []
/** The definition of the tables of each open database, as migrated. */
const shapes = new WeakMap<Database, string>()

/** Opens a migrated, empty database, on the engine of this run. */
export async function openTestDatabase(): Promise<Database> {
  const spare = spares.pop()
  if (spare) return spare.database
  const database = await (engine === 'server' ? cloneOnServer : copyEmbedded)(inject('template'))
  shapes.set(database, await readShape(database))
  return database
}

/**
 * Empties a database for the next test. That takes milliseconds, while opening another one takes as long as most
 * tests. Closes it instead if the test left connections in use or changed its tables.
 */
export async function giveBackTestDatabase(database: Database): Promise<void> {
  const shape = shapes.get(database)
  // The test has closed it.
  if (shape === undefined) return
  const isReusable = await isAsMigrated(database, shape).catch(() => false)
  if (!isReusable) return database.close()
  const wrong = await findWrongAuditEntries(database)
  await database.pool.query(emptyTables)
  spares.push({ database, shape })
  if (wrong.length > 0) throw new Error(`Wrong entries in the audit log: ${wrong.join('; ')}`)
}

/**
 * Deletes every row and restarts every sequence. Runs as a replica, because otherwise the audit log can't be emptied.
 */
const emptyTables = `do $$ declare used record; begin
  set local session_replication_role = replica;
  for used in
    select format(case when pg_relation_size(oid) > 1000000 then 'truncate %s cascade' else 'delete from %s' end, oid::regclass)
      as statement from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'schema_migrations'
      and pg_relation_size(oid) > 0
  loop execute used.statement; end loop;
  perform setval(seqrelid, seqstart, false) from pg_sequence where pg_sequence_last_value(seqrelid) is not null;
end $$`

/** Returns whether no connection is in use, and the tables are as migrated. */
async function isAsMigrated({ pool }: Database, shape: string): Promise<boolean> {
  return pool.totalCount === pool.idleCount && (await readShape({ pool })) === shape
}

/** Returns a string that changes with every table, column, index, constraint, trigger and function. */
async function readShape({ pool }: Pick<Database, 'pool'>): Promise<string> {
  const { rows } = await pool.query<{ shape: string }>(
    `select concat_ws(' ', sum(hashtext(concat(relation.oid, relname, attnum, attname, attisdropped))),
       (select count(*) from pg_constraint), (select count(*) from pg_trigger), (select count(*) from pg_proc)) as shape
     from pg_class relation join pg_attribute on attrelid = relation.oid
     where relnamespace = 'public'::regnamespace`,
  )
  return rows[0]?.shape ?? ''
}

async function cloneOnServer(url: string): Promise<Database> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const databaseUrl = await createDatabase(url, name, serverTemplate)
  const opened = await openDatabase({ databaseUrl, dataDir: '', log: () => undefined })
  const database = {
    ...opened,
    close: async () => {
      shapes.delete(database)
      await opened.close()
      await dropDatabase(url, name)
    },
  }
  return database
}

async function copyEmbedded(template: string): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), 'trestle-test-'))
  await cp(template, folder, { recursive: true })
  const opened = await openDatabase({ dataDir: folder, log: () => undefined })
  const database = {
    ...opened,
    close: async () => {
      shapes.delete(database)
      await opened.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return database
}
