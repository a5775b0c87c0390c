import { join } from 'node:path'
import type pg from 'pg'
import { createPool, endPool } from './createPool.ts'
import { openEmbedded } from './embedded/embeddedPool.ts'
import { openOfOtherProcess } from './embedded/socket.ts'
import { prepareNamed } from './prepared.ts'
import { createProbe, type DatabaseState } from './probe.ts'
import { limitSilence, usualSilenceMs } from './silence.ts'
import { nameSslMode } from './sslMode.ts'
import { typeParsers } from './typeParsers.ts'

export type Log = (level: 'info' | 'warn' | 'error', message: string, details?: object) => void

export interface Database {
  pool: pg.Pool
  kind: 'embedded' | 'server'
  /** An embedded database that another process has open. */
  isOfOtherProcess?: true
  /** Checks the database within a second, through a separate connection. */
  probe: () => Promise<DatabaseState>
  close: () => Promise<void>
}

export interface DatabaseOptions {
  /** A PostgreSQL server, 15 or later. Without it the data is in `<dataDir>/db`, in this process. */
  databaseUrl?: string
  dataDir: string
  /**
   * How many connections to a PostgreSQL server this process uses at once, not counting that of the readiness probe.
   */
  poolSize?: number
  /** How long a PostgreSQL server may not reply. Tests shorten it. */
  silenceMs?: number
  log: Log
}

const oldestServer = 15

/** Opens the database with one driver and one dialect in both modes, so that rows look the same. */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl
    ? openServer(options.databaseUrl, options)
    : openEmbedded({
        folder: embeddedFolder(options.dataDir),
        socketFolder: options.dataDir,
        log: options.log,
      })
}

export const embeddedFolder = (dataDir: string): string => join(dataDir, 'db')

/** Opens a command's database, which may be embedded in a running server. */
export async function openDatabaseBeside(options: DatabaseOptions): Promise<Database> {
  try {
    return await openDatabase(options)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ELOCKED')) throw error
    return openOfOtherProcess(options.dataDir, options.log).catch(() => {
      throw error
    })
  }
}

async function openServer(
  databaseUrl: string,
  { poolSize = 10, silenceMs = usualSilenceMs, log }: DatabaseOptions,
): Promise<Database> {
  const config: pg.PoolConfig = {
    connectionString: nameSslMode(databaseUrl),
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    lock_timeout: 5_000,
    // Finds out within half a minute that the machine of the database is gone while a long statement runs.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'trestle',
    // The last one frees the locks of a process whose machine lost power: PostgreSQL would wait for it for two hours.
    options: '-c timezone=UTC -c datestyle=ISO -c idle_in_transaction_session_timeout=60s',
    types: typeParsers,
  }
  const onConnect = (client: pg.ClientBase): Promise<void> => {
    limitSilence(client, silenceMs)
    return prepareNamed(client)
  }
  const pool = createPool({ ...config, onConnect }, log)
  pool.on('acquire', (client) => limitSilence(client, silenceMs))
  const probe = createProbe(config, log)
  const close = async (): Promise<void> => {
    await Promise.all([probe.close(), endPool(pool)])
  }
  try {
    await checkServer(pool)
  } catch (error) {
    await close()
    throw error
  }
  return { pool, kind: 'server', probe: probe.check, close }
}

async function checkServer(pool: pg.Pool): Promise<void> {
  const rows = await readVersion(pool)
  const version = rows[0]?.server_version ?? ''
  if (Number.parseInt(version, 10) < oldestServer) {
    throw new Error(`DATABASE_URL points to PostgreSQL ${version}. Trestle needs ${oldestServer} or later.`)
  }
}

async function readVersion(pool: pg.Pool): Promise<{ server_version: string }[]> {
  try {
    return (await pool.query<{ server_version: string }>('show server_version')).rows
  } catch (error) {
    throw toUnusable(error)
  }
}

function toUnusable(error: unknown): Error {
  // A name that resolves to two addresses fails with one error each, and its own message is empty.
  const reasons = (error instanceof AggregateError ? error.errors : [error]).map(describe).join('; ')
  return new Error(`The database at DATABASE_URL can't be used: ${reasons}.${adviceFor(reasons)}`, {
    cause: error,
  })
}

/** PgBouncer refuses what it doesn't know, and its message doesn't say what to do. */
const adviceFor = (reasons: string): string =>
  reasons.includes('unsupported startup parameter')
    ? ' Add to pgbouncer.ini: ignore_startup_parameters = options,statement_timeout,lock_timeout'
    : ''

const describe = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
