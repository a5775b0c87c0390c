import pg from 'pg'
import type { Log } from './pool.ts'

/**
 * Creates a pool whose connections may be lost at any time. The driver then emits an error on the connection, also
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
