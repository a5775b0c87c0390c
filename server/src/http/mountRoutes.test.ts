import { deleteAccount } from '@trestle/domain/accounts/deletion/contract.ts'
import { getSession, signOutOthers } from '@trestle/domain/accounts/contract.ts'
import { listDocumentation } from '@trestle/domain/documentation/contract.ts'
import { listDeveloperApps, createDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { endpoint } from '@trestle/domain/http/endpoint.ts'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { buildDeveloper } from '../../testing/build.ts'
import { statementsDuring } from '../../testing/statements.ts'
import { testKey } from '../../testing/testKey.ts'
import { routeDependencies } from '../../testing/routeDependencies.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { mountRoutes } from './mountRoutes.ts'
import { requireUnchanged } from '../errors.ts'
import { parseQuery } from './parse.ts'
import { replyToError } from './replyToError.ts'
import { route } from './route.ts'
import { secure } from './security.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
})
afterAll(() => server.close())

test(
  'answers every error with code, message, errors, fields and the request id',
  { tags: ['ERR-42'] },
  async () => {
    const person = await buildDeveloper(server)
    const answer = await server.as(person).post('/api/v1/developer_apps', { internal_name: '', color: 'red' })
    expect(answer.status).toBe(422)
    expect(answer.body).toEqual({
      code: 'invalid_input',
      message: 'Internal name is required',
      errors: ['Internal name is required', 'color is not a known field'],
      fields: { internal_name: ['This field is required'], color: ['color is not a known field'] },
      request_id: answer.headers['x-request-id'],
    })
  },
)

test('sends someone without a session from an export link to sign in, and back to the page of the link', async () => {
  const anonymous = server.as(null)
  const follow = (url: string, headers: Record<string, string> = {}) =>
    anonymous.send({ method: 'GET', url, headers: { accept: 'text/html,*/*;q=0.8', ...headers } })
  const list = '/admin/developers?filters[search]=ada'
  const back = `/signin?${new URLSearchParams({ return_to: list }).toString()}`
  const exports = ['/api/v1/admin/developers.csv?filters[search]=ada', '/developer_apps/1/installations.csv']
  for (const url of exports) {
    const answer = await follow(url, { host: 'trestle.test', referer: `https://trestle.test${list}` })
    expect([answer.status, answer.headers.location], url).toEqual([303, back])
  }
  const [url = ''] = exports
  expect((await follow(url)).headers.location).toBe('/signin')
  const elsewhere = { host: 'trestle.test', referer: 'https://example.test/admin' }
  expect((await follow(url, elsewhere)).headers.location).toBe('/signin')
  expect((await anonymous.get(url)).body).toMatchObject({ code: 'not_signed_in' })
  expect((await follow('/api/v1/admin/developers')).body).toMatchObject({ code: 'not_signed_in' })
})

test('answers invalid JSON with 400, another media type with 415, a huge body with 413, an unknown call with 404', async () => {
  const client = server.as(await buildDeveloper(server))
  const post = (headers: Record<string, string>, payload: string) =>
    client.send({ method: 'POST', url: '/api/v1/developer_apps', headers, payload })
  const json = { 'content-type': 'application/json' }
  expect((await post(json, '{"internal_name":')).body).toMatchObject({ code: 'malformed' })
  expect((await post({ 'content-type': 'text/xml' }, '<a/>')).body).toMatchObject({
    code: 'unsupported_media_type',
  })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const payload of ['{"internal_name":"a=b&c"}', ' [1]']) {
    expect((await post(form, payload)).body).toMatchObject({
      code: 'unsupported_media_type',
      message: 'This body is JSON, but it was sent as a form. Send it with Content-Type: application/json.',
    })
  }
  expect((await post(form, 'internal_name={}')).status).toBe(201)
  expect((await post(json, JSON.stringify({ internal_name: 'x'.repeat(1_100_000) }))).body).toMatchObject({
    code: 'too_large',
  })
  const unknown = await client.get('/api/v1/nothing_here')
  expect(unknown.body).toMatchObject({
    code: 'not_found',
    message:
      "This call doesn't exist. Check its method and address: GET /api/v1/openapi.json lists every call.",
  })
  expect((await client.get('/api/v1/openapi.json')).status).toBe(200)
  // Programs would send it again.
  expect(unknown.headers).not.toHaveProperty('retry-after')
})

test.each([
  ['{\n  "internal_name": "x",\n}', 'Line 3, column 1: Remove the comma before this.'],
  ['{"internal_name": "x}', 'Line 1, column 19: The closing double quote is missing.'],
  ['{"internal_name": "x"} // new', "Line 1, column 24: JSON can't contain comments."],
  ['{"internal_name":', 'Line 1, column 18: The text ends before the body does. Add a value.'],
  ['{"internal_name": "x"} {}', 'Line 1, column 24: Nothing may follow the end of the body.'],
])('says where and why the body %j is not JSON', async (payload, cause) => {
  const client = server.as(await buildDeveloper(server))
  const headers = { 'content-type': 'application/json' }
  const { status, body } = await client.send({
    method: 'POST',
    url: '/api/v1/developer_apps',
    headers,
    payload,
  })
  expect([status, body.message]).toEqual([400, `The request body couldn't be read as JSON. ${cause}`])
})

