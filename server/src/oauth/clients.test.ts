import { environmentPath } from '@trestle/domain/oauth/environments.ts'
import { outOfBandUri } from '@trestle/domain/oauth/rules.ts'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import {
  authorize,
  authorizeOutOfBand,
  buildOauthApp,
  isLive,
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
  new URL(`${server.services.settings.PUBLIC_URL}${environmentPath(environment)}`)

const publicColumns = { confidential: false, grant_type: 'implicit' as const }

/** Redeems a code that someone copied from the page of the out-of-band redirect URI, as an app does. */
const toShownLocation = (environment: OauthApp['environment'], code: string): URL => {
  const iss = issuerOf(environment).href.replace(/\/$/, '')
  return new URL(`${outOfBandUri}?${new URLSearchParams({ code, iss }).toString()}`)
}

const insecure = { [oauth.allowInsecureRequests]: true }

describe.each(['production', 'sandbox'] as const)('in %s', (environment) => {
  const discover = (clientId: string, authentication: openid.ClientAuth): Promise<openid.Configuration> =>
    openid.discovery(issuerOf(environment), clientId, undefined, authentication, {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    })

  const discoverAs = async (): Promise<oauth.AuthorizationServer> => {
    const issuer = issuerOf(environment)
    const reply = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    return oauth.processDiscoveryResponse(issuer, reply)
  }

  describe('openid-client finds the server and walks every flow', () => {
    test.each([
      ['in the header', openid.ClientSecretBasic],
      ['in the body', openid.ClientSecretPost],
    ])('openid-client works as a confidential app with its secret %s', async (_where, authenticateWith) => {
      const app = await buildOauthApp(server, { environment })
      const config = await discover(app.clientId, authenticateWith(app.secret))
      const own = await openid.clientCredentialsGrant(config)
      expect(own.token_type).toBe('bearer')
      expect(await openid.tokenIntrospection(config, own.access_token)).toMatchObject({
        active: true,
        client_id: app.clientId,
      })

      const browser = server.as(await buildDeveloper(server))
      const state = openid.randomState()
      const { location } = await authorize(browser, app, { state })
      const tokens = await openid.authorizationCodeGrant(config, location, { expectedState: state })
      expect(tokens.scope).toBe('platform')
      const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
      expect(await isLive(server, app, renewed.access_token)).toBe(true)
      await openid.tokenRevocation(config, renewed.access_token)
      expect(await isLive(server, app, renewed.access_token)).toBe(false)
      expect(await openid.tokenIntrospection(config, renewed.access_token)).toEqual({ active: false })

      const code = await authorizeOutOfBand(browser, app)
      const shown = await openid.authorizationCodeGrant(config, toShownLocation(environment, code))
      expect(await isLive(server, app, shown.access_token)).toBe(true)
    })

    test.each([true, false])(
      'openid-client works with PKCE and a pushed request, confidential: %s',
      async (confidential) => {
        const app = await buildOauthApp(server, {
          environment,
          ...(!confidential && { app: publicColumns }),
        })
        const config = await discover(
          app.clientId,
          confidential ? openid.ClientSecretBasic(app.secret) : openid.None(),
        )
        const browser = server.as(await buildDeveloper(server))
        const pkceCodeVerifier = openid.randomPKCECodeVerifier()
        const state = openid.randomState()
        const parameters = {
          redirect_uri: redirectUri,
          state,
          code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
          code_challenge_method: 'S256',
        }
        const plain = openid.buildAuthorizationUrl(config, parameters)
        const pushed = await openid.buildAuthorizationUrlWithPAR(config, parameters)
        expect([...pushed.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri'])
        for (const address of [plain, pushed]) {
          const { location } = await authorize(browser, app, Object.fromEntries(address.searchParams))
          const tokens = await openid.authorizationCodeGrant(config, location, {
            pkceCodeVerifier,
            expectedState: state,
          })
          const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
          expect(await openid.tokenIntrospection(config, renewed.access_token)).toMatchObject({
            active: true,
          })
          await openid.tokenRevocation(config, renewed.access_token)
          expect(await isLive(server, app, renewed.access_token)).toBe(false)
        }
      },
    )
  })

  describe('oauth4webapi finds the server and walks every flow', () => {
    test.each([
      ['in the header', oauth.ClientSecretBasic],
      ['in the body', oauth.ClientSecretPost],
    ])('oauth4webapi works as a confidential app with its secret %s', async (_where, authenticateWith) => {
      const app = await buildOauthApp(server, { environment })
      const as = await discoverAs()
      const client: oauth.Client = { client_id: app.clientId }
      const authentication = authenticateWith(app.secret)
      const introspect = async (token: string) =>
        oauth.processIntrospectionResponse(
          as,
          client,
          await oauth.introspectionRequest(as, client, authentication, token, insecure),
        )
      const own = await oauth.processClientCredentialsResponse(
        as,
        client,
        await oauth.clientCredentialsGrantRequest(as, client, authentication, {}, insecure),
      )
      expect(await introspect(own.access_token)).toMatchObject({ active: true, client_id: app.clientId })

      const redeemAt = async (location: URL, state: string | typeof oauth.expectNoState, uri: string) => {
        const params = oauth.validateAuthResponse(as, client, location, state)
        const reply = await oauth.authorizationCodeGrantRequest(
          as,
          client,
          authentication,
          params,
          uri,
          oauth.nopkce,
          insecure,
        )
        return oauth.processAuthorizationCodeResponse(as, client, reply)
      }
      const browser = server.as(await buildDeveloper(server))
      const state = oauth.generateRandomState()
      const pushed = await oauth.processPushedAuthorizationResponse(
        as,
        client,
        await oauth.pushedAuthorizationRequest(
          as,
          client,
          authentication,
          { response_type: 'code', redirect_uri: redirectUri, state },
          insecure,
        ),
      )
      for (const params of [{ state }, { request_uri: pushed.request_uri }]) {
        const { location } = await authorize(browser, app, params)
        const tokens = await redeemAt(location, state, redirectUri)
        const renewed = await oauth.processRefreshTokenResponse(
          as,
          client,
          await oauth.refreshTokenGrantRequest(
            as,
            client,
            authentication,
            tokens.refresh_token ?? '',
            insecure,
          ),
        )
        expect(await isLive(server, app, renewed.access_token)).toBe(true)
        await oauth.processRevocationResponse(
          await oauth.revocationRequest(as, client, authentication, renewed.access_token, insecure),
        )
        expect(await introspect(renewed.access_token)).toEqual({ active: false })
      }

      const shown = toShownLocation(environment, await authorizeOutOfBand(browser, app))
      const tokens = await redeemAt(shown, oauth.expectNoState, outOfBandUri)
      expect(await isLive(server, app, tokens.access_token)).toBe(true)
    })

    test('oauth4webapi works as a public app with PKCE', async () => {
      const app = await buildOauthApp(server, {
        environment,
        app: publicColumns,
      })
      const as = await discoverAs()
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
        `${issuerOf(environment).href.replace(/\/$/, '')}/rest`,
        insecure,
      )
      expect(claims).toMatchObject({ client_id: app.clientId, scope: 'platform' })
      await oauth.processRevocationResponse(
        await oauth.revocationRequest(as, client, oauth.None(), renewed.access_token, insecure),
      )
      expect(await isLive(server, app, renewed.access_token)).toBe(false)
    })
  })

  test('the metadata names only what is on', async () => {
    const address = `/.well-known/oauth-authorization-server${environmentPath(environment)}`
    const reply = await server.app.inject({ url: address, headers: { host: 'evil.example' } })
    const metadata = reply.json<Record<string, unknown>>()
    expect(metadata.issuer).toBe(issuerOf(environment).href.replace(/\/$/, ''))
    expect(JSON.stringify(metadata)).not.toMatch(
      /evil|dpop|openid|userinfo|device|registration_endpoint|implicit/,
    )
    for (const [name, url] of Object.entries(metadata)) {
      if (name.endsWith('_endpoint') || name === 'jwks_uri') {
        expect(String(url).startsWith(`${String(metadata.issuer)}/oauth/`), name).toBe(true)
      }
    }
  })
})
