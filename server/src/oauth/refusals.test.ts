import { deleteDeveloperApp, updateAdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import {
  createClientSecret,
  resetAppSecret,
  updateClientSecret,
} from '@trestle/domain/credentials/contract.ts'
import { suspendCredentials } from '@trestle/domain/oauth/contract.ts'
import { eventReasons, type EventReason } from '@trestle/domain/oauth/events.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import {
  authorize,
  basic,
  buildOauthApp,
  challenge,
  getUserTokens,
  isLive,
  postForm,
  readRefusal,
  redeem,
  redirectUri,
  refresh,
  requestOwnToken,
  requestToken,
  startOauthServer,
  untilRecorded,
  userManifest,
  verifier,
  type FormReply,
  type OauthApp,
} from '../../testing/oauth.ts'
import type { Client, TestServer } from '../../testing/server.ts'

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

const auth = ({ clientId, secret }: OauthApp) => ({ authorization: basic(clientId, secret) })
const own = { grant_type: 'client_credentials' }
const token = (form: Record<string, string> | [string, string][], headers: Record<string, string> = {}) =>
  postForm(server, '/oauth/token', form, headers)

/** Changes one of the app's two secrets and then uses it. */
async function changeSecret(body: { disabled: true } | { ends_in: 'now' }): Promise<FormReply> {
  const owner = server.as({ id: app.app.owner_id })
  const params = { id: app.app.id }
  await owner.call(createClientSecret, { params })
  await owner.call(updateClientSecret, { params: { ...params, secret_id: app.secretId }, body })
  return requestOwnToken(server, app)
}

async function sendJson(payload: object, headers: Record<string, string>): Promise<FormReply> {
  const reply = await server.app.inject({ method: 'POST', url: '/oauth/token', payload, headers })
  return { status: reply.statusCode, headers: reply.headers, body: reply.json(), text: reply.body }
}

/** The error that the app gets, whatever the cause. */
const publicDescriptions: Record<string, string> = {
  invalid_client: 'client authentication failed',
  invalid_grant: 'grant request is invalid',
  invalid_scope: 'refresh token missing requested scope',
  invalid_target: 'resource indicator is missing, or unknown',
  unauthorized_client: 'this client can not use the grant type client_credentials',
  unsupported_grant_type: 'unsupported grant_type requested',
}

const invalidGrant = { error: 'invalid_grant', error_description: publicDescriptions['invalid_grant'] }