test.each([
  ['/rest/v1.0/me', '/reference'],
  ['/oauth/userinfo', '/.well-known/oauth-authorization-server'],
  ['/sandbox/oauth/userinfo', '/.well-known/oauth-authorization-server/sandbox'],
  ['/api/v2/developers', '/api/v1/openapi.json'],
])('answers a program that calls %s with an error that names %s', async (url, listed) => {
  for (const method of ['GET', 'POST'] as const) {
    const { statusCode, body } = await server.app.inject({ method, url })
    const { code, message } = JSON.parse(body)
    expect([statusCode, code]).toEqual([404, 'not_found'])
    expect(message).toMatch(new RegExp(` ${listed.replaceAll('.', '[.]')} (lists|names) `))
    expect((await server.app.inject(listed)).statusCode).toBe(200)
  }
})

test('names the fields that a call without its body lacks', { tags: ['ERR-42'] }, async () => {
  const answer = await server
    .as(await buildDeveloper(server))
    .send({ method: 'DELETE', url: deleteAccount.path })
  expect([answer.status, answer.body.fields]).toEqual([422, { email: ['This field is required'] }])
})

test('refuses a body that is not empty where the call has none', async () => {
  const client = server.as(await buildDeveloper(server))
  const { method, path: url } = signOutOthers
  const headers = { 'content-type': 'application/json' }
  const statuses: Record<string, number> = {}
  for (const payload of ['{}', '{"a":1}', '5', 'true']) {
    statuses[payload] = (await client.send({ method, url, headers, payload })).status
  }
  expect(statuses).toEqual({ '{}': 204, '{"a":1}': 422, '5': 422, true: 422 })
})

test(
  'changes nothing in an unsafe call without the CSRF token or with a wrong one',
  { tags: ['API-27'] },
  async () => {
    const person = await buildDeveloper(server)
    for (const token of ['', 'wrong-token']) {
      const answer = await server.as(person).send({
        method: 'POST',
        url: '/api/v1/developer_apps',
        headers: { 'x-csrf-token': token },
        payload: { internal_name: 'Site Sync' },
      })
      expect(answer.status).toBe(403)
      expect(answer.body.message).toBe('The page is out of date. Reload it and try again.')
    }
    expect((await server.as(person).call(listDeveloperApps)).body).toEqual([])
  },
)

test('reads a form with bracket names like JSON', async () => {
  const person = await buildDeveloper(server)
  const answer = await server.as(person).send({
    method: 'POST',
    url: '/api/v1/developer_apps',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'internal_name=Form%20made',
  })
  expect(answer.body).toMatchObject({ internal_name: 'Form made' })
})

test(
  "returns a list's totals in headers and its neighbors in the link header",
  { tags: ['API-12', 'API-13'] },
  async () => {
    const client = server.as(await buildDeveloper(server))
    for (const name of ['One', 'Two', 'Three']) {
      await client.call(createDeveloperApp, { body: { internal_name: name } })
    }
    const answer = await client.call(listDeveloperApps, {
      query: { per_page: 2, page: 1, sort: 'internal_name' },
    })
    expect(answer.body.map((app: { internal_name: string }) => app.internal_name)).toEqual(['One', 'Three'])
    expect(answer.headers).toMatchObject({ total: '3', 'per-page': '2', page: '1' })
    expect(answer.headers.link).toContain('page=2&sort=internal_name>; rel="next"')
    expect(answer.headers.link).not.toContain('rel="prev"')
    const last = await client.call(listDeveloperApps, { query: { per_page: 2, page: 2 } })
    expect(last.headers.link).toContain('rel="prev"')
    expect(last.headers.link).not.toContain('rel="next"')
  },
)

test('refuses a page beyond the last and names the last page', { tags: ['API-13'] }, async () => {
  const client = server.as(await buildDeveloper(server))
  const fetchPage = async (query: string) => {
    const { status, body, headers } = await client.get(`/api/v1/developer_apps?${query}`)
    return [status, status === 200 ? body.length : body.fields.page[0], headers['total'], headers['page']]
  }
  expect(await fetchPage('page=1')).toEqual([200, 0, '0', '1'])
  expect(await fetchPage('page=2')).toEqual([422, 'Page must be between 1 and 1', '0', undefined])
  for (const name of ['One', 'Two', 'Three']) {
    await client.call(createDeveloperApp, { body: { internal_name: name } })
  }
  expect(await fetchPage('per_page=2&page=2')).toEqual([200, 1, '3', '2'])
  expect(await fetchPage('per_page=2&page=3')).toEqual([422, 'Page must be between 1 and 2', '3', undefined])
  expect(await fetchPage('per_page=3&page=2')).toEqual([422, 'Page must be between 1 and 1', '3', undefined])
})

