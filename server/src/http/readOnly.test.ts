import { createDeveloperApp, listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { getSession } from '@trestle/domain/accounts/contract.ts'
import { exportAccount } from '@trestle/domain/accounts/deletion/contract.ts'
import { serviceScopes } from '@trestle/domain/access/serviceScopes.ts'
import { getAuthorizationRequest } from '@trestle/domain/oauth/contract.ts'
import { createNotification, renewNotificationFeed } from '@trestle/domain/notifications/contract.ts'
import { hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp, buildDeveloper, limitSandboxCalls } from '../../testing/build.ts'
import {
  basic,
  buildOauthApp,
  openAuthorize,
  postForm,
  requestOwnToken,
  serviceManifest,
} from '../../testing/oauth.ts'
import { buildPersonalToken } from '../../testing/personalTokens.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { createServiceToken } from '../accounts/serviceToken.ts'
import { connect } from '../db/connect.ts'
import { routes } from '../routes.ts'

test('during maintenance everything can be read, and no call changes anything', async () => {
  const server = await startTestServer({ env: { READ_ONLY: 'true' } })
  const owner = await buildDeveloper(server)
  await buildApp(server, { owner_id: owner.id })
  const client = server.as(owner)
  expect((await client.call(listDeveloperApps)).body).toHaveLength(1)
  expect((await client.call(getSession)).body.flags.read_only).toBe(true)
  const refused = await client.refusal(createDeveloperApp, { body: { internal_name: 'Too early' } })
  expect([refused.status, refused.body.message]).toEqual([
    503,
    'Maintenance is in progress. You can read everything, but nothing can be changed. Try again later.',
  ])
  const changes = routes.filter(({ endpoint }) => endpoint.method !== 'GET')
  expect(changes.length).toBeGreaterThan(50)
  for (const { endpoint } of changes) {
    const url = endpoint.path.replaceAll(/:\w+/g, '1')
    const { status } = await client.send({ method: endpoint.method, url })
    expect([endpoint.operationId, status]).toEqual([endpoint.operationId, 503])
  }
  server.clock.advance(hourMs)
  const seen = () => server.services.db.selectFrom('sessions').select('last_seen_at').execute()
  const before = await seen()
  await client.call(listDeveloperApps)
  expect(await seen()).toEqual(before)
  expect(await server.audit()).toEqual([])
})

test('during maintenance an account can be exported soon after the sign-in, which is not recorded', async () => {
  const server = await startTestServer({ env: { READ_ONLY: 'true' } })
  const client = server.as(await buildDeveloper(server))
  expect((await client.call(exportAccount)).body.tables['security_events']).toEqual([])
  server.clock.advance(16 * minuteMs)
  expect((await client.refusal(exportAccount)).body.code).toBe('confirmation_required')
})

test('without maintenance the same call succeeds', async () => {
  const server = await startTestServer()
  const client = server.as(await buildDeveloper(server))
  expect((await client.call(getSession)).body.flags.read_only).toBe(false)
  await client.call(createDeveloperApp, { body: { internal_name: 'In time' } })
  expect((await server.audit()).length).toBeGreaterThan(0)
})

test('during maintenance no job is enqueued or runs', async () => {
  const paused = await startTestServer({ env: { READ_ONLY: 'true' }, pollJobs: true })
  const working = await startTestServer({ pollJobs: true })
  const states = ({ services }: TestServer) =>
    services.db
      .selectFrom('jobs')
      .select('state')
      .execute()
      .then((jobs) => jobs.map(({ state }) => state))
  await expect.poll(() => states(working)).toContain('done')
  expect(await states(paused)).toEqual([])
})

/** Returns the content of every table in a form that can be compared. */
async function readContent({ database: { pool } }: TestServer): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const contents = tables.map(async ({ name }) => {
    const { rows } = await pool.query<{ content: string }>(
      `select coalesce(string_agg(t::text, ' ' order by t::text), '') as content from ${name} t`,
    )
    return [name, rows[0]?.content ?? ''] as const
  })
  return Object.fromEntries(await Promise.all(contents))
}

/** Starts a second process for a portal, whose maintenance has begun. */
const startMaintenance = ({ database, services: { db } }: TestServer, env: Record<string, string> = {}) =>
  startTestServer({
    env: { READ_ONLY: 'true', ...env },
    dependencies: { db, pool: database.pool, probe: database.probe },
  })

