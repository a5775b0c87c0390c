import { resetAppSecret } from '@trestle/domain/credentials/contract.ts'
import { listOauthEvents, suspendCredentials } from '@trestle/domain/oauth/contract.ts'
import type { EventReason } from '@trestle/domain/oauth/events.ts'
import { createServiceToken } from '../accounts/serviceToken.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import {
  authorize,
  basic,
  buildOauthApp,
  challenge,
  getUserTokens,
  isLive,
  openAuthorize,
  postForm,
  redeem,
  redirectUri,
  refresh,
  requestOwnToken,
  requestToken,
  startOauthServer,
  userManifest,
  verifier,
  type FormReply,
  type OauthApp,
} from '../../testing/oauth.ts'
import type { Answer, Client, TestServer } from '../../testing/server.ts'

let server: TestServer
let app: OauthApp
let spa: OauthApp
let other: OauthApp
let browser: Client
beforeAll(async () => {
  server = await startOauthServer()
  other = await buildOauthApp(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  app = await buildOauthApp(server)
  spa = await buildOauthApp(server, { app: { confidential: false, grant_type: 'implicit' } })
  browser = server.as(await buildDeveloper(server))
})
afterEach(() => void vi.useRealTimers())

const skip = (seconds: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
}

/** The newest reason that the app's team sees. */
async function newestReason({ app: { id, owner_id }, environment }: OauthApp): Promise<string | undefined> {
  const read = async () =>
    (
      await server
        .as({ id: owner_id })
        .call(listOauthEvents, { params: { id }, query: { environment, filters: { outcome: 'refused' } } })
    ).body[0]?.reason
  await expect.poll(read, { interval: 40 }).toBeDefined()
  return read()
}

const auth = ({ clientId, secret }: OauthApp) => ({ authorization: basic(clientId, secret) })
const own = { grant_type: 'client_credentials' }
const token = (form: Record<string, string> | [string, string][], headers: Record<string, string> = {}) =>
  postForm(server, '/oauth/token', form, headers)

interface Case {
  name: string
  run: () => Promise<FormReply>
  status: number
  error: string
  /** What the team of `app` sees; nothing if no app is concerned. */
  reason?: EventReason
  of?: () => OauthApp
}

/** RFC 6749 §4.1.3, §4.4, §5.2, §6; RFC 7636; RFC 9700. */
const tokenCases: Case[] = [
  {
    name: 'a code of another client',
    run: async () => redeem(server, app, (await authorize(browser, other)).code),
    status: 400,
    error: 'invalid_grant',
    reason: 'other_client',
  },
  {
    name: 'a code with another redirect URI',
    run: async () =>
      redeem(server, app, (await authorize(browser, app)).code, { redirect_uri: 'http://localhost/cb' }),
    status: 400,
    error: 'invalid_grant',
    reason: 'redirect_changed',
  },
  {
    name: 'an expired code',
    run: async () => {
      const { code } = await authorize(browser, app)
      skip(601)
      return redeem(server, app, code)
    },
    status: 400,
    error: 'invalid_grant',
    reason: 'code_expired',
  },
  {
    name: 'a request without a code',
    run: () => requestToken(server, app, { grant_type: 'authorization_code', redirect_uri: redirectUri }),
    status: 400,
    error: 'invalid_request',
    reason: 'invalid_request',
  },
  {
    name: 'an unknown code',
    run: () => redeem(server, app, 'unknown'),
    status: 400,
    error: 'invalid_grant',
    reason: 'code_unknown',
  },
  {
    name: 'client credentials of a public client',
    run: () => token({ ...own, client_id: spa.clientId }),
    status: 400,
    error: 'unauthorized_client',
    reason: 'grant_not_allowed',
    of: () => spa,
  },
  {
    name: 'client credentials without a service account',
    run: async () => {
      app = await buildOauthApp(server, { manifest: userManifest })
      return requestOwnToken(server, app)
    },
    status: 400,
    error: 'unauthorized_client',
    reason: 'no_service_account',
  },
  {
    name: 'an app without production credentials',
    run: async () => {
      app = await buildOauthApp(server, { version: { has_data_connector: false } })
      return requestOwnToken(server, app)
    },
    status: 401,
    error: 'invalid_client',
    reason: 'no_credentials',
  },
  {
    name: 'a wrong secret',
    run: () => token(own, { authorization: basic(app.clientId, 'wrong') }),
    status: 401,
    error: 'invalid_client',
    reason: 'wrong_secret',
  },
  {
    name: 'a confidential client without a secret',
    run: () => token({ ...own, client_id: app.clientId }),
    status: 401,
    error: 'invalid_client',
    reason: 'missing_secret',
  },
  {
    name: 'two authentication methods',
    run: () => token({ ...own, client_id: app.clientId, client_secret: app.secret }, auth(app)),
    status: 400,
    error: 'invalid_request',
  },
  {
    name: 'an unknown grant type',
    run: () => token({ grant_type: 'password' }, auth(app)),
    status: 400,
    error: 'unsupported_grant_type',
    reason: 'unsupported_grant_type',
  },
  {
    name: 'a repeated parameter',
    run: () =>
      token(
        [
          ['grant_type', 'client_credentials'],
          ['grant_type', 'client_credentials'],
        ],
        auth(app),
      ),
    status: 400,
    error: 'invalid_request',
    reason: 'invalid_request',
  },
  {
    name: 'a refresh token of another client',
    run: async () => refresh(server, app, (await getUserTokens(server, browser, other)).refresh),
    status: 400,
    error: 'invalid_grant',
    reason: 'other_client',
  },
  {
    name: 'a refresh token for a wider scope',
    run: async () =>
      refresh(server, app, (await getUserTokens(server, browser, app)).refresh, { scope: 'platform more' }),
    status: 400,
    error: 'invalid_scope',
    reason: 'scope_too_wide',
  },
  {
    name: 'a refresh token after a reset',
    run: async () => {
      const tokens = await getUserTokens(server, browser, app)
      const owner = server.as({ id: app.app.owner_id })
      const { body } = await owner.call(resetAppSecret, {
        params: { id: app.app.id },
        body: { confirmed: true },
      })
      app = { ...app, secret: body.credentials.secret }
      return refresh(server, app, tokens.refresh)
    },
    status: 400,
    error: 'invalid_grant',
    reason: 'refresh_unknown',
  },
  {
    name: 'a refresh token of a suspended app',
    run: async () => {
      const tokens = await getUserTokens(server, browser, app)
      const staff = server.as(await buildDeveloper(server, { is_admin: true }))
      await staff.call(suspendCredentials, {
        params: { id: app.app.id },
        body: { environment: 'production', reason: 'Abuse' },
      })
      return refresh(server, app, tokens.refresh)
    },
    status: 401,
    error: 'invalid_client',
    reason: 'client_suspended',
  },
  {
    name: 'an idle refresh token',
    run: async () => {
      const tokens = await getUserTokens(server, browser, app)
      skip(180 * 86_400 + 1)
      return refresh(server, app, tokens.refresh)
    },
    status: 400,
    error: 'invalid_grant',
    reason: 'refresh_expired',
  },
  {
    name: 'a wrong code verifier',
    run: async () =>
      redeem(server, spa, (await authorize(browser, spa)).code, { code_verifier: 'w'.repeat(43) }),
    status: 400,
    error: 'invalid_grant',
    reason: 'pkce_mismatch',
    of: () => spa,
  },
  {
    name: 'a code verifier that is too short',
    run: async () => redeem(server, spa, (await authorize(browser, spa)).code, { code_verifier: 'v' }),
    status: 400,
    error: 'invalid_request',
    reason: 'invalid_request',
    of: () => spa,
  },
  {
    name: 'a code verifier without a challenge',
    run: async () => redeem(server, app, (await authorize(browser, app)).code, { code_verifier: verifier }),
    status: 400,
    error: 'invalid_grant',
    reason: 'pkce_mismatch',
  },
  {
    name: 'a challenge without a code verifier',
    run: async () => {
      const { code } = await authorize(browser, app, {
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })
      return redeem(server, app, code)
    },
    status: 400,
    error: 'invalid_grant',
    reason: 'pkce_mismatch',
  },
  {
    name: 'a client of the other environment',
    run: () => postForm(server, '/sandbox/oauth/token', own, auth(app)),
    status: 401,
    error: 'invalid_client',
  },
  {
    name: 'a resource other than the platform',
    run: () => token({ ...own, resource: 'https://elsewhere.example/' }, auth(app)),
    status: 400,
    error: 'invalid_target',
    reason: 'invalid_target',
  },
]

describe('the token endpoint refuses', () => {
  test.each(tokenCases)('$name', async ({ run, status, error, reason, of }) => {
    const reply = await run()
    expect([reply.status, reply.body.error]).toEqual([status, error])
    expect(reply.headers['cache-control']).toBe('no-store')
    vi.useRealTimers()
    if (reason) expect(await newestReason(of?.() ?? app)).toBe(reason)
    if (status === 401) expect(reply.text).not.toMatch(/not found|invalid secret|suspended/)
  })

  test('with a challenge for HTTP authentication', async () => {
    const reply = await token(own, { authorization: basic(app.clientId, 'wrong') })
    expect(reply.headers['www-authenticate']).toMatch(/^Basic realm=/)
  })

  test('a body that is not a form', async () => {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/oauth/token',
      payload: own,
      headers: auth(app),
    })
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { error: 'invalid_request' }])
  })

  test('a code that was used, and ends the tokens that it led to', async () => {
    const { code } = await authorize(browser, app)
    const first = await redeem(server, app, code)
    const second = await redeem(server, app, code)
    expect([second.status, second.body.error]).toEqual([400, 'invalid_grant'])
    expect(await isLive(server, app, first.body.access_token)).toBe(false)
    expect((await refresh(server, app, first.body.refresh_token)).body.error).toBe('invalid_grant')
    expect(await newestReason(app)).toMatch(/^(code_used|refresh_unknown)$/)
  })

  test('a network that guesses secrets, for a minute and without locking out the client', async () => {
    // Attempts are counted by the minute of the clock, which must not end meanwhile.
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 60_000) * 60_000 })
    for (let guess = 0; guess < 20; guess += 1)
      await token(own, { authorization: basic(app.clientId, `guess ${guess}`) })
    const refused = await token(own, auth(app))
    expect([refused.status, refused.body.error]).toEqual([429, 'temporarily_unavailable'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await requestOwnToken(server, other)).status).toBe(200)
    const elsewhere = await server.app.inject({
      method: 'POST',
      url: '/oauth/token',
      payload: new URLSearchParams(own).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...auth(app) },
      remoteAddress: '203.0.113.7',
    })
    expect(elsewhere.statusCode).toBe(200)
  })
})

