import { suspendDeveloper } from '@trestle/domain/accounts/suspensions/contract.ts'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp, buildCollaborator, buildDeveloper } from '../../testing/build.ts'
import { buildOauthApp, permissions, userManifest, type OauthApp } from '../../testing/oauth.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { setSuspension } from '../credentials/secrets/store.ts'
import { resetSecrets } from '../credentials/resetSecrets.ts'
import { createCheckToken } from './checkToken.ts'
import { findClient } from './clients/store.ts'
import { signToken } from './signToken.ts'
import { findOrCreateKeys } from './keys/findOrCreateKeys.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
})
afterAll(() => server.close())

const environment = 'sandbox'

async function issue({ clientId }: OauthApp, developerId: number) {
  const { services } = server
  const keys = await findOrCreateKeys(services, environment)
  const client = await findClient(services.db, environment, clientId)
  if (!client) throw new Error('The client was not found')
  const issued = await signToken(services, keys, { environment, client, developerId })
  const check = () => createCheckToken(services, environment, keys.published)(issued.token)
  return { ...issued, check, claims: decodeJwt(issued.token) }
}

const buildUserApp = () => buildOauthApp(server, { environment, manifest: userManifest })

test('issues the token of a service account, with the permissions of its manifest, for ten minutes', async () => {
  const app = await buildOauthApp(server, { environment })
  const { claims, isOfApp, check } = await issue(app, app.app.owner_id)
  expect([isOfApp, claims.sub, claims['permissions']]).toEqual([true, app.clientId, permissions])
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(600)
  expect(await check()).toMatchObject({ app_id: app.app.id, developer_id: null })
})

test('issues a token of the member for an app without a service account', async () => {
  const app = await buildUserApp()
  const { claims, isOfApp, check } = await issue(app, app.app.owner_id)
  expect([isOfApp, claims.sub, claims['permissions'], claims['gid']]).toEqual([
    false,
    String(app.app.owner_id),
    undefined,
    undefined,
  ])
  expect(await check()).toMatchObject({ app_id: app.app.id, developer_id: app.app.owner_id })
})

describe('a token ends immediately', () => {
  const credentialsOf = (app: OauthApp) => ({ environment, appId: app.app.id }) as const

  async function expectEnd(app: OauthApp, developerId: number, end: () => Promise<unknown>): Promise<void> {
    const { check } = await issue(app, developerId)
    expect(await check()).not.toBeNull()
    await end()
    expect(await check()).toBeNull()
  }

  test('a token ends when the secrets are reset', async () => {
    const app = await buildUserApp()
    const { db, now } = server.services
    await expectEnd(app, app.app.owner_id, () =>
      db
        .transaction()
        .execute((tx) =>
          resetSecrets(tx, server.services, { ...credentialsOf(app), actorId: app.app.owner_id, now: now() }),
        ),
    )
  })

  test('a token ends when the credentials are suspended', async () => {
    const app = await buildUserApp()
    const { db, now } = server.services
    await expectEnd(app, app.app.owner_id, () =>
      db.transaction().execute((tx) =>
        setSuspension(tx, credentialsOf(app), {
          suspended_at: now(),
          suspended_by: app.app.owner_id,
          suspension_reason: 'Too many calls',
        }),
      ),
    )
  })

  test('a token ends when the member leaves the app', async () => {
    const app = await buildUserApp()
    const member = await buildCollaborator(server, app.app, 'developer')
    await buildApp(server, { owner_id: member.id })
    await expectEnd(app, member.id, () =>
      server.services.db
        .deleteFrom('collaborators')
        .where('app_id', '=', app.app.id)
        .where('developer_id', '=', member.id)
        .execute(),
    )
  })

  test('a token ends when the member is suspended', async () => {
    const app = await buildUserApp()
    const member = await buildCollaborator(server, app.app, 'developer')
    const staff = server.as(await buildDeveloper(server, { is_admin: true }))
    await expectEnd(app, member.id, () =>
      staff.call(suspendDeveloper, { params: { id: member.id }, body: { reason: 'Shared the password' } }),
    )
  })

  test('a token ends after ten minutes', async () => {
    const app = await buildUserApp()
    await expectEnd(app, app.app.owner_id, async () => server.clock.advance(600_000))
  })
})
