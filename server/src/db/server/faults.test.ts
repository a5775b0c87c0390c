// @module-tag engine
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildInviters, startInviting } from '../../../testing/invitationLoad.ts'
import { startMixedLoad, type Load } from '../../../testing/mixedLoad.ts'
import { canReplicate, findFreePort, startPostgres, type TestPostgres } from '../../../testing/postgres.ts'
import { roundCount } from '../../../testing/rounds.ts'
import {
  buildSignedIn,
  openClient,
  openClientOfAny,
  startServerProcess,
  type ServerProcess,
} from '../../../testing/serverProcess.ts'
import { openSmtp, type TestSmtp } from '../../../testing/smtp.ts'
import { startSwitch, type TcpSwitch } from '../../../testing/tcpSwitch.ts'
import { connect } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { openDatabase, type Database } from '../pool.ts'

// A separate PostgreSQL for this file: it is stopped, locked and switched to read-only under a real server process.
let postgres: TestPostgres
let admin: Database
let server: ServerProcess
/** The address that the server connects to. */
let address: TcpSwitch
/** Confirms each email a moment after it arrives, so that many are in transit. */
let smtp: TestSmtp

const portOf = ({ url }: TestPostgres): number => Number(new URL(url).port)

const openAdmin = (): Promise<Database> =>
  openDatabase({ databaseUrl: postgres.url, dataDir: '', log: () => undefined })

const settings = { REQUESTS_PER_MINUTE: '1000000', SEMANTIC_VERSIONS: 'false' }

/** Starts a server on this port, where it takes over the jobs of a process that was killed. */
const startServer = async (port?: number): Promise<ServerProcess> =>
  startServerProcess({
    ...settings,
    PORT: String(port ?? (await findFreePort())),
    SMTP_URL: smtp.url,
    DATABASE_URL: `postgres://postgres@127.0.0.1:${address.port}/postgres`,
  })

beforeAll(async () => {
  postgres = await startPostgres()
  address = await startSwitch(portOf(postgres))
  smtp = await openSmtp({ confirmMs: 20 })
  server = await startServer()
  admin = await openAdmin()
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  await admin.close()
  await address.close()
  await postgres.stop()
  await smtp.close()
})

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const readyz = async (): Promise<[status: number, body: unknown]> => {
  const answer = await fetch(`${server.url}/readyz`)
  return [answer.status, await answer.json()]
}

/** Puts the server under a mixed load that also sends emails, causes a fault, lets it recover, and counts. */
async function survive(fault: (load: Load) => Promise<void>): Promise<{ unavailable: number }> {
  const open = (token: string) => openClient(server.url, token)
  const { appId, token } = await buildSignedIn(admin.pool)
  const inviting = startInviting(await buildInviters(admin.pool, roundCount({ short: 2, long: 8 }), open))
  const load = startMixedLoad(await open(token), appId)
  await load.untilAcknowledged(10)
  await fault(load)
  await load.untilAcknowledged(20)
  const report = await load.stop()
  expect(report.wrong).toEqual([])
  expect(await inviting.stop(admin.pool, smtp.received)).toMatchObject({ wrong: [], lost: [], tooOften: [] })
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

/** Waits for a random number of acknowledged writes, so that each fault happens at a different moment. */
const untilSomeMoment = (load: Load): Promise<void> =>
  load.untilAcknowledged(5 + Math.floor(Math.random() * 50))

test.each(['fast', 'crash'] as const)(
  'fails only the current requests during a %s restart of the database',
  { timeout: 600_000 },
  async (how) => {
    await survive(async (load) => {
      for (let round = 0; round < roundCount({ short: 1, long: 10 }); round += 1) {
        await postgres.restart(how)
        if (round > 0) await untilSomeMoment(load)
      }
    })
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

const isLong = process.env.TEST_LONG === 'true'

// `silence.test.ts` tries the same on one connection, with a shorter limit.
test.runIf(isLong)('replaces its connections when their network is gone', { timeout: 300_000 }, async () => {
  const { unavailable } = await survive(async (load) => {
    address.fallSilent()
    await load.untilUnavailable(1)
  })
  expect(unavailable).toBeGreaterThan(0)
  expect(server.lines).toContainEqual(expect.stringContaining('The database has not replied for 35 seconds.'))
})

/** How many emails a process sends in parallel. */
const emailsAtOnce = 4

/** Runs the task while every process waits for the email server, before and after it has the email. */
async function whileSending(processes: ServerProcess[], task: () => Promise<void>): Promise<void> {
  const { waiting, release } = smtp.hold()
  await expect.poll(waiting, { interval: 2 }).toBe(emailsAtOnce * processes.length)
  await task()
  release()
}

async function kill({ child, ended }: ServerProcess): Promise<void> {
  child.kill('SIGKILL')
  expect(await ended).toBe('SIGKILL')
}

test(
  'loses nothing acknowledged and sends no email more than twice when one of two processes is killed',
  // Each repetition has its own app, because saves take longer with every version of an app.
  { timeout: 600_000, repeats: roundCount({ short: 0, long: 9 }) },
  async () => {
    const { appId, token } = await buildSignedIn(admin.pool)
    const processes: [ServerProcess, ServerProcess] = [server, await startServer()]
    const open = (of: string) => openClientOfAny(processes, of)
    const inviting = startInviting(await buildInviters(admin.pool, roundCount({ short: 8, long: 120 }), open))
    const load = startMixedLoad(await open(token), appId)
    for (let round = 0; round < roundCount({ short: 1, long: 20 }); round += 1) {
      const [killed, other] = round % 2 === 0 ? ([1, 0] as const) : ([0, 1] as const)
      const { child, url } = processes[other]
      if (child.killed) processes[other] = await startServer(Number(new URL(url).port))
      await untilSomeMoment(load)
      // Every second kill happens at a random moment.
      if (round % 2 === 0) await whileSending(processes, () => kill(processes[killed]))
      else await kill(processes[killed])
      await load.untilAcknowledged(20)
    }
    const report = await load.stop()
    expect(report.wrong).toEqual([])
    expect(report.unavailable).toBeGreaterThan(0)
    expect(await report.findLost(connect(admin.pool))).toEqual([])
    const invitations = await inviting.stop(admin.pool, smtp.received)
    expect(invitations).toMatchObject({ wrong: [], lost: [], tooOften: [] })
    expect(invitations.interrupted).toBeGreaterThan(0)
    server = processes.find(({ child }) => !child.killed) ?? (await startServer())
  },
)

/** Makes a standby the primary, as an administrator does after the loss of the primary. */
async function failOver(): Promise<void> {
  const standby = await startPostgres({ primary: postgres.url })
  // No write is acknowledged before the standby has it.
  await admin.pool.query(`alter system set synchronous_standby_names = '*'`)
  await admin.pool.query('select pg_reload_conf()')
  const isSynchronous = async () => {
    const { rows } = await admin.pool.query<{ sync_state: string }>(
      'select sync_state from pg_stat_replication',
    )
    return rows.map(({ sync_state: state }) => state)
  }
  await expect.poll(isSynchronous).toEqual(['sync'])
  await survive(async () => {
    await postgres.stop()
    await admin.close()
    postgres = standby
    admin = await openAdmin()
    address.leadTo(portOf(standby))
    await expect.poll(readyz).toEqual([503, { status: 'read_only' }])
    await admin.pool.query('select pg_promote()')
  })
}

test.skipIf(!canReplicate())(
  'loses nothing acknowledged when a standby takes over from the database',
  { timeout: 600_000 },
  async () => {
    for (let round = 0; round < roundCount({ short: 1, long: 5 }); round += 1) await failOver()
  },
)