interface AuthorizeCase {
  name: string
  params: Record<string, string>
  /** What the app gets in its redirect; a page for the person if missing. */
  error?: string
  reason?: EventReason
  client?: () => OauthApp
}

/** RFC 6749 §4.1.2.1, §10.12; RFC 7636; RFC 8252; RFC 9207; RFC 9700. */
const authorizeCases: AuthorizeCase[] = [
  { name: 'an unknown client', params: { client_id: 'unknown' } },
  { name: 'no client', params: { client_id: '' } },
  {
    name: 'a redirect URI that is not registered',
    params: { redirect_uri: 'https://crane.example/cb2' },
    reason: 'redirect_mismatch',
  },
  {
    name: 'a registered redirect URI with a query',
    params: { redirect_uri: `${redirectUri}?next=https://evil.example` },
    reason: 'redirect_mismatch',
  },
  { name: 'a custom scheme', params: { redirect_uri: 'crane:/cb' }, reason: 'redirect_mismatch' },
  { name: '127.0.0.1', params: { redirect_uri: 'http://127.0.0.1/cb' }, reason: 'redirect_mismatch' },
  { name: 'no redirect URI', params: { redirect_uri: '' } },
  { name: 'no response type', params: { response_type: '' }, error: 'invalid_request' },
  {
    name: 'the response type token',
    params: { response_type: 'token' },
    error: 'unsupported_response_type',
    reason: 'unsupported_response_type',
  },
  {
    name: 'no challenge of a public client',
    params: { code_challenge: '', code_challenge_method: '' },
    error: 'invalid_request',
    reason: 'pkce_missing',
    client: () => spa,
  },
  {
    name: 'the challenge method plain',
    params: { code_challenge: challenge, code_challenge_method: 'plain' },
    error: 'invalid_request',
    reason: 'pkce_method',
  },
  { name: 'a request object', params: { request: 'e30.e30.' }, error: 'request_not_supported' },
  {
    name: 'another response mode',
    params: { response_mode: 'form_post' },
    error: 'unsupported_response_mode',
  },
]

