import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { advisoryLocks } from './advisoryLocks.ts'
import { rollBackAndRelease } from './rollBack.ts'
import { hasTables } from './catalogue.ts'
import { findMissingRights } from './rights.ts'
import { liftStatementLimit } from './silence.ts'

const folder = new URL('../../migrations/', import.meta.url)

export interface Migration {
  name: string
  checksum: string
  sql: string
  /** Servers that have this migration can run with the newer one. Null if no older server can. */
  compatibleSince: string | null
}

/**
 * Tables that a migration locks before it begins, because it would raise their lock later: PostgreSQL would end a
 * request that waits for the weaker one. A migration that ran can't be edited.
 */
const lockedFirst: Record<string, string> = { '0071_monthly_partitions.sql': 'developer_apps' }

const compatibility = /^-- Compatible since: (\d{4}_\w+\.sql)$/m

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      const locked = lockedFirst[name]
      const sql = locked ? `lock table ${locked} in access exclusive mode;\n${text}` : text
      return { name, sql, checksum, compatibleSince: compatibility.exec(text)?.[1] ?? null }
    }),
  )
}

type Applied = Omit<Migration, 'sql'>

interface MigrateOptions {
  /**
   * How long a migration waits for a lock. Everyone else who needs the table waits behind it. Well below PostgreSQL's
   * `deadlock_timeout` of a second: a request and a migration that wait for each other aren't a deadlock yet when the
   * migration gives way, so PostgreSQL doesn't end the request.
   */
  lockTimeoutMs: number
  /** How many times a migration that doesn't get its locks is tried. */
  tries: number
  /** The pause between two tries, in which the requests behind the migration get through. */
  pauseMs: number
  /** The names of the migrations to run, for the data of an older release. Defaults to all of them. */
  only?: string[]
}

const defaults: MigrateOptions = { lockTimeoutMs: 300, tries: 60, pauseMs: 1_000 }

/**
 * Migrates the schema forward to the newest migration. Each migration has its own transaction, under a lock: servers
 * that start together wait for each other, and a failing migration leaves nothing behind. On a database in use it gets
 * its locks quickly or releases them and tries again. One transaction for all migrations would hold the locks of the
 * first ones while it waits for those of the last, which requests hardly ever allow.
 *
 * @returns the names of the migrations that ran now.
 *
 * @throws when an applied migration was edited, a newer release ran one that this program can't run with, the role has
 * no right to run one, or the locks can't be acquired.
 */
export async function migrate(pool: pg.Pool, provided: Partial<MigrateOptions> = {}): Promise<string[]> {
  const options = { ...defaults, ...provided }
  const ran: string[] = []
  try {
    const migrations = selectMigrations(await readMigrations(), options.only)
    for (;;) {
      const name = await retryLocks(options, () => runNext(pool, migrations, options.lockTimeoutMs))
      if (name === null) return ran
      ran.push(name)
    }
  } catch (error) {
    throw new Error(await explainFailure(pool, error), { cause: error })
  }
}

/** The SQLSTATEs of a missing right, of a database that is read-only, and of an extension that isn't available. */
const refusals = /^(42501|25006|0A000|58P01)$/

async function explainFailure(pool: pg.Pool, error: unknown): Promise<string> {
  const isRefused = error instanceof Error && 'code' in error && refusals.test(String(error.code))
  const missing = isRefused ? await findMissingRights(pool).catch(() => []) : []
  const reason = error instanceof Error ? error.message : String(error)
  return [`The database could not be migrated: ${reason}`, ...missing].join('\n')
}

async function retryLocks<Result>(
  { tries, pauseMs }: MigrateOptions,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (!isLockFailure(error)) throw error
      if (attempt === tries) {
        throw new Error('Another connection holds a lock that a migration needs.', { cause: error })
      }
      await sleep(pauseMs)
    }
  }
}