test('during maintenance the platform API can be read, and nothing is written', async () => {
  const server = await startTestServer()
  const permissions = { company: { home: 'readonly' }, project: { rfi: 'standard' } }
  const app = await buildOauthApp(server, {
    environment: 'sandbox',
    manifest: { ...serviceManifest, permissions },
  })
  const { body } = await requestOwnToken(server, app)
  const { company_id: companyId } = await server.services.db
    .selectFrom('sandboxes')
    .select('company_id')
    .where('developer_app_id', '=', app.app.id)
    .executeTakeFirstOrThrow()
  const sendTo = (to: TestServer, method: string, path: string) =>
    to.bearer(body.access_token).send({
      method,
      url: `/sandbox/rest${path}`,
      headers: { 'x-company-id': String(companyId), 'content-type': 'application/json' },
      ...(method !== 'GET' && { payload: '{}' }),
    })
  await limitSandboxCalls(server, app.clientId, 3)
  const early = await startMaintenance(server)
  // The first call would store the sample projects.
  expect((await sendTo(early, 'GET', '/v1.1/projects')).status).toBe(503)
  expect((await sendTo(early, 'GET', '/v1.0/companies')).status).toBe(200)
  await early.leave()
  expect((await sendTo(server, 'GET', '/v1.1/projects')).status).toBe(200)
  await server.leave()
  const before = await readContent(server)

  const paused = await startMaintenance(server)
  const send = (method: string, path: string) => sendTo(paused, method, path)
  const projects = await send('GET', '/v1.1/projects')
  expect(projects.status).toBe(200)
  expect(projects.body.length).toBeGreaterThan(0)
  // The limit and the call before maintenance count, but this call's usage isn't stored.
  expect(projects.headers).toMatchObject({ 'x-rate-limit-limit': '3', 'x-rate-limit-remaining': '1' })
  const rfis = `/v1.1/projects/${projects.body[0].id}/rfis`
  expect((await send('GET', rfis)).status).toBe(200)
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) {
    const refused = await send(method, method === 'POST' ? rfis : `${rfis}/1`)
    expect([method, refused.status, refused.body.message, refused.headers['retry-after']]).toEqual([
      method,
      503,
      'Maintenance is in progress. Try again later.',
      '60',
    ])
  }
  await paused.leave()
  expect(await readContent(server)).toEqual(before)
})

/** Returns callers of each kind, and the addresses of every read except the one that maintenance refuses. */
async function buildReads(server: TestServer) {
  const staff = await buildDeveloper(server, { is_admin: true })
  const app = await buildApp(server, { owner_id: staff.id })
  const personal = await buildPersonalToken(server, staff)
  const ofService = await createServiceToken(server.services, 'gateway', { scopes: serviceScopes })
  const client = server.as(staff)
  const { body: feed } = await client.call(renewNotificationFeed)
  const { body: note } = await client.call(createNotification, {
    body: { title: 'New hosts', summary: 'They move.', body: 'All of them.' },
  })
  const ids: Record<string, string | number> = { ':kind': 'notification', ':subject_id': note.id }
  const addresses = [
    ...routes
      .filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.path !== getAuthorizationRequest.path)
      .map(({ endpoint }) => endpoint.path.replaceAll(/:\w+/g, (name) => String(ids[name] ?? app.id))),
    new URL(feed.atom_url).pathname,
    new URL(feed.json_url).pathname,
  ]
  return { staff, tokens: [personal.token, ofService], ofService, addresses }
}

test('during maintenance, no read writes to the database, for any kind of caller', async () => {
  const server = await startTestServer()
  const { services } = server
  const { staff, tokens, ofService, addresses } = await buildReads(server)
  const auth = { authorization: `Bearer ${ofService}` }
  const introspect = async (to: TestServer) =>
    (await postForm(to, '/oauth/introspect', { token: 'unknown' }, auth)).status
  const early = await startMaintenance(server)
  // The first call would store keys.
  expect(await introspect(early)).toBe(503)
  await early.leave()
  expect(await introspect(server)).toBe(200)
  await services.db.updateTable('service_tokens').set({ last_used_at: null }).execute()
  await server.leave()

  const paused = await startMaintenance(server)
  const clients = [paused.as(staff), ...tokens.map((token) => paused.bearer(token))]
  await paused.as(staff).call(getSession)
  const before = await readContent(server)
  // Their last use is due to be recorded.
  paused.clock.advance(10 * minuteMs)
  for (const address of addresses) {
    for (const client of clients) expect((await client.get(address)).status, address).toBeLessThan(500)
  }
  expect(await introspect(paused)).toBe(200)
  await paused.leave()
  expect(await readContent(server)).toEqual(before)
})