describe('the authorization endpoint refuses', () => {
  test.each(authorizeCases)('$name', async ({ params, error, reason, client }) => {
    const concerned = client?.() ?? app
    const reply = await openAuthorize(browser, concerned, params)
    if (error === undefined) {
      expect([reply.status, reply.headers.location]).toEqual([400, undefined])
      expect(reply.headers['content-type']).toMatch('text/html')
      expect(reply.headers['content-security-policy']).toMatch("frame-ancestors 'none'")
      expect(reply.text).not.toContain('evil.example')
    } else {
      const location = new URL(String(reply.headers.location))
      expect(`${location.origin}${location.pathname}`).toBe(redirectUri)
      const sent = location.hash ? new URLSearchParams(location.hash.slice(1)) : location.searchParams
      expect(Object.fromEntries(sent)).toMatchObject({
        error,
        state: 'some state',
        iss: server.services.settings.PUBLIC_URL,
      })
      expect(sent.get('code')).toBeNull()
    }
    if (reason) expect(await newestReason(concerned)).toBe(reason)
  })

  test('a repeated parameter', async () => {
    const query = new URLSearchParams({
      client_id: app.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
    })
    query.append('state', 'a')
    query.append('state', 'b')
    const reply = await browser.get(`/oauth/authorize?${query.toString()}`)
    expect(String(reply.headers.location)).toMatch(/error=invalid_request/)
  })

  test('a pushed request of another client, and one that expired', async () => {
    const push = async (): Promise<string> =>
      (
        await postForm(
          server,
          '/oauth/par',
          { response_type: 'code', client_id: app.clientId, redirect_uri: redirectUri },
          auth(app),
        )
      ).body.request_uri
    const open = (client: OauthApp, uri: string): Promise<Answer> =>
      browser.get(
        `/oauth/authorize?${new URLSearchParams({ client_id: client.clientId, request_uri: uri }).toString()}`,
      )
    expect((await open(other, await push())).status).toBe(400)
    const uri = await push()
    skip(61)
    expect((await open(app, uri)).status).toBe(400)
  })

  test('but accepts any port of localhost', async () => {
    const { location } = await authorize(browser, app, { redirect_uri: 'http://localhost:8123/cb' })
    expect([location.origin, location.searchParams.has('code')]).toEqual(['http://localhost:8123', true])
  })
})

