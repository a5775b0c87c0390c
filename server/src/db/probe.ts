import type pg from 'pg'
import { withinTime } from '../withinTime.ts'
import { createPool } from './createPool.ts'
import type { Log } from './pool.ts'

export type DatabaseState = 'ready' | 'read_only' | 'unavailable'

export interface Probe {
  /** Checks the database within a second, with one check at a time: concurrent callers share the result. */
  check: () => Promise<DatabaseState>
  close: () => Promise<void>
}

const probeTimeoutMs = 1_000

/**
 * Creates a probe with its own connection: a pool whose connections are all in use must not look like a lost
 * database.
 */
export function createProbe(config: pg.PoolConfig, log: Log): Probe {
  const pool = createPool(
    { ...config, max: 1, connectionTimeoutMillis: probeTimeoutMs, query_timeout: probeTimeoutMs },
    log,
  )
  let running: Promise<DatabaseState> | undefined

  async function ask(): Promise<DatabaseState> {
    try {
      const { rows } = await pool.query<{ read_only: string }>(
        `select current_setting('transaction_read_only') as read_only`,
      )
      return rows[0]?.read_only === 'off' ? 'ready' : 'read_only'
    } catch (error) {
      log('warn', 'The database did not answer the readiness probe.', { error: String(error) })
      return 'unavailable'
    }
  }

  return {
    check: () => {
      // Connecting and querying each have this limit, and together must not take longer either.
      running ??= withinTime(ask(), probeTimeoutMs, () => 'unavailable' as const).finally(
        () => (running = undefined),
      )
      return running
    },
    close: () => pool.end(),
  }
}
