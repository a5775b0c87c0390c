import { randomBytes } from 'node:crypto'
import { suspendDeveloper } from '@trestle/domain/accounts/suspensions/contract.ts'
import { deleteDeveloperApp } from '@trestle/domain/apps/contract.ts'
import {
  createClientSecret,
  resetAppSecret,
  updateClientSecret,
} from '@trestle/domain/credentials/contract.ts'
import { revokeAuthorizedApp, suspendCredentials } from '@trestle/domain/oauth/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDeveloper, buildVersion } from '../../testing/build.ts'
import {
  authorize,
  basic,
  buildOauthApp,
  getUserTokens,
  isLive,
  redirectUri,
  redeem,
  refresh,
  requestOwnToken,
  userManifest,
  type OauthApp,
} from '../../testing/oauth.ts'
import { startServerProcess, type ServerProcess } from '../../testing/serverProcess.ts'
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts'

/** This process, and another one over HTTP, on the same database. */
let server: TestServer
let other: ServerProcess
const PUBLIC_URL = 'http://localhost:4000'

beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: { PUBLIC_URL } })
  const { connectionString = '' } = server.database.pool.options
  other = await startServerProcess({ DATABASE_URL: connectionString, PUBLIC_URL })
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

const redeemThere = async ({ clientId, secret }: OauthApp, form: Record<string, string>) => {
  const reply = await fetch(`${other.url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: basic(clientId, secret) },
    body: new URLSearchParams(form),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, string> }
}

interface World {
  app: OauthApp
  owner: Client
  person: Client
  personId: number
  user: string
  own: string
}

type Ends = { user: boolean; own: boolean }
const both: Ends = { user: true, own: true }

const endings: [what: string, end: (world: World) => Promise<unknown>, ends: Ends][] = [
  [
    'a reset',
    ({ app, owner }) => owner.call(resetAppSecret, { params: { id: app.app.id }, body: { confirmed: true } }),
    both,
  ],
  [
    'a disabled secret',
    async ({ app, owner }) => {
      await owner.call(createClientSecret, { params: { id: app.app.id } })
      await owner.call(updateClientSecret, {
        params: { id: app.app.id, secret_id: app.secretId },
        body: { disabled: true },
      })
    },
    both,
  ],
  ['a deleted app', ({ app, owner }) => owner.call(deleteDeveloperApp, { params: { id: app.app.id } }), both],
  [
    'suspended credentials',
    async ({ app }) => {
      const staff = server.as(await buildDeveloper(server, { is_admin: true }))
      await staff.call(suspendCredentials, {
        params: { id: app.app.id },
        body: { environment: 'production', reason: 'Abuse' },
      })
    },
    both,
  ],
  [
    'a manifest without a service account',
    ({ app }) =>
      buildVersion(server, app.app, {
        content: JSON.stringify(userManifest),
        versionable_type: 'ProductionEnvironment',
        created_at: new Date(Date.now() + 1000),
      }),
    { user: false, own: true },
  ],
  [
    'a suspended person',
    async ({ personId }) => {
      const staff = server.as(await buildDeveloper(server, { is_admin: true }))
      await staff.call(suspendDeveloper, { params: { id: personId }, body: { reason: 'Abuse' } })
    },
    { user: true, own: false },
  ],
  [
    'a revoked authorization',
    ({ app, person }) => person.call(revokeAuthorizedApp, { params: { id: app.app.id } }),
    { user: true, own: false },
  ],
]

test.each(endings)('%s ends tokens at once on every process', async (_what, end, ends) => {
  const app = await buildOauthApp(server)
  const { id: personId } = await buildDeveloper(server)
  const person = server.as({ id: personId })
  const world = {
    app,
    person,
    personId,
    owner: server.as({ id: app.app.owner_id }),
    user: (await getUserTokens(server, person, app)).access,
    own: (await requestOwnToken(server, app)).body.access_token,
  }
  const readLive = async () => [
    await isLiveThere(world.user),
    await isLiveThere(world.own),
    await isLive(server, app, world.user),
    await isLive(server, app, world.own),
  ]
  expect(await readLive()).toEqual([true, true, true, true])
  await end(world)
  expect(await readLive()).toEqual([!ends.user, !ends.own, !ends.user, !ends.own])
})

describe('of two requests at once on two processes', () => {
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
      // Someone else may have the token: everything that it led to is over.
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
