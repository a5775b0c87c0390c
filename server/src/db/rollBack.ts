import type pg from 'pg'

/**
 * Ends a transaction without storing anything, and gives its connection back to the pool. Doesn't throw: if the
 * connection was lost, the pool closes it, and the caller's own error says why.
 */
export async function rollBackAndRelease(client: pg.PoolClient): Promise<void> {
  const isLost = await client.query('rollback').then(
    () => false,
    () => true,
  )
  client.release(isLost)
}
