// @module-tag server
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import { createMigratedDatabase } from '../testing/emptyDatabase.ts'
import { newFolder } from '../testing/folders.ts'
import { startErrorCollector } from '../testing/errorCollector.ts'
import { startSwitch } from '../testing/tcpSwitch.ts'
import { testKey } from '../testing/testKey.ts'
import { buildSignedIn, openClient, startServerProcess } from '../testing/serverProcess.ts'

const preload = (code: string): string[] => ['--import', `data:text/javascript,${encodeURIComponent(code)}`]

/** Preloads a defect into the server that a signal triggers, outside of every request. */
const plant = (defect: string): string[] => preload(`process.on('SIGUSR2', () => { ${defect} })`)

/** Preloads timers that run twenty times as fast. */
const fastTimers = preload(
  'const { setTimeout: later } = globalThis; globalThis.setTimeout = (run, ms, ...rest) => later(run, ms / 20, ...rest)',
)

/** Starts a server whose defect can be triggered, with a request that waits until `release`. */
async function startWaiting(defect: string, env: Record<string, string>, nodeArgs: string[] = []) {
  const { dsn, received } = await startErrorCollector()
  const database = await openTestDatabase()
  const { appId, token } = await buildSignedIn(database.pool)
  const server = await startServerProcess(
    {
      DATABASE_URL: String(database.pool.options.connectionString),
      RELEASE_STAGE: 'staging',
      WEB_FOLDER: await newFolder({ 'index.html': '<title>Trestle</title>' }),
      SMTP_URL: 'smtp://127.0.0.1:1',
      ENCRYPTION_KEYS: testKey,
      ERROR_REPORTING_DSN: dsn,
      ALLOW_INSECURE_COOKIES: 'true',
      ALLOW_LOCAL_FILES: 'true',
      ALLOW_PRIVATE_OUTGOING: 'true',
      ...env,
    },
    { nodeArgs: [...plant(defect), ...nodeArgs] },
  )
  const send = await openClient(server.url, token)
  const holder = await database.pool.connect()
  // Only this request locks the row. The jobs of a starting server would wait for the whole table too.
  await holder.query(`begin; select 1 from developer_apps where id = ${appId} for update`)
  const waiting = send('PATCH', `/api/v1/developer_apps/${appId}`, { internal_name: 'Site Sync 2' })
  const waitingHere = `select query from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await database.pool.query(waitingHere)).rows).toHaveLength(1)
  const release = async () => {
    await holder.query('rollback')
    holder.release()
  }
  const planted = () => server.lines.filter((line) => line.includes('planted defect'))
  return { server, received, database, waiting, release, planted }
}

test.each([
  ['an uncaught error', `throw new Error('planted defect')`],
  ['an unhandled rejection', `Promise.reject(new Error('planted defect'))`],
])(
  'logs %s in one line, reports it, and ends the process once the running request is answered',
  async (_name, defect) => {
    const { server, received, database, waiting, release, planted } = await startWaiting(defect, {
      DRAIN_SECONDS: '600',
    })
    server.child.kill('SIGUSR2')
    await expect.poll(planted).toHaveLength(1)
    // Its state may be wrong, so it takes no more requests, even before a load balancer has noticed.
    await expect.poll(() => fetch(server.url).then(() => 'answered', String)).toContain('fetch failed')
    await release()

    expect((await waiting).status).toBe(200)
    expect(await server.ended).toBe(1)
    expect(planted().map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        level: 'fatal',
        err: expect.objectContaining({ message: 'planted defect' }),
      }),
    ])
    expect(received.join()).toContain('"request_id":"uncaught"')
    expect(received.join()).not.toContain('planted defect')
    await database.close()
  },
)

test('after an uncaught error, too, requests have SHUTDOWN_SECONDS to finish', async () => {
  const { server, database, waiting, release, planted } = await startWaiting(
    `throw new Error('planted defect')`,
    { SHUTDOWN_SECONDS: '60' },
    fastTimers,
  )
  server.child.kill('SIGUSR2')
  await expect.poll(planted).toHaveLength(1)
  // Twenty seconds of the server.
  await setTimeout(1000)
  await release()
  expect((await waiting).status).toBe(200)
  expect(await server.ended).toBe(1)
  await database.close()
})

test('ends in time on a signal while the database is silent', async () => {
  const { DATABASE_URL = '', ...settings } = await createMigratedDatabase('server')
  const address = new URL(DATABASE_URL)
  const network = await startSwitch(Number(address.port))
  onTestFinished(network.close)
  address.port = String(network.port)
  const env = { ...settings, DATABASE_URL: address.href, SHUTDOWN_SECONDS: '20' }
  const server = await startServerProcess(env, { nodeArgs: fastTimers })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  network.fallSilent()
  // The server looks for jobs several times.
  await setTimeout(1000)
  const start = performance.now()
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(1)
  // Thirty seconds of the server: `SHUTDOWN_SECONDS`, and ten to close its connections.
  expect(performance.now() - start).toBeLessThan(5_000)
  expect(server.lines.join('\n')).toContain('the server did not stop in time')
})
