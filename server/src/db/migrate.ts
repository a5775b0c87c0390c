import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const folder = new URL('../../migrations/', import.meta.url)
const lockKey = 7_401_913

interface Migration {
  name: string
  checksum: string
  sql: string
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

interface MigrateOptions {
  /** How long a migration waits for a lock. Everyone else who needs the table waits behind it. */
  lockTimeoutMs: number
  /** How often a migration that doesn't get its locks is tried. */
  tries: number
  /** The pause between two tries, in which the requests behind the migration get through. */
  pauseMs: number
}

const defaults: MigrateOptions = { lockTimeoutMs: 3_000, tries: 20, pauseMs: 1_000 }

/**
 * Migrates the schema forward to the newest migration, in one transaction under a lock: servers that start together
 * wait for each other, and a failing migration leaves nothing behind. On a database in use it gets its locks quickly
 * or releases them and tries again.
 *
 * @returns the names of the migrations that ran now.
 *
 * @throws when an applied migration was edited, the database is ahead of this program, or the locks can't be
 * acquired.
 */
export async function migrate(pool: pg.Pool, provided: Partial<MigrateOptions> = {}): Promise<string[]> {
  const options = { ...defaults, ...provided }
  const migrations = await readMigrations()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateOnce(pool, migrations, options.lockTimeoutMs)
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (attempt === options.tries) {
        throw new Error('Another connection holds a lock that a migration needs.', { cause: error })
      }
      await sleep(options.pauseMs)
    }
  }
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03'

async function migrateOnce(pool: pg.Pool, migrations: Migration[], lockTimeoutMs: number): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Waiting for another server's migration, or a long migration of this one, is not a runaway query.
    await client.query('set local statement_timeout = 0')
    await client.query('set local lock_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const applied = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations order by name',
    )
    const pending = pendingMigrations(migrations, applied.rows)
    for (const migration of pending) {
      // In order, one after the other, because each builds on the one before it.
      await client.query(migration.sql)
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
        migration.name,
        migration.checksum,
      ])
    }
    await client.query('commit')
    return pending.map((migration) => migration.name)
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

function pendingMigrations(known: Migration[], applied: { name: string; checksum: string }[]): Migration[] {
  for (const row of applied) {
    const migration = known.find(({ name }) => name === row.name)
    if (!migration)
      throw new Error(
        `The database was migrated by a newer version of Trestle, which added ${row.name}. Start that version or a newer one.`,
      )
    if (migration.checksum !== row.checksum)
      throw new Error(`The migration ${row.name} was changed after it ran.`)
  }
  return known.filter(({ name }) => !applied.some((row) => row.name === name))
}
