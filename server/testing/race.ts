import { engine } from './database.ts'
import type { TestServer } from './server.ts'
import type { Tables, Tx } from '../src/db/schema.ts'

/** Acquires the lock that calls need, in a transaction that ends once they wait. */
export type Hold = (tx: Tx) => Promise<unknown>

type TableWithId = {
  [Table in keyof Tables]: Tables[Table] extends { id: unknown } ? Table : never
}[keyof Tables]

/** Locks one row: calls that lock or change it wait, those that read or refer to it continue. */
export const holdRow =
  (table: TableWithId, id: number): Hold =>
  (tx) =>
    tx
      .selectFrom(table as 'developer_apps')
      .select('id')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()

/** Below the lock timeout, which would end the racers' wait. */
const maxWaitMs = 4_000

/** Opens as many connections as the racers need, so that none starts late because it has to connect first. */
async function warmUp({ database: { pool } }: TestServer, count: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()))
  for (const client of clients) client.release()
}

/** Counts the connections that wait for a lock. */
export async function countWaiting({ database: { pool } }: TestServer): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}

/**
 * Starts calls at the same time on open connections, for load tests, because there can't be more calls waiting for a
 * lock than connections. On cold connections, the first call would end before the last one has connected.
 */
export async function startTogether<T>(server: TestServer, calls: (() => Promise<T>)[]): Promise<T[]> {
  if (engine === 'server') await warmUp(server, Math.min(calls.length, server.database.pool.options.max))
  return Promise.all(calls.map((start) => start()))
}

/**
 * Makes calls wait for one lock, which is held until all of them are waiting, so that each has done its earlier reads
 * before any continues. Fails if a call ends without having waited.
 *
 * Supports at most eight racers, because the pool has ten connections. The embedded database runs one transaction at
 * a time, so there the calls just start together.
 */
export async function race<T>(server: TestServer, hold: Hold, racers: (() => Promise<T>)[]): Promise<T[]> {
  if (engine === 'embedded') return Promise.all(racers.map((start) => start()))
  return meet(server, hold, racers, { inOrder: false })
}

/**
 * Like `race`, but starts each call once the previous one is waiting, so that they get the lock in this order. The
 * embedded database runs them one at a time.
 */
export async function raceInOrder<T>(
  server: TestServer,
  hold: Hold,
  racers: (() => Promise<T>)[],
): Promise<T[]> {
  if (engine === 'server') return meet(server, hold, racers, { inOrder: true })
  const results: T[] = []
  for (const start of racers) results.push(await start())
  return results
}

/**
 * Makes a call wait for the lock of a transaction. The transaction commits once the call is waiting and `meanwhile` is
 * done. On the embedded database, the call starts after that.
 */
export async function callDuring<T>(
  server: TestServer,
  hold: Hold,
  call: () => Promise<T>,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<T> {
  const { db } = server.services
  if (engine === 'embedded') {
    await db.transaction().execute(hold)
    await meanwhile()
    return call()
  }
  await warmUp(server, 3)
  const { running } = await db.transaction().execute(async (tx) => {
    await hold(tx)
    let ended = 0
    const started = call().finally(() => (ended += 1))
    await untilAllWait(server, 1, () => ended)
    await meanwhile()
    return { running: started }
  })
  return running
}

async function meet<T>(
  server: TestServer,
  hold: Hold,
  racers: (() => Promise<T>)[],
  { inOrder }: { inOrder: boolean },
): Promise<T[]> {
  await warmUp(server, racers.length + 2)
  let ended = 0
  const started: Promise<T>[] = []
  let running: Promise<PromiseSettledResult<T>[]> = Promise.resolve([])
  const rollBack = new Error('The racers met.')
  await server.services.db
    .transaction()
    .execute(async (tx) => {
      await hold(tx)
      for (const start of racers) {
        started.push(start().finally(() => (ended += 1)))
        running = Promise.allSettled(started)
        if (inOrder) await untilAllWait(server, started.length, () => ended)
      }
      await untilAllWait(server, racers.length, () => ended)
      throw rollBack
    })
    .catch(async (error: unknown) => {
      if (error === rollBack) return
      await running
      throw error
    })
  return (await running).map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

async function untilAllWait(server: TestServer, count: number, countEnded: () => number): Promise<void> {
  const deadline = Date.now() + maxWaitMs
  for (;;) {
    const waiting = await countWaiting(server)
    if (waiting === count) return
    if (countEnded() > 0) throw new Error(`${countEnded()} of ${count} calls ended without the lock.`)
    if (Date.now() > deadline) throw new Error(`Only ${waiting} of ${count} calls wait for the lock.`)
  }
}
