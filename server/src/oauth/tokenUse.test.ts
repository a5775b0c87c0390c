import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import {
  basic,
  buildOauthApp,
  getUserTokens,
  isLive,
  postForm,
  readRefusal,
  refresh,
  requestOwnToken,
  startOauthServer,
  type OauthApp,
} from '../../testing/oauth.ts'
import type { Client, TestServer } from '../../testing/server.ts'
import { createServiceToken } from '../accounts/serviceToken.ts'

let server: TestServer
let app: OauthApp
let other: OauthApp
let browser: Client
beforeAll(async () => {
  server = await startOauthServer()
  other = await buildOauthApp(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  app = await buildOauthApp(server)
  browser = server.as(await buildDeveloper(server))
})
afterEach(() => void vi.useRealTimers())

const skip = (seconds: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
}

const auth = ({ clientId, secret }: OauthApp) => ({ authorization: basic(clientId, secret) })
const basicChallenge = /^Basic realm="http.+"/
const authFailed = { error: 'invalid_client', error_description: 'client authentication failed' }
const tokenMissing = { error: 'invalid_request', error_description: "missing required parameter 'token'" }

test('token/info says whom a token stands for', async () => {
  const person = await buildDeveloper(server)
  const user = await getUserTokens(server, server.as(person), app)
  const { body: own } = await requestOwnToken(server, app)
  const read = async (token: string) => {
    const reply = await server.app.inject({
      url: '/oauth/token/info',
      headers: { authorization: `Bearer ${token}` },
    })
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store'])
    return reply.json<object>()
  }
  const info = {
    scopes: [],
    expires_in_seconds: expect.closeTo(5400, -1),
    application: { uid: app.clientId },
    created_at: expect.closeTo(Date.now() / 1000, -1),
  }
  expect(await read(user.access)).toEqual({ resource_owner_id: person.id, ...info })
  expect(await read(own.access_token)).toEqual({ resource_owner_id: null, ...info })
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

  test('token/info refuses with an error that pages of any origin can read', async () => {
    for (const authorization of [undefined, 'Bearer unknown']) {
      const headers = { origin: 'https://crane.example', ...(authorization && { authorization }) }
      const reply = await server.app.inject({ url: '/oauth/token/info', headers })
      expect([reply.statusCode, reply.headers['access-control-allow-origin']]).toEqual([401, '*'])
    }
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
    // Some clients, such as simple-oauth2, accept nothing but JSON.
    expect([again.status, again.headers['content-type'], again.body]).toEqual([
      200,
      'application/json; charset=utf-8',
      {},
    ])
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
    expect([missing.status, missing.body]).toEqual([400, tokenMissing])
    expect((await readRefusal(server, app)).message).toBe(
      "The request is incomplete or malformed: missing required parameter 'token'",
    )
    const wrong = await postForm(
      server,
      '/oauth/revoke',
      { token: 'x' },
      { authorization: basic(app.clientId, 'wrong') },
    )
    expect([wrong.status, wrong.body]).toEqual([401, authFailed])
    const unnamed = await postForm(server, '/oauth/revoke', { token: 'x' })
    expect([unnamed.status, unnamed.body]).toEqual([401, authFailed])
    for (const { headers } of [wrong, unnamed]) expect(headers['www-authenticate']).toMatch(basicChallenge)
    await expect
      .poll(() => readRefusal(server, app))
      .toMatchObject({ action: 'revocation', reason: 'wrong_secret' })
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
    for (const each of [body.access_token, tokens.access, tokens.refresh, 'unknown']) {
      expect((await introspect({ token: each }, auth(other))).body).toEqual({ active: false })
    }
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
    const anonymous = await introspect({ ...form, client_id: app.clientId }, {})
    expect([anonymous.status, anonymous.body]).toEqual([401, authFailed])
    expect(await readRefusal(server, app)).toMatchObject({
      action: 'introspection',
      reason: 'missing_secret',
    })
    const unnamed = await introspect(form, {})
    expect([unnamed.status, unnamed.body]).toEqual([401, authFailed])
    for (const { headers } of [anonymous, unnamed]) {
      expect(headers['www-authenticate']).toMatch(basicChallenge)
    }
    const allowed = await createServiceToken(server.services, 'gateway', { scopes: ['introspect'] })
    const reply = await introspect(form, { authorization: `Bearer ${allowed}` })
    expect(reply.body).toMatchObject({ active: true, client_id: app.clientId })
    const without = await createServiceToken(server.services, 'events', { scopes: ['events'] })
    const refused = await introspect(form, { authorization: `Bearer ${without}` })
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_token'])
    expect(refused.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
    expect(refused.body.active).toBeUndefined()
  })
})
