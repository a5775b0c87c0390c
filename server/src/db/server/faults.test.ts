// @module-tag engine
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMixedLoad } from '../../../testing/mixedLoad.ts'
import { startPostgres, type TestPostgres } from '../../../testing/postgres.ts'
import { roundCount } from '../../../testing/rounds.ts'
import {
  buildSignedIn,
  openClient,
  startServerProcess,
  type ServerProcess,
} from '../../../testing/serverProcess.ts'
import { connect } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { openDatabase, type Database } from '../pool.ts'

// A separate PostgreSQL for this file: it is stopped, locked and switched to read-only under a real server process.
let postgres: TestPostgres
let admin: Database
let server: ServerProcess
beforeAll(async () => {
  postgres = await startPostgres()
  server = await startServerProcess({
    DATABASE_URL: postgres.url,
    REQUESTS_PER_MINUTE: '1000000',
    SEMANTIC_VERSIONS: 'false',
  })
  admin = await openDatabase({ databaseUrl: postgres.url, dataDir: '', log: () => undefined })
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  await admin.close()
  await postgres.stop()
})

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const readyz = async (): Promise<[status: number, body: unknown]> => {
  const answer = await fetch(`${server.url}/readyz`)
  return [answer.status, await answer.json()]
}

/** Puts the server under a mixed load, causes a fault, lets it recover, and counts. */
async function survive(fault: () => Promise<void>): Promise<{ unavailable: number }> {
  const { appId, token } = await buildSignedIn(admin.pool)
  const load = startMixedLoad(await openClient(server.url, token), appId)
  await load.untilAcknowledged(10)
  await fault()
  await load.untilAcknowledged(20)
  const report = await load.stop()
  expect(report.wrong).toEqual([])
  expect(await report.findLost(connect(admin.pool))).toEqual([])
  expect(server.child.exitCode).toBe(null)
  await expect.poll(readyz).toEqual([200, { status: 'ready' }])
  return report
}

const terminateAll = () =>
  admin.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )

test('fails only the requests of terminated connections', { timeout: 120_000 }, async () => {
  await survive(async () => {
    for (let round = 0; round < roundCount({ short: 2, long: 20 }); round += 1) {
      await terminateAll()
      await pause(50)
    }
  })
  expect(server.lines.filter((line) => line.includes('A database connection was lost.'))).not.toEqual([])
})

test.each(['fast', 'crash'] as const)(
  'fails only the current requests during a %s restart of the database',
  { timeout: 120_000 },
  async (how) => {
    await survive(() => postgres.restart(how))
  },
)

test(
  'answers 503 after five seconds for a locked table, and blocks nothing else',
  { timeout: 120_000 },
  async () => {
    const client = new pg.Client({ connectionString: postgres.url })
    const report = await survive(async () => {
      await client.connect()
      await client.query('begin; lock table app_versions in access exclusive mode')
      await pause(6_000)
      expect(await readyz()).toEqual([200, { status: 'ready' }])
      await client.query('rollback')
    })
    await client.end()
    expect(report.unavailable).toBeGreaterThan(0)
  },
)

test(
  'refuses writes with 503, serves reads and is not ready on a read-only database',
  { timeout: 120_000 },
  async () => {
    const setReadOnly = async (value: 'on' | 'off') => {
      await admin.pool.query(`alter system set default_transaction_read_only = ${value}`)
      await admin.pool.query('select pg_reload_conf()')
    }
    const { token } = await buildSignedIn(admin.pool)
    const report = await survive(async () => {
      await setReadOnly('on')
      await expect.poll(readyz).toEqual([503, { status: 'read_only' }])
      const send = await openClient(server.url, token)
      const read = await send('GET', '/api/v1/developer_apps')
      expect(read.status).toBe(200)
      const write = await send('POST', '/api/v1/developer_apps', { internal_name: 'Too late' })
      expect(write).toMatchObject({
        status: 503,
        headers: { 'retry-after': '5' },
        body: { code: 'unavailable', message: expect.stringContaining('read-only') },
      })
      await setReadOnly('off')
    })
    expect(report.unavailable).toBeGreaterThan(0)
  },
)

test("releases a migration's locks after its timeout and tries again", async () => {
  const holder = await admin.pool.connect()
  await holder.query('begin; lock table schema_migrations in access exclusive mode')
  const fewTries = { tries: 2, lockTimeoutMs: 50, pauseMs: 10 }
  await expect(migrate(admin.pool, fewTries)).rejects.toThrow(
    'Another connection holds a lock that a migration needs.',
  )
  const migration = migrate(admin.pool, { tries: 500, lockTimeoutMs: 50, pauseMs: 10 })
  const isWaiting = async () => {
    const { rows } = await admin.pool.query(`select 1 from pg_locks where not granted`)
    return rows.length > 0
  }
  // Waits, releases, and waits again.
  for (const state of [true, false, true]) {
    await expect.poll(isWaiting, { interval: 2 }).toBe(state)
  }
  await holder.query('rollback')
  holder.release()
  expect(await migration).toEqual([])
})