test('no read needs a database that can be written, for any kind of caller', async () => {
  const server = await startTestServer()
  const { staff, tokens, addresses } = await buildReads(server)
  // The first read accepts the terms of an account and stores keys.
  for (const address of addresses) await server.as(staff).get(address)
  await server.leave()

  const pool = new pg.Pool({ ...server.database.pool.options, max: 1, idleTimeoutMillis: 0 })
  onTestFinished(() => pool.end())
  const { database } = server
  const dependencies = { db: connect(pool), pool, probe: database.probe }
  const paused = await startTestServer({ env: { READ_ONLY: 'true' }, dependencies })
  await paused.as(staff).call(getSession)
  await pool.query('set default_transaction_read_only = on')
  const write = paused.services.db.updateTable('developers').set({ email: 'dana@example.test' }).execute()
  await expect(write).rejects.toThrow('read-only')
  const clients = [paused.as(staff), ...tokens.map((token) => paused.bearer(token))]
  for (const address of addresses) {
    for (const client of clients) expect((await client.get(address)).status, address).toBeLessThan(500)
  }
  await paused.leave()
})

test('during maintenance tokens are still checked, but the OAuth server stores nothing', async () => {
  const server = await startTestServer()
  const app = await buildOauthApp(server)
  const { body } = await requestOwnToken(server, app)
  const person = { id: app.app.owner_id }
  // Someone who is signed in already.
  await server.as(person).call(getSession)
  const { headers } = await openAuthorize(server.as(person), app)
  const [, request = ''] = /^\/consent\/([\w-]+)$/.exec(String(headers.location)) ?? []
  await server.leave()

  const paused = await startMaintenance(server)
  const browser = paused.as(person)
  await browser.call(getSession)
  const before = await readContent(server)
  const auth = { authorization: basic(app.clientId, app.secret) }
  const introspect = (headers: Record<string, string>) =>
    postForm(paused, '/oauth/introspect', { token: body.access_token }, headers)
  expect((await introspect(auth)).body).toMatchObject({ active: true })
  expect((await introspect({ authorization: basic(app.clientId, 'wrong') })).status).toBe(401)
  expect((await paused.bearer(body.access_token).get('/oauth/token/info')).status).toBe(200)
  expect((await paused.anonymous().get('/oauth/jwks')).body.keys.length).toBeGreaterThan(0)

  const refused = [
    await requestOwnToken(paused, app),
    await postForm(paused, '/oauth/revoke', { token: body.access_token }, auth),
  ]
  const pages = [
    await openAuthorize(browser, app),
    await browser.send({
      method: 'GET',
      url: '/oauth/authorize/some-request',
      headers: { accept: 'text/html' },
    }),
  ]
  for (const reply of [...refused, ...pages]) {
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '60'])
  }
  const message = 'Maintenance is in progress. Try again later.'
  for (const reply of refused) expect(reply.body.error_description).toBe(message)
  for (const reply of pages) expect(reply.text).toContain(`<p>${message}</p>`)
  // The first session that reads a request is bound to it.
  const opened = await browser.refusal(getAuthorizationRequest, { params: { request } })
  expect([opened.status, opened.body.message]).toEqual([503, 'Maintenance is in progress. Try again later.'])
  await paused.leave()
  expect(await readContent(server)).toEqual(before)
})

test('during maintenance the limit per address also limits the guessing of client secrets', async () => {
  const server = await startTestServer()
  const app = await buildOauthApp(server)
  const { body } = await requestOwnToken(server, app)
  await server.leave()
  const paused = await startMaintenance(server, { REQUESTS_PER_MINUTE: '3' })
  const guess = (secret: string) =>
    postForm(
      paused,
      '/oauth/introspect',
      { token: body.access_token },
      { authorization: basic(app.clientId, secret) },
    )
  const statuses = []
  for (const secret of ['a', 'b', 'c', app.secret]) statuses.push((await guess(secret)).status)
  expect(statuses).toEqual([401, 401, 401, 429])
})