/** RFC 6750. */
describe('token/info refuses', () => {
  const info = async (headers: Record<string, string>, url = '/oauth/token/info') => {
    const reply = await server.app.inject({ url, headers })
    return [reply.statusCode, reply.json<{ error: string }>().error, reply.headers['www-authenticate']]
  }
  const invalid = [401, 'invalid_token', 'Bearer error="invalid_token"']

  test('no token, and a token in the query', async () => {
    const { body } = await requestOwnToken(server, app)
    expect(await info({})).toEqual([401, 'invalid_token', 'Bearer'])
    expect(await info({}, `/oauth/token/info?access_token=${body.access_token}`)).toEqual([
      401,
      'invalid_token',
      'Bearer',
    ])
  })

  test('a malformed header, and a token of the other environment', async () => {
    const { body } = await requestOwnToken(server, app)
    expect(await info({ authorization: `Bearer ${body.access_token} more` })).toEqual(invalid)
    expect(await info({ authorization: `Basic ${body.access_token}` })).toEqual(invalid)
    expect(await info({ authorization: `Bearer ${body.access_token}` }, '/sandbox/oauth/token/info')).toEqual(
      invalid,
    )
  })

  test('an expired token, and one with another signature', async () => {
    const { body } = await requestOwnToken(server, app)
    const changed = `${body.access_token.slice(0, -4)}AAAA`
    expect(await info({ authorization: `Bearer ${changed}` })).toEqual(invalid)
    skip(5401)
    expect(await info({ authorization: `Bearer ${body.access_token}` })).toEqual(invalid)
  })
})

