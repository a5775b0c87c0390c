import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createMigratedDatabase } from '../../../testing/emptyDatabase.ts'
import { startSwitch } from '../../../testing/tcpSwitch.ts'
import { findPooler } from '../../doctor/store.ts'
import { advisoryLocks } from '../advisoryLocks.ts'
import { connect } from '../connect.ts'
import { findFault } from '../faults.ts'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../pool.ts'
import { rollBackAndRelease } from '../rollBack.ts'
import { liftTimeLimits } from '../silence.ts'

const silenceMs = 500
const options = { dataDir: '', poolSize: 2, silenceMs, log: () => undefined }

/** Opens a database behind an address whose connections can fall silent. */
async function open() {
  const { DATABASE_URL = '' } = await createMigratedDatabase('server')
  const url = new URL(DATABASE_URL)
  const address = await startSwitch(Number(url.port))
  url.port = String(address.port)
  const logged: string[] = []
  const database = await openDatabase({
    ...options,
    databaseUrl: url.href,
    log: (_level, message, details) => void logged.push(`${message} ${JSON.stringify(details)}`),
  })
  const direct = new pg.Pool({ connectionString: DATABASE_URL })
  // Its end doesn't wait until PostgreSQL has closed the connections, and the database is dropped then.
  direct.on('error', () => undefined)
  onTestFinished(async () => {
    await database.close()
    await address.close()
    await direct.end()
  })
  return { ...database, address, logged, direct }
}

const read = 'select 1 as one'

test('ends connections on which nothing arrives, so that the next statements use new ones', async () => {
  const { pool, address, logged, probe } = await open()
  const db = connect(pool)
  const transaction = db.transaction().execute(async (tx) => {
    await tx.selectFrom('developers').select('id').execute()
    address.fallSilent()
    await tx.selectFrom('developers').select('id').execute()
  })
  const error = await transaction.catch((reason: unknown) => reason)
  expect(findFault(error as Error)).toBe('unreachable')
  expect(logged).toContainEqual(expect.stringContaining('The database has not replied for 0.5 seconds.'))
  expect((await pool.query(read)).rows).toEqual([{ one: 1 }])
  await expect.poll(probe).toBe('ready')
})

test('ends a connection that was idle when the network disappeared', async () => {
  const { pool, address } = await open()
  await pool.query(read)
  address.fallSilent()
  await expect(pool.query(read)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect((await pool.query(read)).rows).toEqual([{ one: 1 }])
})

test('lets statements without time limits take longer, and the others on the same connection no longer', async () => {
  const { pool, address } = await open()
  const client = await pool.connect()
  await client.query('begin')
  await liftTimeLimits(client)
  await client.query('select pg_sleep($1)', [(2 * silenceMs) / 1000])
  await rollBackAndRelease(client)
  expect(pool.totalCount).toBe(1)
  address.fallSilent()
  await expect(pool.query(read)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})

test('a process that was paused still gets the replies that arrived', async () => {
  const { DATABASE_URL: databaseUrl = '' } = await createMigratedDatabase('server')
  const { pool, close } = await openDatabase({ ...options, databaseUrl })
  onTestFinished(close)
  const replied = pool.query(`select 1 as one from pg_sleep(0.2)`)
  await pause(50)
  // Timers run next.
  await setImmediate()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * silenceMs)
  expect((await replied).rows).toEqual([{ one: 1 }])
})

test('the doctor ends if the network disappears while it looks for a pooler', async () => {
  const { pool, address } = await open()
  address.fallSilent()
  await expect(findPooler(pool)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect(await findPooler(pool)).toBe('none')
})

test('PostgreSQL frees the locks of a migration whose process is gone', async () => {
  const { pool, address, direct } = await open()
  const other = await direct.connect()
  await other.query('select pg_advisory_lock($1)', [advisoryLocks.migrations])
  // On the connection that the migration gets. It is a minute, which is too long for a test.
  await pool.query('set idle_in_transaction_session_timeout = 200')
  const migrating = migrate(pool).catch(() => undefined)
  const listLocks = async () => {
    const { rows } = await direct.query<{ granted: boolean }>(
      `select granted from pg_locks join pg_database on pg_database.oid = database and datname = current_database()
       where locktype = 'advisory' and objid = ${advisoryLocks.migrations} order by granted`,
    )
    return rows.map(({ granted }) => granted)
  }
  await expect.poll(listLocks).toEqual([false, true])
  address.fallSilent()
  await other.query('select pg_advisory_unlock($1)', [advisoryLocks.migrations])
  other.release()
  await expect.poll(listLocks).toEqual([])
  await address.close()
  await migrating
})