test.each([
  ['per_page=0', 'Per page must be a whole number from 1 to 100'],
  ['per_page=101', 'Per page must be a whole number from 1 to 100'],
  ['page=zero', 'Page must be a whole number from 1'],
  ['sort=shoe_size', 'Sort must be one of internal_name, -internal_name, updated_at, -updated_at'],
])('refuses the list query %s and names the allowed values', { tags: ['API-13'] }, async (query, message) => {
  const answer = await server.as(await buildDeveloper(server)).get(`/api/v1/developer_apps?${query}`)
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toEqual([message])
})

test('refuses a query with too many or too deeply nested values instead of cutting it', async () => {
  const client = server.as(await buildDeveloper(server))
  const many = Array.from({ length: 300 }, (_, n) => `filters[search][]=${n}`).join('&')
  expect((await client.get(`/api/v1/developer_apps?${many}`)).status).toBe(400)
  expect((await client.get('/api/v1/developer_apps?a[b][c][d][e][f][g][h]=1')).status).toBe(400)
})

test('sends strict security headers and allows no inline script', async () => {
  const { headers } = await server.anonymous().get('/healthz')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toMatch(/script-src 'self'( 'nonce-[^']+')?;/)
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' })
})

test('answers too many calls from one address with 429 and retry-after', async () => {
  const server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '3' } })
  const client = server.anonymous()
  const statuses = []
  for (let call = 0; call < 5; call += 1) {
    statuses.push((await client.attempt(getSession)).status)
  }
  expect(statuses).toContain(429)
  const refused = await client.refusal(getSession)
  expect(refused.body).toMatchObject({ code: 'rate_limited' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('is alive without a database and ready with one', async () => {
  const server = await startTestServer({ keepOpen: true })
  const client = server.anonymous()
  expect((await client.get('/healthz')).status).toBe(200)
  expect((await client.get('/readyz')).body).toEqual({ status: 'ready' })
  await server.database.close()
  expect((await server.app.inject('/readyz')).statusCode).toBe(503)
  expect((await server.app.inject('/healthz')).statusCode).toBe(200)
  await server.app.close()
})

const staging = {
  RELEASE_STAGE: 'staging',
  ERROR_REPORTING_DSN: 'https://key@errors.example.test/1',
  SMTP_URL: 'smtp://mail',
  ALLOW_INSECURE_COOKIES: 'true',
  ENCRYPTION_KEYS: testKey,
}

test.each([
  ['without a DSN', {}, 'The application has encountered an error. It has been logged.'],
  [
    'where errors are reported',
    staging,
    'The application has encountered an error. It has been logged and reported.',
  ],
  [
    'in government cloud',
    { ...staging, GOV_CLOUD: 'true' },
    'The application has encountered an error. It has been logged.',
  ],
])(
  'answers an internal error %s with one message and the request id, and no internals',
  { tags: ['SHELL-34'] },
  async (_, env, text) => {
    const broken = await startTestServer({ env })
    const client = broken.as(await buildDeveloper(broken))
    await client.call(getSession)
    await broken.services.db.schema.dropTable('collaborators').cascade().execute()
    const answer = await client.refusal(listDeveloperApps)
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({
      code: 'internal',
      message: text,
      errors: [text],
      request_id: expect.any(String),
    })
  },
)

test('cuts the stored object in a refused save to the schema of the reply', async () => {
  const thing = endpoint({
    operationId: 'getThing',
    method: 'GET',
    path: '/api/v1/thing',
    summary: 'A thing',
    reply: z.object({ name: z.string() }),
  })
  const stale = route(thing, {
    access: 'anyone',
    handle: async () => {
      const current = { name: 'Crane', secret_hash: 'abc' }
      await requireUnchanged('2026-11-02T00:00:00Z', '2026-11-01T00:00:00Z', () => current)
      return { name: 'Crane' }
    },
  })
  const app = fastify({ routerOptions: { querystringParser: parseQuery } })
  app.setErrorHandler(replyToError({ onInternalError: () => undefined }, 'An error.'))
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  await secure(app, server.services.settings, {
    isService: async () => false,
    findTokenId: async () => undefined,
  })
  await mountRoutes(app, server.services, [stale], routeDependencies)
  const answer = await app.inject('/api/v1/thing')
  expect([answer.statusCode, answer.json<{ current: unknown }>().current]).toEqual([409, { name: 'Crane' }])
})

test('does not look up the session for a reply that is the same for everyone', async () => {
  const client = server.as(await buildDeveloper(server))
  await client.call(getSession)
  expect(await statementsDuring(server, () => client.call(listDocumentation))).toEqual([])
})

test('has the job runner look for jobs that a request added, once it has ended', async () => {
  const own = await startTestServer()
  const client = own.as(await buildDeveloper(own))
  await client.call(listDeveloperApps)
  const apps: number[] = []
  const countApps = async () => {
    const { body } = await client.call(listDeveloperApps)
    apps.push(body.length)
  }
  let woken = Promise.resolve()
  own.jobs.watch = () => {
    own.jobs.watch = () => () => undefined
    return () => void (woken = countApps())
  }
  await client.call(createDeveloperApp, { body: { internal_name: 'Crane' } })
  await woken
  expect(apps).toEqual([1])
})
