import { serviceScopes } from '@trestle/domain/access/serviceScopes.ts'
import { getSession } from '@trestle/domain/accounts/contract.ts'
import { listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDeveloper, type DeveloperRow } from '../../testing/build.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { createServiceToken, revokeServiceToken } from '../accounts/serviceToken.ts'
import { routes } from '../routes.ts'
import type { Route } from './route.ts'

let server: TestServer
let staff: DeveloperRow
let developer: DeveloperRow
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: { REQUESTS_PER_MINUTE: '100000' } })
  staff = await buildDeveloper(server, { is_admin: true })
  developer = await buildDeveloper(server)
})
afterAll(() => server.close())

const rows = (only: (route: Route) => boolean) =>
  routes.filter(only).map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route] as const)

const requestTo = ({ endpoint: { method, path } }: Route) => ({
  method,
  url: path.replaceAll(/:\w+/g, '1'),
})

test("lists the product's calls in the tables below", () => {
  expect(rows(({ access }) => access === 'signedIn').length).toBeGreaterThan(50)
  expect(rows(({ access }) => access === 'platformAdmin').length).toBeGreaterThan(30)
  expect(rows(({ access }) => access === 'service').length).toBeGreaterThan(1)
})

describe('authentication', () => {
  const guarded = rows(({ access }) => access === 'signedIn' || access === 'platformAdmin')

  test.each(guarded)(
    '%s answers 401 without a session, and with an unknown or expired one',
    async (_name, route) => {
      const { services, app } = server
      const row = await buildDeveloper(server, { is_admin: true })
      const expired = server.as(row)
      const before = await expired.call(getSession)
      expect(before.body.developer).toMatchObject({ id: row.id })
      await services.db
        .updateTable('sessions')
        .set({ expires_at: new Date(services.now().getTime() - 1) })
        .where('developer_id', '=', row.id)
        .execute()
      const unknown = { trestle_session: 'A'.repeat(43) }
      const answers = [
        await app.inject(requestTo(route)),
        await app.inject({ ...requestTo(route), cookies: unknown }),
        await expired
          .send(requestTo(route))
          .then(({ status, body }) => ({ statusCode: status, json: () => body })),
      ]
      for (const answer of answers) {
        expect([answer.statusCode, answer.json().code]).toEqual([401, 'not_signed_in'])
      }
    },
  )

  test.each(rows(({ access }) => access === 'platformAdmin'))(
    '%s is for platform admins',
    async (_name, route) => {
      const refused = await server.as(developer).send(requestTo(route))
      expect([refused.status, refused.body.message]).toEqual([403, 'Only platform admins can do this.'])
      // For an admin the call may fail for another reason, but not for missing access.
      expect((await server.as(staff).send(requestTo(route))).body?.message).not.toBe(refused.body.message)
    },
  )
})

describe('service tokens', () => {
  test.each(rows(({ access }) => access === 'service'))(
    '%s accepts only a service token with its scope',
    async (_name, route) => {
      const { services } = server
      const name = route.endpoint.path.replaceAll('/', '-').slice(1)
      const other = route.scope === 'events' ? 'quota_checks' : 'events'
      const good = await createServiceToken(services, `${name}-good`, { scopes: serviceScopes })
      const narrow = await createServiceToken(services, `${name}-narrow`, { scopes: [other] })
      const revoked = await createServiceToken(services, `${name}-revoked`, { scopes: serviceScopes })
      const send = async (authorization?: string) => {
        const { status, headers } = await server.as(staff).send({
          ...requestTo(route),
          headers: authorization === undefined ? {} : { authorization },
          payload: {},
        })
        return [status, headers['www-authenticate']]
      }
      expect(await send(`Bearer ${good}`)).toEqual([422, undefined])
      expect(await send(`Bearer ${revoked}`)).toEqual([422, undefined])
      await revokeServiceToken(services, `${name}-revoked`)
      const invalid = [401, 'Bearer error="invalid_token"']
      expect(await send()).toEqual([401, 'Bearer'])
      expect(await send(`Bearer ${revoked}`)).toEqual(invalid)
      expect(await send(`Bearer ${good.slice(1)}`)).toEqual(invalid)
      expect(await send(`Bearer ${good}x`)).toEqual(invalid)
      expect(await send(`Basic ${good}`)).toEqual(invalid)
      expect(await send(good)).toEqual(invalid)
      expect(await send(`Bearer ${narrow}`)).toEqual([
        403,
        `Bearer error="insufficient_scope", scope="${route.scope}"`,
      ])
    },
  )
})

