import { createHash } from 'node:crypto'
import { signIn } from '@trestle/domain/accounts/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDeveloper, password } from '../../testing/build.ts'
import { addTotp } from '../../testing/factors.ts'
import { exchange, parseReply, startListeningServer, type ListeningServer } from '../../testing/sockets.ts'
import { startTestServer } from '../../testing/server.ts'

const https = { PUBLIC_URL: 'https://portal.test', METRICS_TOKEN: 'a-token-of-a-test' }

let server: ListeningServer
beforeAll(async () => {
  server = await startListeningServer({ keepOpen: true, env: https })
})
afterAll(() => server.close())

const hsts = 'max-age=31536000; includeSubDomains'

/** The headers that every reply has, even one sent before its request was parsed. */
function expectProtected(headers: Record<string, unknown>): void {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'strict-transport-security': hsts,
    'referrer-policy': expect.stringMatching(/^(same-origin|no-referrer)$/),
  })
  const policy = String(headers['content-security-policy']).split(';')
  for (const directive of [
    "default-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]) {
    expect(policy).toContain(directive)
  }
}

test.each([
  ['a page', 'GET', '/'],
  ['a page that does not exist', 'GET', '/nothing/here'],
  ['a call', 'GET', '/api/v1/session'],
  ['a refused call', 'GET', '/api/v1/developer_apps'],
  ['a call that does not exist', 'GET', '/api/v1/nothing'],
  ['a file that does not exist', 'GET', `/files/${'0'.repeat(64)}`],
  ['an asset that does not exist', 'GET', '/assets/nothing.js'],
  ['the feed of changes', 'GET', '/reference/rest/changelog.xml'],
  ['the OpenAPI document', 'GET', '/api/v1/openapi.json'],
  ['the redirect to the password', 'GET', '/.well-known/change-password'],
  ['the OAuth metadata', 'GET', '/.well-known/oauth-authorization-server'],
  ['the page of an OAuth error', 'GET', '/oauth/authorize'],
  ['an OAuth error', 'GET', '/oauth/token'],
  ['the public keys', 'GET', '/oauth/jwks'],
  ['a probe', 'GET', '/healthz'],
  ['the metrics', 'GET', '/metrics'],
  ['an address that cannot be read', 'GET', '/api/v1/%zz'],
  ['an unused method', 'DELETE', '/'],
  ['TRACE', 'TRACE', '/'],
])('%s has the security headers', async (_, method, path) => {
  const text = await exchange(
    server.port,
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  )
  const { headers, body } = parseReply(text)
  expectProtected(headers)
  if (body !== '') expect(headers['content-type']).toMatch(/^(text|application)\/[\w+.-]+; .*charset=utf-8$/)
})

test.each([
  ['without a host', 'GET / HTTP/1.1\r\n\r\n'],
  ['without a host, in a browser', 'GET / HTTP/1.1\r\nAccept: text/html\r\n\r\n'],
  ['that is not HTTP', 'nonsense\r\n\r\n'],
])('a request %s gets the security headers too', async (_, bytes) => {
  expectProtected(parseReply(await exchange(server.port, bytes)).headers)
})

test('the policy of such a reply allows the style of its page, and nothing else', async () => {
  const { headers, body } = parseReply(
    await exchange(server.port, 'GET / HTTP/1.1\r\nAccept: text/html\r\n\r\n'),
  )
  const style = /<style[^>]*>(.*)<\/style>/s.exec(body)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers['content-security-policy']).toBe(
    `default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none';form-action 'none';style-src 'sha256-${hash}'`,
  )
})

test('no reply to TRACE repeats the request', async () => {
  const secret = 'trestle_session=a-secret'
  const text = await exchange(
    server.port,
    `TRACE / HTTP/1.1\r\nHost: x\r\nCookie: ${secret}\r\nConnection: close\r\n\r\n`,
  )
  expect(parseReply(text).status).toBe(404)
  expect(text).not.toContain(secret)
})

test('a process that only runs jobs answers with the security headers', async () => {
  const jobs = await startTestServer({ env: { ...https, ROLES: 'jobs', DATABASE_URL: 'postgres://unused' } })
  expectProtected((await jobs.app.inject('/healthz')).headers)
})

test('without https nothing asks browsers for https', async () => {
  const plain = await startTestServer()
  for (const url of ['/', '/api/v1/session', '/healthz']) {
    const { headers } = await plain.app.inject(url)
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
  }
})

test('every page allows its styles with its own nonce', async () => {
  const { app } = await startTestServer()
  const findNonce = async (url: string) => {
    const policy = String((await app.inject(url)).headers['content-security-policy'])
    return /style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1]
  }
  const nonces = [await findNonce('/'), await findNonce('/'), await findNonce('/healthz')]
  for (const nonce of nonces) expect(nonce).toMatch(/^[\w+/]{22}==$/)
  expect(new Set(nonces).size).toBe(nonces.length)
})

test('a reply to a call allows no script, style or connection', async () => {
  for (const url of ['/api/v1/session', '/api/v1/openapi.json', '/api/v1/nothing']) {
    const policy = String((await server.app.inject(url)).headers['content-security-policy'])
    expect(policy, url).not.toMatch(/script-src|connect-src|'self'|nonce/)
  }
})

test('pages play videos of this server and of the host that stores them, and measure chosen ones', async () => {
  const mediaSource = async (env: Record<string, string>) => {
    const { app } = await startTestServer({ env })
    const policy = String((await app.inject('/')).headers['content-security-policy'])
    return policy.split(';').find((directive) => directive.startsWith('media-src'))
  }
  const host = { VIDEO_HOST_URL: 'https://videos.example.test/upload' }
  expect(await mediaSource({})).toBe("media-src 'self' blob:")
  expect(await mediaSource(host)).toBe("media-src 'self' blob: https://videos.example.test")
  expect(await mediaSource({ ...host, GOV_CLOUD: 'true' })).toBe("media-src 'self'")
})

test('behind https every cookie is Secure, HttpOnly, SameSite=Lax and bound to the host', async () => {
  const { email } = await buildDeveloper(server)
  const body = { email, password }
  const client = server.anonymous()
  const replies = [await client.get('/api/v1/session'), await client.call(signIn, { body })]
  await addTotp(server, client)
  replies.push(await server.anonymous().call(signIn, { body }))
  const cookies = replies.flatMap(({ headers }) => headers['set-cookie'] ?? [])
  const names = new Set(cookies.map((cookie) => cookie.split('=')[0]))
  expect(names).toEqual(
    new Set(['csrf', 'session', 'device', 'pending'].map((name) => `__Host-trestle_${name}`)),
  )
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Path=\/(;|$)/)
    expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Lax$/)
    expect(cookie).not.toMatch(/; Domain=/)
  }
})
