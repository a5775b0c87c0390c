import pg from 'pg'
import { withinTime } from '../withinTime.ts'
import type { Log } from './pool.ts'

const endTimeoutMs = 10_000

/**
 * Ends the pool unless the owner of a query builder over it has already done so. Doesn't wait indefinitely for a
 * connection that was never released.
 */
export async function endPool(pool: pg.Pool, timeoutMs = endTimeoutMs): Promise<void> {
  if (pool.ending) return
  await withinTime(pool.end(), timeoutMs, () => undefined)
}

/**
 * Creates a pool whose connections may be lost at any time. The driver then emits an error on the connection, even
 * while it is in use, and an error event without a listener ends the process.
 */
export function createPool(config: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('connect', (client) =>
    client.on('error', (error) => log('warn', 'A database connection was lost.', { error: error.message })),
  )
  // The pool emits the same error again if the connection was idle.
  pool.on('error', () => undefined)
  return pool
}
