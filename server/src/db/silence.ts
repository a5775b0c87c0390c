import { Socket } from 'node:net'
import type pg from 'pg'

/** More than a statement may take (`statement_timeout`), so that a slow one fails with the error of the database. */
export const usualSilenceMs = 35_000

/** Returns the socket of a connection to a PostgreSQL server. */
export function findSocket(client: pg.ClientBase): Socket | undefined {
  const stream = 'connection' in client ? (client as pg.Client).connection.stream : undefined
  return stream instanceof Socket ? stream : undefined
}

/**
 * Ends a connection on which nothing is sent or received for this long. If the network or the machine of the database
 * disappears, neither a reply nor an error arrives, and the operating system would wait for 15 minutes.
 *
 * Call it for each new connection, and again when the pool gives it to someone, because the previous user may have
 * called `liftStatementLimit`. The pool closes idle connections sooner.
 */
export function limitSilence(client: pg.ClientBase, silenceMs: number): void {
  const socket = findSocket(client)
  if (!socket) return
  if (socket.listenerCount('timeout') === 0) {
    socket.on('timeout', () => {
      const { bytesRead } = socket
      // If the process was paused, its timers run before it reads what has arrived.
      setImmediate(() => {
        if (socket.bytesRead !== bytesRead) return
        const message = `The database has not replied for ${silenceMs / 1000} seconds.`
        socket.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }))
      })
    })
  }
  socket.setTimeout(silenceMs)
}

/** Lets statements of the current transaction take longer: a migration may build an index, or wait for another one. */
export async function liftStatementLimit(client: pg.ClientBase): Promise<void> {
  findSocket(client)?.setTimeout(0)
  await client.query('set local statement_timeout = 0')
}

/**
 * Lets the current transaction take longer than others: a backup reads whole tables, and a restore also copies all files
 * before it commits.
 */
export async function liftTimeLimits(client: pg.ClientBase): Promise<void> {
  await liftStatementLimit(client)
  await client.query('set local idle_in_transaction_session_timeout = 0')
}
