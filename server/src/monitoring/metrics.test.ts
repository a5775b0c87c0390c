import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { getDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import Fastify from 'fastify'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { load } from 'js-yaml'
import { buildApp, buildDeveloper } from '../../testing/build.ts'
import { newFolder } from '../../testing/folders.ts'
import { findFreePort } from '../../testing/postgres.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { startSmtp } from '../../testing/smtp.ts'
import { openSocket, readToEnd } from '../../testing/sockets.ts'
import { byCommand } from '../access/actor.ts'
import type { EncryptedColumn } from '../encryption/columns.ts'
import { createEncryption } from '../encryption/encryption.ts'
import { setLastBackup } from '../backups/store.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { serveMetrics } from '../http/serveMetrics.ts'
import { loggerOptions } from '../logging.ts'
import { sendEmail } from '../mail/send.ts'
import { createMonitoring } from './createMonitoring.ts'
import { readSettings } from '../settings.ts'

const token = 'scrape-me'

async function scrape(server: TestServer): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const { statusCode, body, headers: replied } = await server.app.inject({ url: '/metrics', headers })
  expect([statusCode, replied['content-type']]).toEqual([200, expect.stringContaining('text/plain')])
  return body
}

/** Returns the value of a metric's line, or null without one. */
const valueOf = (text: string, line: string): number | null => {
  const found = text.split('\n').find((each) => each.startsWith(`${line} `))
  return found === undefined ? null : Number(found.slice(line.length + 1))
}

test('counts requests by route pattern and status, with their latency', async () => {
  const server = await startTestServer({ env: { METRICS_TOKEN: token } })
  const owner = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: owner.id })
  const started = performance.now()
  await server.as(owner).call(getDeveloperApp, { params: { id: app.id } })
  await server.as(owner).refusal(getDeveloperApp, { params: { id: app.id + 1000 } })
  const seconds = (performance.now() - started) / 1000
  await server.app.inject({ url: `/api/v1/${'planted'.repeat(3)}` })
  await server.app.inject({ url: '/api/v1/%planted' })
  const text = await scrape(server)
  const route = 'method="GET",route="/api/v1/developer_apps/:id"'
  expect(valueOf(text, `trestle_http_requests_total{${route},status="200"}`)).toBe(1)
  expect(valueOf(text, `trestle_http_requests_total{${route},status="404"}`)).toBe(1)
  expect(valueOf(text, `trestle_http_request_duration_seconds_count{${route}}`)).toBe(2)
  const sum = valueOf(text, `trestle_http_request_duration_seconds_sum{${route}}`)
  expect(sum).toBeGreaterThan(0)
  expect(sum).toBeLessThan(seconds)
  const limits = [...text.matchAll(/_duration_seconds_bucket\{le="([^"]+)",(.*)\}/g)]
    .filter(([, , labels]) => labels === route)
    .map(([, limit]) => Number(limit?.replace('+Inf', 'Infinity')))
  expect(limits).toEqual([0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 5, 10, Infinity])
  const unreadable = 'method="GET",route="none",status="400"'
  expect(valueOf(text, `trestle_http_requests_total{${unreadable}}`), 'unreadable address').toBe(1)
  expect(text).not.toContain('planted')
})

