import pg from 'pg'
import type { Log } from './pool.ts'

/**
 * A pool whose connections may be lost at any time. The driver emits an error on the connection then, also while
 * someone uses it, and an error event without a listener ends the process.
 */
export function createPool(config: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('connect', (client) =>
    client.on('error', (error) => log('warn', 'A database connection was lost.', { error: error.message })),
  )
  // The same error again, from the pool, when the connection was idle.
  pool.on('error', () => undefined)
  return pool
}