interface MigrationState {
  /** How many migrations the database has. */
  applied: number
  /** The names of those that the next start runs. */
  pending: string[]
  /** The names of those that a newer release ran. */
  newer: string[]
}

/** Changes nothing. */
export async function readMigrationState(pool: pg.Pool): Promise<MigrationState> {
  const applied = (await hasTables(pool)) ? await readApplied(pool) : []
  const known = await readMigrations()
  return {
    applied: applied.length,
    pending: pendingMigrations(known, applied).map(({ name }) => name),
    newer: findNewer(known, applied).map(({ name }) => name),
  }
}

function selectMigrations(known: Migration[], only: string[] | undefined): Migration[] {
  if (!only) return known
  const unknown = only.filter((name) => !known.some((migration) => migration.name === name))
  if (unknown.length > 0) {
    throw new Error(
      `This version of Trestle doesn't have the migrations ${unknown.join(', ')}. Use a newer one.`,
    )
  }
  return known.filter(({ name }) => only.includes(name))
}

/** Also reads the table of earlier releases, which didn't store what a migration is compatible with. */
async function readApplied(client: pg.Pool | pg.ClientBase): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    `select name, checksum, to_jsonb(schema_migrations) ->> 'compatible_since' as "compatibleSince"
     from schema_migrations order by name`,
  )
  return rows
}

/** Runs no statement if nothing is missing: even one that changes nothing would wait for a lock. */
async function createMigrationsTable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ columns: number }>(
    `select count(*)::int as columns from pg_attribute
     where attrelid = to_regclass('schema_migrations') and attname = 'compatible_since'`,
  )
  if (rows[0]?.columns === 1) return
  await client.query(
    `create table if not exists schema_migrations (
       name text primary key, checksum text not null, applied_at timestamptz not null default now());
     alter table schema_migrations add column compatible_since text`,
  )
}

/** Whether a lock took too long, or PostgreSQL ended the migration because it and a request waited for each other. */
const isLockFailure = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01')

/**
 * Runs the oldest pending migration, because each builds on the one before it. Returns its name; null if none is
 * pending.
 */
async function runNext(
  pool: pg.Pool,
  migrations: Migration[],
  lockTimeoutMs: number,
): Promise<string | null> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Waiting for another server's migration, or a long migration of this one, is not a runaway query. PostgreSQL still
    // ends the transaction, and frees its locks, if this process disappears.
    await liftStatementLimit(client)
    await client.query('set local lock_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.migrations])
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    await createMigrationsTable(client)
    const [next] = pendingMigrations(migrations, await readApplied(client))
    if (next) {
      await client.query(next.sql)
      await client.query(
        'insert into schema_migrations (name, checksum, compatible_since) values ($1, $2, $3)',
        [next.name, next.checksum, next.compatibleSince],
      )
    }
    await client.query('commit')
    client.release()
    return next?.name ?? null
  } catch (error) {
    await rollBackAndRelease(client)
    throw error
  }
}

function pendingMigrations(known: Migration[], applied: Applied[]): Migration[] {
  for (const row of applied) {
    const migration = known.find(({ name }) => name === row.name)
    if (migration && migration.checksum !== row.checksum) {
      throw new Error(`The migration ${row.name} was changed after it ran.`)
    }
  }
  const pending = known.filter(({ name }) => !applied.some((row) => row.name === name))
  const isCompatible = ({ compatibleSince }: Applied) => known.some(({ name }) => name === compatibleSince)
  const newer = findNewer(known, applied)
  // Its own migrations expect a schema without the newer ones.
  const refused = pending.length > 0 ? newer[0] : newer.find((row) => !isCompatible(row))
  if (refused) {
    throw new Error(
      `The database was migrated by a newer version of Trestle, which added ${refused.name}. Start that version or a newer one.`,
    )
  }
  return pending
}

/** Returns what a newer release added. */
const findNewer = (known: Migration[], applied: Applied[]): Applied[] =>
  applied.filter((row) => !known.some(({ name }) => name === row.name))
