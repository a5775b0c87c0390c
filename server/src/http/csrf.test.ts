import { getSession, signIn as signInEndpoint, signOut } from '@trestle/domain/accounts/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDeveloper, password } from '../../testing/build.ts'
import { addTotp } from '../../testing/factors.ts'
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts'
import { routes } from '../routes.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: { SIGN_IN_ATTEMPTS: '1000' } })
})
afterAll(() => server.close())

const loadToken = async (client: Client): Promise<string> => (await client.call(getSession)).body.csrf_token
const rename = (client: Client, token: string) =>
  client.send({
    method: 'PATCH',
    url: '/api/v1/account',
    headers: { 'x-csrf-token': token },
    payload: { first_name: 'Grace' },
  })
const askForReset = (client: Client, token: string) =>
  client.send({
    method: 'POST',
    url: '/api/v1/password_reset_requests',
    headers: { 'x-csrf-token': token },
    payload: { email: 'unknown@example.test' },
  })
const signIn = (client: Client, email: string) => client.call(signInEndpoint, { body: { email, password } })

test('accepts a CSRF token in its own session only', { tags: ['API-27'] }, async () => {
  const [one, other] = [server.as(await buildDeveloper(server)), server.as(await buildDeveloper(server))]
  const token = await loadToken(one)
  const refused = await rename(other, token)
  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({
    code: 'not_allowed',
    message: 'The page is out of date. Reload it and try again.',
    fields: { 'x-csrf-token': ['The page is out of date. Reload it and try again.'] },
  })
  expect((await rename(one, token)).status).toBe(200)
})

test('gives two sessions of the same user different tokens', { tags: ['API-27'] }, async () => {
  const { email } = await buildDeveloper(server)
  const [one, other] = [server.anonymous(), server.anonymous()]
  await signIn(one, email)
  await signIn(other, email)
  expect((await rename(other, await loadToken(one))).status).toBe(403)
})

test('renews the token on sign-in and returns the new one in the reply', { tags: ['API-27'] }, async () => {
  const { email } = await buildDeveloper(server)
  const client = server.anonymous()
  const before = await loadToken(client)
  const { body } = await signIn(client, email)
  expect((await rename(client, before)).status).toBe(403)
  expect((await rename(client, body.csrf_token)).status).toBe(200)
})

test(
  'renews the token on the first of two steps of a sign-in, which ends the session before it',
  { tags: ['API-27'] },
  async () => {
    const { email, ...developer } = await buildDeveloper(server)
    await addTotp(server, server.as(developer))
    const client = server.anonymous()
    const before = await signIn(client, (await buildDeveloper(server)).email)
    const { body } = await signIn(client, email)
    expect(body.second_factor).not.toBeNull()
    expect((await askForReset(client, before.body.csrf_token)).status).toBe(403)
    expect((await askForReset(client, body.csrf_token)).status).toBe(202)
  },
)

test(
  "accepts neither the session's token nor an earlier one after signing out",
  { tags: ['API-27'] },
  async () => {
    const { email } = await buildDeveloper(server)
    const client = server.anonymous()
    const before = await loadToken(client)
    const { body } = await signIn(client, email)
    expect((await client.call(signOut)).status).toBe(204)
    expect((await askForReset(client, body.csrf_token)).status).toBe(403)
    expect((await askForReset(client, before)).status).toBe(403)
    expect((await askForReset(client, await loadToken(client))).status).toBe(202)
  },
)

test(
  'refuses the token of one signed-out browser from another, and from one without cookies',
  { tags: ['API-27'] },
  async () => {
    const [one, other] = [server.anonymous(), server.anonymous()]
    const token = await loadToken(one)
    await loadToken(other)
    expect((await askForReset(other, token)).status).toBe(403)
    expect((await askForReset(one, token)).status).toBe(202)
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: '/api/v1/password_reset_requests',
      headers: { 'x-csrf-token': token },
      payload: { email: 'unknown@example.test' },
    })
    expect(statusCode).toBe(403)
  },
)

test.each(['', '.', 'a.b', `${'a'.repeat(16)}.${'b'.repeat(43)}`, '💥.💥'])(
  'refuses the forged token "%s"',
  { tags: ['API-27'] },
  async (token) => {
    expect((await askForReset(server.anonymous(), encodeURIComponent(token))).status).toBe(403)
  },
)

test.each(['Basic YWRhOnNlY3JldA==', 'Digest username="ada"'])(
  'accepts no header "Authorization: %s" in place of the token',
  { tags: ['API-27'] },
  async (authorization) => {
    const { status, body } = await server.as(await buildDeveloper(server)).send({
      method: 'PATCH',
      url: '/api/v1/account',
      headers: { authorization, 'x-csrf-token': '' },
      payload: { first_name: 'Grace' },
    })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([403, ['x-csrf-token']])
  },
)

/** Email programs make this call. The token in its address takes the place of the CSRF token. */
const unguarded = ['POST /unsubscribe/:token']

const guarded = routes
  .filter(({ access, endpoint }) => access !== 'service' && endpoint.method !== 'GET')
  .filter(({ endpoint }) => !unguarded.includes(`${endpoint.method} ${endpoint.path}`))
  .map(({ endpoint }): [method: string, path: string] => [endpoint.method, endpoint.path])

test.each(guarded)(
  '%s %s is refused without a CSRF token and with a wrong one',
  { tags: ['API-27'] },
  async (method, path) => {
    const staff = await buildDeveloper(server, { is_admin: true })
    const stranger = await loadToken(server.anonymous())
    const send = (token: string) =>
      server
        .as(staff)
        .send({ method, url: path.replaceAll(/:\w+/g, '1'), headers: { 'x-csrf-token': token } })
    for (const token of ['', stranger]) {
      const { status, body } = await send(token)
      expect([status, Object.keys(body.fields ?? {})]).toEqual([403, ['x-csrf-token']])
    }
  },
)

test("lists the product's calls in the table above", () => {
  expect(guarded.length).toBeGreaterThan(50)
})