interface Case {
  name: string
  run: () => Promise<FormReply>
  status: number
  error: string
  /** The error that the app gets, if it isn't the same for every cause. */
  description?: string | RegExp
  /** The reason that the app's team sees. No one sees the reasons of a deleted app. */
  reason?: EventReason
  /** The reason as text, if it contains a detail. */
  message?: string | RegExp
  of?: () => Pick<OauthApp, 'app' | 'environment'>
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
    description: "missing required parameter 'code'",
    reason: 'invalid_request',
    message: "The request is incomplete or malformed: missing required parameter 'code'",
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
    name: 'a deleted app',
    run: async () => {
      await server.as({ id: app.app.owner_id }).call(deleteDeveloperApp, { params: { id: app.app.id } })
      return requestOwnToken(server, app)
    },
    status: 401,
    error: 'invalid_client',
  },
  {
    name: 'a disabled secret',
    run: () => changeSecret({ disabled: true }),
    status: 401,
    error: 'invalid_client',
    reason: 'secret_disabled',
    message: /^The client secret was disabled on \d{4}-\d\d-\d\d.*\.$/,
  },
  {
    name: 'a secret that ended',
    run: () => changeSecret({ ends_in: 'now' }),
    status: 401,
    error: 'invalid_client',
    reason: 'secret_ended',
    message: /^The client secret was revoked on \d{4}-\d\d-\d\d.*\.$/,
  },
  {
    name: 'a public client with a secret',
    run: () => token({ ...own, client_id: spa.clientId, client_secret: spa.secret }),
    status: 401,
    error: 'invalid_client',
    reason: 'unexpected_secret',
    of: () => spa,
  },
  {
    name: 'a page that the app did not name',
    run: async () => {
      const form = { grant_type: 'refresh_token', refresh_token: 'any', client_id: spa.clientId }
      return token(form, { origin: 'https://elsewhere.example' })
    },
    status: 400,
    error: 'invalid_request',
    description: /^origin https:\/\/elsewhere\.example not allowed for client: [\w-]+$/,
    reason: 'origin_not_allowed',
    of: () => spa,
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
    description: 'client authentication must only be provided using one mechanism',
    reason: 'two_authentications',
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
    description: "'grant_type' parameter must not be provided twice",
    reason: 'invalid_request',
  },
  {
    name: 'a body that is not a form',
    run: () => sendJson({ ...own, client_id: app.clientId }, auth(app)),
    status: 400,
    error: 'invalid_request',
    description:
      'only application/x-www-form-urlencoded content-type bodies are supported on POST /oauth/token',
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
    description: 'code_verifier must be a string with a minimum length of 43 characters',
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
    name: 'a public client without PKCE',
    run: async () => {
      const { code } = await authorize(browser, app)
      const staff = server.as(await buildDeveloper(server, { is_admin: true }))
      const body = { confidential: false }
      await staff.call(updateAdminDeveloperApp, { params: { id: app.app.id }, body })
      return token({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        client_id: app.clientId,
      })
    },
    status: 400,
    error: 'invalid_grant',
    reason: 'pkce_missing',
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
    reason: 'wrong_environment',
    of: () => ({ ...app, environment: 'sandbox' }),
  },
  {
    name: 'a client of the sandbox',
    run: async () => {
      app = await buildOauthApp(server, { environment: 'sandbox' })
      return token(own, auth(app))
    },
    status: 401,
    error: 'invalid_client',
    reason: 'wrong_environment',
    of: () => ({ ...app, environment: 'production' }),
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
  test.each(tokenCases)('$name', async ({ run, status, error, description, reason, message, of }) => {
    const reply = await run()
    expect([reply.status, reply.body]).toEqual([
      status,
      {
        error,
        error_description:
          description instanceof RegExp
            ? expect.stringMatching(description)
            : (description ?? publicDescriptions[error]),
        ...(error === 'invalid_scope' && { scope: 'more' }),
      },
    ])
    expect(reply.headers['cache-control']).toBe('no-store')
    // RFC 9110, section 15.5.2: each 401 says how to authenticate.
    expect(reply.headers['www-authenticate']).toEqual(
      status === 401 ? expect.stringMatching(/^Basic realm="http.+"/) : undefined,
    )
    vi.useRealTimers()
    if (reason === undefined) return
    const recorded = await readRefusal(server, of?.() ?? app)
    expect(recorded.reason).toBe(reason)
    if (message !== undefined) expect(recorded.message).toMatch(message)
  })

  test('a code that was used, and ends the tokens that it led to', async () => {
    const { code } = await authorize(browser, app)
    const first = await redeem(server, app, code)
    const second = await redeem(server, app, code)
    expect([second.status, second.body]).toEqual([400, invalidGrant])
    expect((await readRefusal(server, app)).reason).toBe('code_used')
    expect(await isLive(server, app, first.body.access_token)).toBe(false)
    expect((await refresh(server, app, first.body.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('a refresh token that was used, and ends its grant', async () => {
    const tokens = await getUserTokens(server, browser, app)
    const renewed = await refresh(server, app, tokens.refresh)
    const again = await refresh(server, app, tokens.refresh)
    expect([again.status, again.body]).toEqual([400, invalidGrant])
    expect((await readRefusal(server, app)).reason).toBe('refresh_used')
    expect(await isLive(server, app, renewed.body.access_token)).toBe(false)
    expect((await refresh(server, app, renewed.body.refresh_token)).body).toEqual(invalidGrant)
  })

  test('a network that guesses secrets, for a minute and without locking out the client', async () => {
    // Attempts are counted per clock minute, which must not end during the test.
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / minuteMs) * minuteMs })
    const warn = vi.spyOn(server.services.log, 'warn')
    for (let guess = 0; guess < 20; guess += 1) {
      await token(own, { authorization: basic(app.clientId, `guess ${guess}`) })
    }
    // A failure is counted after its reply.
    const refused = await vi.waitFor(async () => {
      const reply = await token(own, auth(app))
      expect([reply.status, reply.body.error]).toEqual([429, 'temporarily_unavailable'])
      return reply
    }, untilRecorded)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(warn).toHaveBeenCalledWith({ client: app.clientId }, expect.stringContaining('too many failed'))
    // Its team sees why, also when the secret was right.
    await vi.waitFor(async () => {
      expect(await readRefusal(server, app)).toMatchObject({
        action: 'client_credentials',
        reason: 'too_many_failures',
        message: eventReasons.too_many_failures,
      })
    }, untilRecorded)
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
