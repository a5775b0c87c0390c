import type pg from 'pg'

/** Table locks that a request with a row lock waits for before it changes the row. */
const blocksChanges = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock']

/**
 * Runs statements in a transaction, which is rolled back, and returns the tables whose lock they upgrade. A request
 * that has locked a row of such a table waits for the first lock before it changes the row, and the statements wait for
 * the request's lock before they get the stronger one. PostgreSQL aborts the request immediately, without waiting for
 * `deadlock_timeout` or for the statements' lock timeout. They must take the stronger lock first.
 */
export async function findRaisedLocks(pool: pg.Pool, sql: string): Promise<string[]> {
  const raised: string[] = []
  const passed = new Set<string>()
  for (;;) {
    const waiting = await runUntilLocked(pool, sql, passed)
    if (!waiting) return raised
    if (waiting.isRaised) raised.push(waiting.table)
    passed.add(waiting.table)
  }
}

interface Wait {
  table: string
  /** Whether the statements already had a weaker lock on the table. */
  isRaised: boolean
}

/**
 * Runs the statements while requests have locked rows of all other tables. Returns the first table that they wait for.
 */
async function runUntilLocked(pool: pg.Pool, sql: string, passed: Set<string>): Promise<Wait | undefined> {
  const [requests, client] = [await pool.connect(), await pool.connect()]
  try {
    const tables = (await listTables(pool)).filter((table) => !passed.has(table))
    await requests.query(`begin; lock table only ${tables.join(', only ')} in row share mode`)
    await client.query('begin')
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = rows[0]?.pid
    const run = { ended: false }
    const running = client.query(sql).finally(() => (run.ended = true))
    running.catch(() => undefined)
    for (;;) {
      const wait = await readWait(pool, pid)
      if (wait) {
        await pool.query('select pg_terminate_backend($1)', [pid])
        return wait
      }
      if (run.ended) {
        await running
        return undefined
      }
    }
  } finally {
    requests.release(true)
    client.release(true)
  }
}

async function listTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  )
  return rows.map(({ name }) => name)
}

async function readWait(pool: pg.Pool, pid: number | undefined): Promise<Wait | undefined> {
  const { rows } = await pool.query<Wait>(
    `select relation::regclass::text as table, exists (
       select from pg_locks held where held.pid = wait.pid and held.relation = wait.relation and granted and mode = any ($2)
     ) as "isRaised"
     from pg_locks wait where pid = $1 and not granted and relation is not null`,
    [pid, blocksChanges],
  )
  return rows[0]
}