test.each(rows(({ access }) => access !== 'service'))('%s accepts no service token', async (_name, route) => {
  const token = await createServiceToken(server.services, crypto.randomUUID(), { scopes: serviceScopes })
  const authorization = `Bearer ${token}`
  const { status, headers } = await server
    .anonymous()
    .send({ ...requestTo(route), headers: { authorization } })
  expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"'])
})

test.each(rows(() => true))('%s counts against the limit per address', async (_name, route) => {
  const limited = await limitedServer()
  const address = nextAddress()
  const send = async () =>
    (
      await limited.app.inject({
        ...requestTo(route),
        headers: { 'x-forwarded-for': address },
      })
    ).statusCode
  expect(await send()).not.toBe(429)
  expect(await send()).toBe(429)
})

test.each(rows(({ access }) => access === 'service'))(
  '%s is unlimited for a service',
  async (_name, route) => {
    const limited = await limitedServer()
    const token = await createServiceToken(limited.services, crypto.randomUUID(), { scopes: serviceScopes })
    const address = nextAddress()
    const send = async (authorization: string) =>
      (
        await limited.app.inject({
          ...requestTo(route),
          headers: { 'x-forwarded-for': address, authorization },
          payload: {},
        })
      ).statusCode
    for (let call = 0; call < 3; call += 1) {
      expect(await send(`Bearer ${token}`)).toBe(422)
    }
    expect([await send('Bearer wrong'), await send('Bearer wrong')]).toEqual([401, 429])
  },
)

test('a service has the usual limit in calls that are not for services', async () => {
  const limited = await limitedServer()
  const token = await createServiceToken(limited.services, crypto.randomUUID(), { scopes: serviceScopes })
  const headers = { 'x-forwarded-for': nextAddress(), authorization: `Bearer ${token}` }
  const send = async () => (await limited.app.inject({ url: getSession.path, headers })).statusCode
  expect([await send(), await send()]).toEqual([401, 429])
})

let limitedOnce: Promise<TestServer> | undefined
/** Allows one call per minute and address. */
const limitedServer = () =>
  (limitedOnce ??= startTestServer({
    keepOpen: true,
    env: { REQUESTS_PER_MINUTE: '1', TRUST_PROXY: 'true' },
  }))
afterAll(async () => (await limitedOnce)?.close())

let addresses = 0
const nextAddress = () => {
  addresses += 1
  return `192.0.2.${addresses}`
}

test.each(rows(() => true))('%s is never cached and carries the security headers', async (_name, route) => {
  const { headers, status } = await server.as(developer).send(requestTo(route))
  const isCached = route.endpoint.cacheSeconds !== undefined && status === 200
  expect(headers['cache-control']).toBe(
    isCached ? `public, max-age=${route.endpoint.cacheSeconds}` : 'no-store',
  )
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  // A session is renewed by a cookie that only this site sends and no script reads.
  for (const cookie of [headers['set-cookie'] ?? []].flat()) {
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Lax/)
  }
})

test.each(rows(({ endpoint }) => endpoint.method !== 'GET'))(
  '%s reads JSON and forms only',
  async (_name, route) => {
    const token = await createServiceToken(server.services, crypto.randomUUID(), { scopes: serviceScopes })
    const authorization = `Bearer ${token}`
    const person = await buildDeveloper(server, { is_admin: true })
    const send = async (type: string, payload: string) => {
      const { status, body } = await server.as(person).send({
        ...requestTo(route),
        headers: { 'content-type': type, ...(route.access === 'service' && { authorization }) },
        payload,
      })
      return [status, body?.code]
    }
    const unsupported = [415, 'unsupported_media_type']
    expect(await send('text/xml', '<a/>')).toEqual(unsupported)
    expect(await send('text/plain', '{}')).toEqual(unsupported)
    const form = await send('multipart/form-data; boundary=x', '--x--\r\n')
    if (!route.endpoint.multipart) expect(form).toEqual(unsupported)
    expect(await send('application/json', '{"a":')).toEqual([400, 'malformed'])
  },
)

test('names the scheme of tokens to a caller who is not signed in', async () => {
  const read = async (headers: Record<string, string>) => {
    const {
      statusCode,
      headers: sent,
      body,
    } = await server.app.inject({ url: listDeveloperApps.path, headers })
    return [statusCode, sent['www-authenticate'], JSON.parse(body).message]
  }
  const signIn = 'Sign in to continue.'
  expect(await read({})).toEqual([401, 'Bearer', signIn])
  const hint = 'Sign in to continue, or send a personal access token as Authorization: Bearer TOKEN.'
  for (const authorization of ['token trp_abc', 'Basic dHJwOmFiYw==', 'trp_abc']) {
    expect(await read({ authorization })).toEqual([401, 'Bearer', hint])
  }
})
