import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { Provider } from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import {
  authorize,
  buildOauthApp,
  isLive,
  prefixOf,
  redirectUri,
  startOauthServer,
  type OauthApp,
} from '../../testing/oauth.ts'
import type { TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startOauthServer()
})
afterAll(() => server.close())

const issuerOf = (environment: OauthApp['environment']): URL =>
  new URL(`${server.services.settings.PUBLIC_URL}${prefixOf(environment)}`)

const insecure = { [oauth.allowInsecureRequests]: true }

describe.each(['production', 'sandbox'] as const)('in %s', (environment) => {
  test('openid-client finds the server, and walks every flow as a confidential app', async () => {
    const app = await buildOauthApp(server, { environment })
    const config = await openid.discovery(
      issuerOf(environment),
      app.clientId,
      app.secret,
      openid.ClientSecretBasic(app.secret),
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    )
    const own = await openid.clientCredentialsGrant(config)
    expect(own.token_type).toBe('bearer')
    expect(await openid.tokenIntrospection(config, own.access_token)).toMatchObject({
      active: true,
      client_id: app.clientId,
    })

    const browser = server.as(await buildDeveloper(server))
    const pkceCodeVerifier = openid.randomPKCECodeVerifier()
    const state = openid.randomState()
    const parameters = {
      redirect_uri: redirectUri,
      state,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    }
    const address = await openid.buildAuthorizationUrlWithPAR(config, parameters)
    const { location } = await authorize(
      browser,
      app,
      Object.fromEntries([...address.searchParams].filter(([name]) => name === 'request_uri')),
    )
    const tokens = await openid.authorizationCodeGrant(config, location, {
      pkceCodeVerifier,
      expectedState: state,
    })
    expect(tokens.scope).toBe('platform')
    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(await isLive(server, app, renewed.access_token)).toBe(true)
    await openid.tokenRevocation(config, renewed.access_token)
    expect(await isLive(server, app, renewed.access_token)).toBe(false)
  })

  test('oauth4webapi walks every flow as a public app', async () => {
    const app = await buildOauthApp(server, {
      environment,
      app: { confidential: false, grant_type: 'implicit' },
    })
    const issuer = issuerOf(environment)
    const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    const as = await oauth.processDiscoveryResponse(issuer, discovered)
    const client: oauth.Client = { client_id: app.clientId }
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const { location } = await authorize(server.as(await buildDeveloper(server)), app, {
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    // Checks `iss` too, which the metadata promises.
    const params = oauth.validateAuthResponse(as, client, location, state)
    const tokens = await oauth.processAuthorizationCodeResponse(
      as,
      client,
      await oauth.authorizationCodeGrantRequest(
        as,
        client,
        oauth.None(),
        params,
        redirectUri,
        verifier,
        insecure,
      ),
    )
    const renewed = await oauth.processRefreshTokenResponse(
      as,
      client,
      await oauth.refreshTokenGrantRequest(as, client, oauth.None(), tokens.refresh_token ?? '', insecure),
    )
    expect(await isLive(server, app, renewed.access_token)).toBe(true)
    // The signature can be verified with nothing but the metadata.
    const request = new Request('https://platform.example/', {
      headers: { authorization: `Bearer ${renewed.access_token}` },
    })
    const claims = await oauth.validateJwtAccessToken(
      as,
      request,
      `${issuer.href.replace(/\/$/, '')}/rest`,
      insecure,
    )
    expect(claims).toMatchObject({ client_id: app.clientId, scope: 'platform' })
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(as, client, oauth.None(), renewed.access_token, insecure),
    )
    expect(await isLive(server, app, renewed.access_token)).toBe(false)
  })

  test('the metadata names only what is on', async () => {
    const address = `/.well-known/oauth-authorization-server${prefixOf(environment)}`
    const reply = await server.app.inject({ url: address, headers: { host: 'evil.example' } })
    const metadata = reply.json<Record<string, unknown>>()
    expect(metadata.issuer).toBe(issuerOf(environment).href.replace(/\/$/, ''))
    expect(JSON.stringify(metadata)).not.toMatch(
      /evil|dpop|openid|userinfo|device|registration_endpoint|implicit/,
    )
    for (const [name, url] of Object.entries(metadata)) {
      if (name.endsWith('_endpoint') || name === 'jwks_uri')
        expect(String(url).startsWith(`${String(metadata.issuer)}/oauth/`), name).toBe(true)
    }
  })
})

/** Every address that the library serves when everything is on. */
const offered = (): string[] => {
  const everything = new Provider('http://library.example', {
    features: { devInteractions: { enabled: true } },
  })
  return [
    'authorization',
    'token',
    'userinfo',
    'jwks',
    'registration',
    'revocation',
    'introspection',
    'end_session',
    'end_session_confirm',
    'device_authorization',
    'code_verification',
    'pushed_authorization_request',
    'backchannel_authentication',
    'challenge',
    'credential',
    'openid_credential_issuer',
  ].flatMap((name) => {
    try {
      return everything.pathFor(name)
    } catch {
      return []
    }
  })
}

const off = [
  '/.well-known/openid-configuration',
  '/.well-known/openid-credential-issuer',
  '/.well-known/oauth-authorization-server/other',
  '/interaction/abc',
  '/interaction/abc/abort',
  '/auth',
  '/token',
  '/me',
  '/jwks',
  '/reg',
  '/reg/abc',
  '/request',
  '/challenge',
  '/credential',
  '/backchannel',
  '/session/end',
  '/session/end/confirm',
  '/session/end/success',
  '/device',
  '/device/auth',
  '/token/revocation',
  '/token/introspection',
]

test.each(['', '/sandbox'])('what the library offers besides answers 404 below "%s"', async (prefix) => {
  const paths = new Set([...offered(), ...off])
  for (const path of paths) {
    for (const url of [`${prefix}${path}`, `${prefix}/oauth${path}`]) {
      const isOn = [`${prefix}/oauth/token`, `${prefix}/oauth/jwks`].includes(url)
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
        const isServed =
          (method === 'GET' && url.endsWith('/jwks')) || (method === 'POST' && url.endsWith('/token'))
        if (isOn && isServed) continue
        const { statusCode } = await server.app.inject({ method, url })
        expect(statusCode, `${method} ${url}`).toBe(404)
      }
    }
  }
})

test('in government cloud there is no sandbox', async () => {
  const gov = await startOauthServer({ GOV_CLOUD: 'true' })
  try {
    for (const url of [
      '/sandbox/oauth/jwks',
      '/sandbox/oauth/token/info',
      '/.well-known/oauth-authorization-server/sandbox',
    ])
      expect((await gov.app.inject({ url })).statusCode, url).toBe(404)
    expect((await gov.app.inject({ url: '/.well-known/oauth-authorization-server' })).statusCode).toBe(200)
  } finally {
    await gov.close()
  }
})
