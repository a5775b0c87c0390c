import { readFile } from 'node:fs/promises'
import { Provider, type Configuration } from 'oidc-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOauthServer } from '../../testing/oauth.ts'
import type { TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startOauthServer()
})
afterAll(() => server.close())

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** The headers that make OPTIONS a preflight request. */
const headers = { origin: 'https://crane.example', 'access-control-request-method': 'POST' }

/** All routes that the specification turns on, with the environment's prefix. */
const on = (prefix: string): Record<string, readonly string[]> => ({
  [`${prefix}/oauth/authorize`]: ['GET'],
  [`${prefix}/oauth/authorize/abc`]: ['GET'],
  [`${prefix}/oauth/token`]: ['POST', 'OPTIONS'],
  [`${prefix}/oauth/token/info`]: ['GET', 'OPTIONS'],
  [`${prefix}/oauth/revoke`]: ['POST', 'OPTIONS'],
  [`${prefix}/oauth/introspect`]: ['POST', 'OPTIONS'],
  [`${prefix}/oauth/par`]: ['POST', 'OPTIONS'],
  [`${prefix}/oauth/jwks`]: ['GET'],
  [`${prefix}/oauth/code`]: ['GET'],
  [`/.well-known/oauth-authorization-server${prefix}`]: ['GET'],
})

const refuse = (): Promise<never> => Promise.reject(new Error('The library is not called.'))

/** Every feature of the library that has addresses. The test notices if one is missing. */
const everything = {
  ciba: {
    enabled: true,
    deliveryModes: ['poll'],
    triggerAuthenticationDevice: refuse,
    validateRequestContext: refuse,
    verifyUserCode: refuse,
  },
  deviceFlow: { enabled: true },
  devInteractions: { enabled: true },
  introspection: { enabled: true },
  openid4vci: {
    enabled: true,
    ack: 'experimental-01',
    nonceSecret: Buffer.alloc(32),
    credentialConfigurationsSupported: { any: { format: 'jwt_vc_json' } },
    issueCredential: refuse,
  },
  pushedAuthorizationRequests: { enabled: true },
  registration: { enabled: true },
  registrationManagement: { enabled: true },
  revocation: { enabled: true },
  rpInitiatedLogout: { enabled: true },
  userinfo: { enabled: true },
} satisfies Configuration['features']

/** Lists every address that the installed version of the library can serve, from the code that registers them. */
async function listOffered(): Promise<string[]> {
  const source = await readFile(
    new URL(import.meta.resolve('oidc-provider/lib/helpers/initialize_app.js')),
    'utf8',
  )
  const names = [...source.matchAll(/\b(?:get|post|put|del|options)\('([\w.]+)'/g)].map(
    ([, name = '']) => name,
  )
  expect(names.length).toBeGreaterThan(40)
  const provider = new Provider('http://library.example', { features: everything })
  return [...new Set(names)].map((name) => provider.pathFor(name, { uid: 'abc', clientId: 'abc' }))
}

test.each(['', '/sandbox'])('only what is listed as on is served below "%s"', async (prefix) => {
  const served = on(prefix)
  const others = [
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server/other',
    '/request',
    '/token/revocation',
    '/token/introspection',
  ]
  const paths = [...(await listOffered()), ...others].flatMap((path) => [
    `${prefix}${path}`,
    `${prefix}/oauth${path}`,
    `${path}${prefix}`,
  ])
  for (const url of new Set([...paths, ...Object.keys(served)])) {
    for (const method of methods) {
      const { statusCode } = await server.app.inject({ method, url, headers })
      const isOn = served[url]?.includes(method) ?? false
      expect([`${method} ${url}`, ![404, 405].includes(statusCode)]).toEqual([`${method} ${url}`, isOn])
    }
  }
})

test.each(['', '/sandbox'])('calls with a form below "%s" say that they need POST', async (prefix) => {
  for (const call of ['token', 'revoke', 'introspect', 'par']) {
    const url = `${prefix}/oauth/${call}?client_id=abc`
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'] as const) {
      const { statusCode, headers: sent, body } = await server.app.inject({ method, url })
      expect([url, method, statusCode, sent['allow'], sent['cache-control']]).toEqual([
        url,
        method,
        405,
        'POST, OPTIONS',
        'no-store',
      ])
      if (method !== 'HEAD') {
        expect(JSON.parse(body)).toEqual({
          error: 'invalid_request',
          error_description: 'Send a POST request with a form.',
        })
      }
    }
  }
})

test('in government cloud there is no sandbox', async () => {
  const gov = await startOauthServer({ GOV_CLOUD: 'true' })
  try {
    for (const url of Object.keys(on('/sandbox'))) {
      for (const method of methods) {
        expect((await gov.app.inject({ method, url, headers })).statusCode, `${method} ${url}`).toBe(404)
      }
    }
    const { body } = await gov.app.inject({ url: '/sandbox/oauth/token' })
    expect(JSON.parse(body).message).not.toContain('sandbox')
    expect((await gov.app.inject({ url: '/.well-known/oauth-authorization-server' })).statusCode).toBe(200)
  } finally {
    await gov.close()
  }
})
