import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import {
  authorize,
  basic,
  buildOauthApp,
  openAuthorize,
  postForm,
  redirectUri,
  type OauthApp,
} from '../../testing/oauth.ts'
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts'

// PostgreSQL stores no NUL character in a string.

const lines: string[] = []
let server: TestServer
let app: OauthApp
let browser: Client
beforeAll(async () => {
  const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } }
  server = await startTestServer({ logger, keepOpen: true })
  app = await buildOauthApp(server)
  browser = server.as(await buildDeveloper(server))
  await authorize(browser, app)
})
afterAll(() => server.close())

const clientIds = ['x\0', '\0', 'x\u{fffd}', 'é', 'x'.repeat(300)]
const calls = ['token', 'par', 'introspect', 'revoke']
const form = {
  grant_type: 'client_credentials',
  token: 'x',
  response_type: 'code',
  redirect_uri: redirectUri,
}

test.each(calls)('/oauth/%s refuses a client ID that no client can have', async (call) => {
  for (const clientId of clientIds) {
    const secret = { client_id: clientId, client_secret: 'x' }
    const replies = [
      await postForm(server, `/oauth/${call}`, { ...form, ...secret }),
      await postForm(server, `/oauth/${call}`, form, { authorization: basic(clientId, 'x') }),
    ]
    for (const { status, body } of replies) {
      expect([400, 401]).toContain(status)
      expect(body.error).toMatch(/^invalid_(client|request)$/)
    }
  }
  await expect.poll(() => lines).toEqual([])
})

test.each([
  ['token', { grant_type: 'authorization_code', code: 'x\0', redirect_uri: redirectUri }, 400],
  ['token', { grant_type: 'authorization_code', code: 'x', redirect_uri: `${redirectUri}\0` }, 400],
  ['token', { grant_type: 'refresh_token', refresh_token: 'x\0' }, 400],
  ['token', { grant_type: 'x\0' }, 400],
  ['par', { response_type: 'code', redirect_uri: redirectUri, state: 'x\0' }, 400],
  // Unknown tokens aren't errors (RFC 7009, RFC 7662).
  ['introspect', { token: 'x\0' }, 200],
  ['revoke', { token: 'x\0' }, 200],
])('/oauth/%s answers the form %j with %i', async (call, parameters: Record<string, string>, status) => {
  const authorization = basic(app.clientId, app.secret)
  const withId = { client_id: app.clientId, ...parameters }
  const reply = await postForm(server, `/oauth/${call}`, withId, { authorization })
  expect(reply.status).toBe(status)
  await expect.poll(() => lines).toEqual([])
})

test.each(['client_id', 'redirect_uri', 'state', 'nonce', 'prompt', 'request_uri', 'login_hint'])(
  'an authorization request is refused on a page if its %s has a NUL character',
  async (name) => {
    for (const params of [{}, { prompt: 'consent' }]) {
      const reply = await openAuthorize(browser, app, { ...params, [name]: 'x\0' })
      expect([reply.status, reply.headers.location]).toEqual([400, undefined])
      expect(reply.text).toContain("The app's request is malformed")
    }
    await expect.poll(() => lines).toEqual([])
  },
)

test('an authorization request of a client ID that no client can have is refused on a page', async () => {
  for (const clientId of clientIds) {
    expect((await openAuthorize(browser, app, { client_id: clientId })).status).toBe(400)
  }
  await expect.poll(() => lines).toEqual([])
})