test('counts every page as one route, whatever its address', async () => {
  const webFolder = await newFolder({ 'index.html': '<title>x</title><div id="root"></div><!--bootstrap-->' })
  const server = await startTestServer({ env: { METRICS_TOKEN: token }, webFolder })
  for (const url of ['/', '/developer_apps/7', '/developer_apps/8?page=2', '/no-such-page']) {
    await server.app.inject({ url, headers: { accept: 'text/html' } })
  }
  const text = await scrape(server)
  const routes = new Set(
    [...text.matchAll(/http_requests_total\{.*route="([^"]*)"/g)].map(([, name]) => name),
  )
  expect(routes).toEqual(new Set(['page']))
})

test('reports the pool, jobs by kind and state with the oldest age by priority, emails, the event loop, memory and build', async () => {
  const server = await startTestServer({ env: { METRICS_TOKEN: token } })
  const { db, now } = server.services
  await db.transaction().execute(async (tx) => {
    const email = { kind: 'sandbox_ready', recipient: 'a@example.test', subject: 'A', body: 'B' } as const
    await sendEmail(tx, byCommand, now(), email)
    const hourAgo = new Date(now().getTime() - hourMs)
    await sendEmail(tx, byCommand, hourAgo, { ...email, kind: 'critical_notification' })
    await sendEmail(tx, byCommand, now(), email)
    const held = await sendEmail(tx, byCommand, hourAgo, email)
    // As past the limit, when an email waits for its digest.
    await tx
      .updateTable('mails')
      .set({ digest: '1/1' })
      .where('id', '=', held ?? 0)
      .execute()
    await tx
      .updateTable('jobs')
      .set({ kind: 'mail.digest', key: '1/1' })
      .where('key', '=', String(held))
      .execute()
    await enqueue(tx, now(), {
      kind: 'file.delete',
      key: 'later',
      payload: { key: 'later' },
      delayMs: hourMs,
    })
  })
  await db
    .insertInto('jobs')
    .values([
      {
        kind: 'sandbox.build',
        key: '1',
        state: 'failed',
        run_at: now(),
        created_at: now(),
        finished_at: new Date(now().getTime() - 90_000),
      },
      { kind: 'sandbox.build', key: '2', state: 'running', run_at: now(), created_at: now() },
    ])
    .execute()
  server.clock.advance(30_000)
  const text = await scrape(server)
  const value = (line: string) => valueOf(text, line) ?? Number.NaN
  expect(value('trestle_jobs{kind="mail.deliver",state="waiting"}')).toBe(3)
  const ageOf = (kind: string, state: string, priority: string) =>
    value(`trestle_jobs_oldest_age_seconds{kind="${kind}",state="${state}",priority="${priority}"}`)
  expect(ageOf('mail.deliver', 'waiting', 'normal')).toBeCloseTo(30, 0)
  expect(ageOf('mail.deliver', 'waiting', 'low')).toBeCloseTo(3630, 0)
  expect(value('trestle_jobs{kind="file.delete",state="waiting"}')).toBe(1)
  expect(ageOf('file.delete', 'waiting', 'low'), 'not due yet').toBe(0)
  expect(value('trestle_jobs{kind="sandbox.build",state="failed"}')).toBe(1)
  expect(ageOf('sandbox.build', 'failed', 'normal')).toBeGreaterThanOrEqual(120)
  expect(value('trestle_jobs{kind="sandbox.build",state="running"}')).toBe(1)
  expect(value('trestle_jobs{kind="audit.cleanUp",state="failed"}')).toBe(0)
  expect(value('trestle_mails_unsent{priority="normal"}')).toBe(2)
  expect(value('trestle_mails_unsent{priority="low"}')).toBe(2)
  const emailAgeOf = (priority: string) =>
    value(`trestle_mails_unsent_oldest_age_seconds{priority="${priority}"}`)
  expect(emailAgeOf('normal')).toBeCloseTo(30, 0)
  expect(emailAgeOf('low')).toBeCloseTo(3630, 0)
  expect(value('trestle_database_up')).toBe(1)
  expect(value('trestle_database_connections{state="in_use"}')).toBe(0)
  expect(value('trestle_database_connections{state="idle"}')).toBeGreaterThan(0)
  expect(value('trestle_database_connections_limit')).toBe(server.database.pool.options.max)
  expect(value('trestle_database_waiting_requests')).toBe(0)
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(1e6)
  expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  expect(text).toMatch(
    /^trestle_build_info\{version="\d+\.\d+\.\d+[^"]*",build="[^"]*",node="24\.[\d.]+"\} 1$/m,
  )
})

test('counts the connections in use, and who waits for one', async () => {
  const { database, services } = await startTestServer()
  const pool = new pg.Pool({ ...database.pool.options, max: 2 })
  onTestFinished(() => pool.end())
  const held = [await pool.connect(), await pool.connect()]
  const waiting = pool.connect()
  const { probe } = database
  const monitoring = createMonitoring({ ...services, pool, probe, build: () => null })
  const read = async () => {
    const { text } = await monitoring.scrape()
    return [
      'connections{state="in_use"}',
      'connections{state="idle"}',
      'connections_limit',
      'waiting_requests',
    ].map((line) => valueOf(text, `trestle_database_${line}`))
  }
  const busy = await read()
  held.pop()?.release()
  held.push(await waiting)
  for (const client of held) client.release()
  expect([busy, await read()]).toEqual([
    [2, 0, 2, 1],
    [0, 2, 2, 0],
  ])
})

test('does not count emails that will never be sent', async () => {
  const smtp = await startSmtp({ refusals: 1, refusalStatus: 550 })
  const server = await startTestServer({ env: { METRICS_TOKEN: token, SMTP_URL: smtp.url } })
  const send = () =>
    server.services.db.transaction().execute((tx) =>
      sendEmail(tx, byCommand, server.services.now(), {
        kind: 'sandbox_ready',
        recipient: 'a@example.test',
        subject: 'A',
        body: 'B',
      }),
    )
  await send()
  await server.drainJobs()
  expect(valueOf(await scrape(server), 'trestle_jobs{kind="mail.deliver",state="failed"}')).toBe(1)
  expect(valueOf(await scrape(server), 'trestle_mails_unsent{priority="normal"}')).toBe(0)
  await send()
  expect(valueOf(await scrape(server), 'trestle_mails_unsent{priority="normal"}')).toBe(1)
})

test('counts the attempts of jobs of this process by their outcome, and how long they took', async () => {
  const server = await startTestServer({ env: { METRICS_TOKEN: token } })
  const { db, now } = server.services
  const job = { payload: JSON.stringify({}), run_at: now(), created_at: now() }
  await db
    .insertInto('jobs')
    .values([
      { ...job, kind: 'file.delete', key: '1', payload: JSON.stringify({ wrong: true }), max_attempts: 1 },
      { ...job, kind: 'file.delete', key: '2', payload: JSON.stringify({ wrong: true }), max_attempts: 2 },
    ])
    .execute()
  await db.transaction().execute((tx) =>
    sendEmail(tx, byCommand, now(), {
      kind: 'sandbox_ready',
      recipient: 'a@example.test',
      subject: 'A',
      body: 'B',
    }),
  )
  await server.drainJobs()
  const text = await scrape(server)
  const count = (kind: string, outcome: string) =>
    valueOf(text, `trestle_job_attempts_total{kind="${kind}",outcome="${outcome}"}`)
  expect(count('mail.deliver', 'done')).toBe(1)
  expect([count('file.delete', 'failed'), count('file.delete', 'retried')]).toEqual([1, 1])
  expect(valueOf(text, 'trestle_job_duration_seconds_count{kind="file.delete"}')).toBe(2)
})

test('still answers without a database, and says that it is down', async () => {
  let state: 'ready' | 'unavailable' = 'ready'
  const server = await startTestServer({
    env: { METRICS_TOKEN: token },
    dependencies: { probe: () => Promise.resolve(state) },
  })
  expect(await scrape(server)).toMatch(/^trestle_jobs\{/m)
  state = 'unavailable'
  const text = await scrape(server)
  expect(valueOf(text, 'trestle_database_up')).toBe(0)
  expect(text).not.toMatch(/^trestle_(jobs|mails|unreadable)\w*\{/m)
})

test('needs the token, and is not there without one in the settings', async () => {
  const server = await startTestServer({ env: { METRICS_TOKEN: token } })
  for (const authorization of [undefined, 'Bearer wrong', token, `Bearer ${token}x`]) {
    const headers = { ...(authorization !== undefined && { authorization }) }
    const { statusCode, body } = await server.app.inject({ url: '/metrics', headers })
    expect([authorization, statusCode]).toEqual([authorization, 401])
    expect(body).not.toContain('trestle_')
  }
  const closed = await startTestServer()
  const headers = { authorization: `Bearer ${token}` }
  const { body } = await closed.app.inject({ url: '/metrics', headers })
  expect(body).not.toContain('trestle_')
})

test('/metrics has no limit like other calls, and is not in the OpenAPI document', async () => {
  const server = await startTestServer({ env: { METRICS_TOKEN: token, REQUESTS_PER_MINUTE: '1' } })
  await scrape(server)
  await scrape(server)
  const document = await server.app.inject('/api/v1/openapi.json')
  const paths = Object.keys(document.json<{ paths: object }>().paths)
  expect(paths).toContain('/api/v1/session')
  expect(paths).not.toContain('/metrics')
})

test('with a port, serves metrics without a token on this machine only', async () => {
  const port = await findFreePort()
  const server = await startTestServer({ env: { METRICS_PORT: String(port) } })
  const reply = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect([reply.status, (await reply.text()).includes('trestle_build_info')]).toEqual([200, true])
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  await expect(fetch(`http://127.0.0.2:${port}/metrics`), 'only on this address').rejects.toThrow(
    'fetch failed',
  )
  const { body } = await server.app.inject({ url: '/metrics' })
  expect(body).not.toContain('trestle_')
  await server.leave()
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow('fetch failed')
})

test('without a port, nothing listens for them', async () => {
  const countListening = () =>
    process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length
  const before = countListening()
  await startTestServer({ env: { METRICS_TOKEN: token } })
  expect(countListening()).toBeLessThanOrEqual(before)
})

test('the port closes with the server, whatever its callers do', async () => {
  const port = await findFreePort()
  const server = await startTestServer({ env: { METRICS_PORT: String(port) } })
  const half = await openSocket(port)
  half.write('GET /metrics HTTP/1.1\r\nHost: ')
  await server.leave()
  expect(await readToEnd(half)).toBe('')
})

test('metrics that cannot be read are an error of the server, which logs why, and do not end it', async () => {
  const lines: unknown[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const app = Fastify({ logger: { level: 'error', stream } })
  onTestFinished(() => app.close())
  const port = await findFreePort()
  serveMetrics(app, readSettings({ METRICS_PORT: String(port) }), () => Promise.reject(new Error('broken')))
  await app.ready()
  const url = `http://127.0.0.1:${port}/metrics`
  expect([(await fetch(url)).status, (await fetch(url)).status]).toEqual([500, 500])
  const line = { msg: 'the metrics could not be read', err: { message: 'broken' } }
  expect(lines).toMatchObject([line, line])
})

test.each([
  ['true', 1],
  ['false', 0],
])('says whether the process refuses changes: READ_ONLY=%s', async (READ_ONLY, value) => {
  const server = await startTestServer({ env: { METRICS_TOKEN: token, READ_ONLY } })
  expect(await scrape(server)).toMatch(new RegExp(`^trestle_read_only ${value}$`, 'm'))
})

test('counts what the keys of the process cannot decrypt, which leaves it ready', async () => {
  const server = await startTestServer({ env: { METRICS_TOKEN: token } })
  const { db } = server.services
  const count = async (column: string) =>
    valueOf(await scrape(server), `trestle_unreadable_values{column="${column}"}`)
  const column = 'marketplace_salts.salt'
  const foreign = createEncryption<EncryptedColumn>([Buffer.alloc(32, 7)])
  const salt = foreign.encrypt(Buffer.alloc(32), column)
  await db.insertInto('marketplace_salts').values({ day: '2026-01-01', salt }).execute()
  expect([await count(column), await count('oauth_keys.private_encrypted')]).toEqual([1, 0])
  expect((await server.app.inject({ url: '/readyz' })).statusCode).toBe(200)
  await db.deleteFrom('marketplace_salts').execute()
  expect(await count(column), 'counted every five minutes').toBe(1)
  server.clock.advance(5 * minuteMs)
  expect(await count(column)).toBe(0)
})

interface AlertRules {
  groups: { rules: { alert: string; expr: string }[] }[]
}

test('says when the newest complete backup was made, once there is one', async () => {
  const server = await startTestServer({ env: { METRICS_TOKEN: token } })
  const read = async () => valueOf(await scrape(server), 'trestle_last_backup_timestamp_seconds')
  expect(await read()).toBeNull()
  const { db } = server.services
  await setLastBackup(db, '2026-11-02T03:00:00.500Z')
  await setLastBackup(db, '2026-11-01T03:00:00Z')
  expect(await read()).toBe(Date.parse('2026-11-02T03:00:00.500Z') / 1000)
})

test('every metric of the alert rules exists', async () => {
  const server = await startTestServer({ env: { METRICS_TOKEN: token } })
  await setLastBackup(server.services.db, server.services.now())
  await server.app.inject({ url: '/api/v1/session' })
  const text = await scrape(server)
  const names = new Set([...text.matchAll(/^([a-z]\w*?)(?:\{.*\})? /gm)].map(([, name]) => name))
  const file = readFileSync(new URL('../../../deploy/alerts.yaml', import.meta.url), 'utf8')
  const { groups } = load(file) as AlertRules
  const used = groups
    .flatMap(({ rules }) => rules)
    .flatMap(({ alert, expr }) =>
      [...expr.matchAll(/\b(?:trestle|nodejs|process)_\w+/g)].map(([name]) => ({ alert, name })),
    )
  expect(used.length).toBeGreaterThan(10)
  expect(used.filter(({ name }) => !names.has(name))).toEqual([])
  // `and` matches series by all of their labels, and silently never fires if two metrics have different ones.
  const joins = groups.flatMap(({ rules }) => rules).filter(({ expr }) => /\b(?:and|or|unless)\b/.test(expr))
  expect(joins.filter(({ expr }) => !/\b(?:and|or|unless) (?:on|ignoring)\b/.test(expr))).toEqual([])
})

test('logs every reply but those to probes, as one line of JSON, and names the version at /healthz', async () => {
  const stream = new PassThrough()
  const logger = { ...loggerOptions({ LOG_LEVEL: 'info' }), stream }
  const server = await startTestServer({ env: { METRICS_TOKEN: token }, logger })
  const health = await server.app.inject({ url: '/healthz' })
  expect(health.json()).toMatchObject({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
  await server.app.inject({ url: '/readyz' })
  await scrape(server)
  await server.app.inject({ url: '/api/v1/session?token=hidden' })
  const text = String(stream.read())
  const lines = text
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line) as object)
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      method: 'GET',
      route: '/api/v1/session',
      status: 422,
    }),
  ])
  expect(text).not.toContain('hidden')
})
