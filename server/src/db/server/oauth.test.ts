import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDeveloper } from '../../../testing/build.ts'
import {
  authorize,
  basic,
  buildOauthApp,
  getUserTokens,
  isLive,
  postForm,
  redirectUri,
  redeem,
  refresh,
  requestOwnToken,
  type OauthApp,
} from '../../../testing/oauth.ts'
import { buildEndingWorld, endings } from '../../../testing/oauthEndings.ts'
import { startServerProcess, type ServerProcess } from '../../../testing/serverProcess.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { createServiceToken } from '../../accounts/serviceToken.ts'

/** This process, and another one over HTTP, on the same database. */
let server: TestServer
let other: ServerProcess
let service: string
const PUBLIC_URL = 'http://localhost:4000'

beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: { PUBLIC_URL } })
  const { connectionString = '' } = server.database.pool.options
  other = await startServerProcess({ DATABASE_URL: connectionString, PUBLIC_URL })
  service = await createServiceToken(server.services, 'gateway', { scopes: ['introspect'] })
})
afterAll(async () => {
  other.child.kill('SIGTERM')
  await other.ended
  await server.close()
})

const isLiveThere = async (token: string): Promise<boolean> => {
  const reply = await fetch(`${other.url}/oauth/token/info`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return reply.status === 200
}

/** Introspects as a platform service, whose access doesn't depend on the app. */
const isActiveThere = async (token: string): Promise<boolean> => {
  const reply = await fetch(`${other.url}/oauth/introspect`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service}` },
    body: new URLSearchParams({ token }),
  })
  expect(reply.status).toBe(200)
  return ((await reply.json()) as { active: boolean }).active
}

const redeemThere = async ({ clientId, secret }: OauthApp, form: Record<string, string>) => {
  const reply = await fetch(`${other.url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: basic(clientId, secret) },
    body: new URLSearchParams(form),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, string> }
}

test.each(endings)('%s ends tokens immediately on every process', async (_what, end, ends) => {
  const world = await buildEndingWorld(server)
  const readLive = async (token: string) => [
    await isLiveThere(token),
    await isActiveThere(token),
    await isLive(server, world.app, token),
  ]
  const all = (isOn: boolean) => [isOn, isOn, isOn]
  expect([await readLive(world.user), await readLive(world.own)]).toEqual([all(true), all(true)])
  await end(server, world)
  expect([await readLive(world.user), await readLive(world.own)]).toEqual([all(!ends.user), all(!ends.own)])
})

test('the API of another process refuses a revoked token immediately', async () => {
  const app = await buildOauthApp(server, { environment: 'sandbox' })
  const { body } = await requestOwnToken(server, app)
  const callThere = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${body.access_token}` }
    return (await fetch(`${other.url}/sandbox/rest/v1.1/projects`, { headers })).status
  }
  // The company is missing, which is checked only after the token.
  expect(await callThere()).toBe(403)
  await postForm(
    server,
    '/sandbox/oauth/revoke',
    { token: body.access_token },
    { authorization: basic(app.clientId, app.secret) },
  )
  expect(await callThere()).toBe(401)
})

describe('of two requests at the same time on two processes', () => {
  const rounds = 50

  test('one redeems a code', async () => {
    const app = await buildOauthApp(server)
    const person = server.as(await buildDeveloper(server))
    for (let round = 0; round < rounds; round += 1) {
      const { code } = await authorize(person, app)
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      const replies = await Promise.all([redeem(server, app, code), redeemThere(app, form)])
      expect(
        replies.map(({ status }) => status).toSorted((a, b) => a - b),
        `round ${round}`,
      ).toEqual([200, 400])
      const refused = replies.find(({ status }) => status === 400)
      expect(refused?.body).toMatchObject({ error: 'invalid_grant' })
    }
  })

  test('one redeems a refresh token', async () => {
    const app = await buildOauthApp(server)
    const person = server.as(await buildDeveloper(server))
    for (let round = 0; round < rounds; round += 1) {
      const tokens = await getUserTokens(server, person, app)
      const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh }
      const replies = await Promise.all([refresh(server, app, tokens.refresh), redeemThere(app, form)])
      expect(
        replies.map(({ status }) => status).toSorted((a, b) => a - b),
        `round ${round}`,
      ).toEqual([200, 400])
      // Someone else may have the token, so everything it led to is revoked.
      expect(await isLiveThere(tokens.access)).toBe(false)
    }
  })
})

test('a second process signs with the same keys', async () => {
  const app = await buildOauthApp(server)
  const there = await redeemThere(app, { grant_type: 'client_credentials' })
  expect(there.status).toBe(200)
  expect(await isLive(server, app, there.body.access_token ?? '')).toBe(true)
  expect(await isLive(server, app, randomBytes(32).toString('base64url'))).toBe(false)
})
