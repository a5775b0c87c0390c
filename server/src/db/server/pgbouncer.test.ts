import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../../../testing/folders.ts'
import { startMixedLoad } from '../../../testing/mixedLoad.ts'
import { findFreePort, serverIdentity, startPostgres } from '../../../testing/postgres.ts'
import { buildSignedIn, openClient, startServerProcess } from '../../../testing/serverProcess.ts'
import { roundCount } from '../../../testing/rounds.ts'
import { watchCertificates } from '../../doctor/checkCertificates.ts'
import { checkDatabase } from '../../doctor/checkDatabase.ts'
import { createOutgoing } from '../../outgoing/outgoing.ts'
import { checkQuota } from '../../quotas/checkQuota.ts'
import { readSettings } from '../../settings.ts'
import { connect } from '../connect.ts'
import { openDatabase } from '../pool.ts'

const program = '/usr/sbin/pgbouncer'

/** Starts PgBouncer in front of a PostgreSQL, with two connections for everyone. Returns its address. */
async function startPooler(databaseUrl: string, mode: string, settings: string): Promise<string> {
  const { port: behind } = new URL(databaseUrl)
  const port = await findFreePort()
  const folder = await newFolder()
  const file = `${folder}/pgbouncer.ini`
  await writeFile(
    file,
    `[databases]
    postgres = host=127.0.0.1 port=${behind} user=postgres
    [pgbouncer]
    listen_addr = 127.0.0.1
    listen_port = ${port}
    unix_socket_dir =
    auth_type = any
    pool_mode = ${mode}
    default_pool_size = 2
    ${settings}`,
  )
  await chmod(folder, 0o755)
  const pooler = spawn(program, [file], { ...serverIdentity(), stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void pooler.kill('SIGKILL'))
  await new Promise<void>((resolve) => {
    createInterface({ input: pooler.stderr }).on('line', (line) => {
      if (line.includes('process up')) resolve()
    })
  })
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}

function checkDatabaseAt(url: string) {
  const settings = readSettings({ DATABASE_URL: url })
  return checkDatabase(settings, createOutgoing(settings), watchCertificates())
}

const problemsAt = async (url: string): Promise<string[]> =>
  (await checkDatabaseAt(url)).filter(({ level }) => level === 'problem').map(({ text }) => text)

const ignored = 'ignore_startup_parameters = options,statement_timeout,lock_timeout'
const options = { timeout: 600_000, skip: !existsSync(program) && process.env.TEST_LONG !== 'true' }

/** Checks the same quota over several connections, whose transactions share the pooler's two. */
async function checkQuotas(databaseUrl: string): Promise<void> {
  const { pool, close } = await openDatabase({ databaseUrl, dataDir: '', log: () => undefined })
  const clock = { db: connect(pool), now: () => new Date(), settings: readSettings({}) }
  const check = { server: 'Production_US01', domain: 'app', occurred_at: new Date().toISOString() } as const
  try {
    const answers = await Promise.all(Array.from({ length: 40 }, () => checkQuota(clock, check)))
    expect(answers.every(({ allowed }) => allowed)).toBe(true)
  } finally {
    await close()
  }
}

test('serves through PgBouncer in transaction mode, once the doctor is content', options, async () => {
  const postgres = await startPostgres()
  onTestFinished(postgres.stop)
  const strict = await startPooler(postgres.url, 'transaction', '')
  expect(await problemsAt(strict)).toEqual([expect.stringContaining(`Add to pgbouncer.ini: ${ignored}`)])

  const { pool: admin, close } = await openDatabase({
    databaseUrl: postgres.url,
    dataDir: '',
    log: () => undefined,
  })
  onTestFinished(close)
  await admin.query(`alter role postgres set timezone = 'America/Lima'`)
  const unset = await startPooler(postgres.url, 'transaction', ignored)
  const [problem = '', ...others] = await problemsAt(unset)
  const statements = [
    `timezone = 'UTC'`,
    `statement_timeout = '30s'`,
    `lock_timeout = '5s'`,
    `idle_in_transaction_session_timeout = '60s'`,
  ].map((setting) => `alter role "postgres" set ${setting};`)
  expect([problem, others]).toEqual([
    `The pooler ignores session settings of the portal. Run once, and then restart the pooler: ${statements.join(' ')}`,
    [],
  ])
  const hasty = await startServerProcess({ DATABASE_URL: unset })
  hasty.child.kill('SIGTERM')
  expect(hasty.lines.map((line) => (line.startsWith('{') ? JSON.parse(line).msg : line))).toContain(problem)
  expect(await hasty.ended).toBe(0)
  await admin.query(problem.replace(/^.* restart the pooler: /, ''))

  const url = await startPooler(postgres.url, 'transaction', ignored)
  const findings = await checkDatabaseAt(url)
  expect(findings.map(({ level }) => level)).toEqual(['ok', 'ok'])
  expect(findings[0]?.text).toMatch(
    /^The database is PostgreSQL \S+.* through a pooler in transaction mode\.$/,
  )

  const server = await startServerProcess({
    DATABASE_URL: url,
    REQUESTS_PER_MINUTE: '1000000',
    SEMANTIC_VERSIONS: 'false',
  })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  const { appId, token } = await buildSignedIn(admin)
  const load = startMixedLoad(await openClient(server.url, token), appId)
  await load.untilAcknowledged(roundCount({ short: 20, long: 500 }))
  const report = await load.stop()
  expect(report).toMatchObject({ unavailable: 0, wrong: [] })
  expect(await report.findLost(connect(admin))).toEqual([])
  await checkQuotas(url)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

test('knows PgBouncer in session mode', options, async () => {
  const postgres = await startPostgres()
  onTestFinished(postgres.stop)
  const url = await startPooler(postgres.url, 'session', ignored)
  const [first] = await checkDatabaseAt(url)
  expect(first?.text).toMatch(/through a pooler in session mode\.$/)
})

test('a start ends with the reason if PgBouncer has no connection to give away', options, async () => {
  const postgres = await startPostgres()
  onTestFinished(postgres.stop)
  const url = await startPooler(postgres.url, 'session', ignored)
  const open = (silenceMs?: number) =>
    openDatabase({ databaseUrl: url, dataDir: '', log: () => undefined, ...(silenceMs && { silenceMs }) })
  const other = await open()
  onTestFinished(other.close)
  const clients = await Promise.all([other.pool.connect(), other.pool.connect()])
  await expect(open(500)).rejects.toThrow(
    /^The database at DATABASE_URL can't be used: The database has not replied for 0\.5 seconds\.$/,
  )
  for (const client of clients) client.release()
})