/** RFC 7009. */
describe('revocation', () => {
  const revoke = (client: OauthApp, form: Record<string, string>) =>
    postForm(server, '/oauth/revoke', form, auth(client))

  test('ends an access token with its grant, and answers the same for any token', async () => {
    const tokens = await getUserTokens(server, browser, app)
    expect((await revoke(other, { token: tokens.access })).status).toBe(200)
    expect((await revoke(other, { token: tokens.refresh })).status).toBe(200)
    expect(await isLive(server, app, tokens.access)).toBe(true)
    expect((await revoke(app, { token: 'unknown' })).status).toBe(200)
    expect((await revoke(app, { token: tokens.access })).status).toBe(200)
    expect(await isLive(server, app, tokens.access)).toBe(false)
    expect((await refresh(server, app, tokens.refresh)).body.error).toBe('invalid_grant')
    const again = await revoke(app, { token: tokens.access })
    expect([again.status, again.text]).toEqual([200, ''])
  })

  test("ends a token of the app itself, and a refresh token's grant", async () => {
    const { body } = await requestOwnToken(server, app)
    await revoke(app, { token: body.access_token })
    expect(await isLive(server, app, body.access_token)).toBe(false)
    const tokens = await getUserTokens(server, browser, app)
    await revoke(app, { token: tokens.refresh, token_type_hint: 'refresh_token' })
    expect(await isLive(server, app, tokens.access)).toBe(false)
  })

  test('needs a token and an authenticated client', async () => {
    const missing = await revoke(app, {})
    expect([missing.status, missing.body.error]).toEqual([400, 'invalid_request'])
    const wrong = await postForm(
      server,
      '/oauth/revoke',
      { token: 'x' },
      { authorization: basic(app.clientId, 'wrong') },
    )
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_client'])
  })
})

/** RFC 7662. */
describe('introspection', () => {
  const introspect = (form: Record<string, string>, headers: Record<string, string>) =>
    postForm(server, '/oauth/introspect', form, headers)

  test('describes tokens of the client, and nothing of any other', async () => {
    const { body } = await requestOwnToken(server, app)
    expect((await introspect({ token: body.access_token }, auth(app))).body).toEqual({
      active: true,
      client_id: app.clientId,
      sub: app.clientId,
      scope: 'platform',
      exp: expect.any(Number),
      iat: expect.any(Number),
      iss: server.services.settings.PUBLIC_URL,
      aud: `${server.services.settings.PUBLIC_URL}/rest`,
      jti: expect.any(String),
      token_type: 'Bearer',
      environment: 'production',
      app_version_id: expect.any(String),
      permissions: { company: { company_directory: 'readonly' }, project: { rfi: 'standard' } },
    })
    const tokens = await getUserTokens(server, browser, app)
    expect((await introspect({ token: tokens.access }, auth(app))).body.active).toBe(true)
    expect((await introspect({ token: tokens.refresh }, auth(app))).body).toMatchObject({
      active: true,
      environment: 'production',
    })
    for (const each of [body.access_token, tokens.access, tokens.refresh, 'unknown'])
      expect((await introspect({ token: each }, auth(other))).body).toEqual({ active: false })
  })

  test('describes no token that was revoked or has expired', async () => {
    const { body } = await requestOwnToken(server, app)
    await postForm(server, '/oauth/revoke', { token: body.access_token }, auth(app))
    expect((await introspect({ token: body.access_token }, auth(app))).body).toEqual({ active: false })
    const later = await requestOwnToken(server, app)
    skip(5401)
    expect((await introspect({ token: later.body.access_token }, auth(app))).body).toEqual({ active: false })
  })

  test('needs an authenticated client, or a service token with the scope introspect', async () => {
    const { body } = await requestOwnToken(server, app)
    const form = { token: body.access_token }
    expect((await introspect({ ...form, client_id: app.clientId }, {})).status).toBe(401)
    const allowed = await createServiceToken(server.services, 'gateway', { scopes: ['introspect'] })
    const reply = await introspect(form, { authorization: `Bearer ${allowed}` })
    expect(reply.body).toMatchObject({ active: true, client_id: app.clientId })
    const without = await createServiceToken(server.services, 'events', { scopes: ['events'] })
    const refused = await introspect(form, { authorization: `Bearer ${without}` })
    expect([refused.status, refused.body.active]).toEqual([401, undefined])
  })
})
