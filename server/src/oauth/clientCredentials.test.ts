// @module-tag engine
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buildOauthApp,
  permissions,
  postForm,
  requestOwnToken,
  basic,
  startOauthServer,
} from '../../testing/oauth.ts'
import type { TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startOauthServer()
})
afterAll(() => server.close())

test.each(['production', 'sandbox'] as const)(
  'a service account gets a token in %s that says what it may do',
  async (environment) => {
    const client = await buildOauthApp(server, { environment })
    const { PUBLIC_URL } = server.services.settings
    const issuer = environment === 'sandbox' ? `${PUBLIC_URL}/sandbox` : PUBLIC_URL
    const reply = await requestOwnToken(server, client)
    expect([reply.status, reply.headers['cache-control']]).toEqual([200, 'no-store'])
    const seconds = Math.floor(Date.now() / 1000)
    expect(reply.body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 5400,
      created_at: expect.closeTo(seconds, -1),
      scope: 'platform',
    })
    expect(decodeProtectedHeader(reply.body.access_token)).toEqual({
      typ: 'at+jwt',
      alg: 'ES256',
      kid: expect.any(String),
    })
    expect(decodeJwt(reply.body.access_token)).toEqual({
      iss: issuer,
      aud: `${issuer}/rest`,
      sub: client.clientId,
      client_id: client.clientId,
      iat: expect.closeTo(seconds, -1),
      exp: expect.closeTo(seconds + 5400, -1),
      jti: expect.any(String),
      scope: 'platform',
      sec: client.secretId,
      gen: 0,
      app_version_id: expect.any(String),
      permissions,
    })
  },
)

test('a wrong secret is refused', async () => {
  const client = await buildOauthApp(server)
  const reply = await postForm(
    server,
    '/oauth/token',
    { grant_type: 'client_credentials' },
    { authorization: basic(client.clientId, 'wrong') },
  )
  expect([reply.status, reply.body.error]).toEqual([401, 'invalid_client'])
})
