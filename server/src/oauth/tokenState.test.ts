// @module-tag engine
import { restoreDeveloper, suspendDeveloper } from '@trestle/domain/accounts/suspensions/contract.ts'
import { listAuthorizedApps } from '@trestle/domain/oauth/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  authorize,
  basic,
  buildOauthApp,
  getUserTokens,
  isLive,
  postForm,
  redeem,
  refresh,
} from '../../testing/oauth.ts'
import { buildEndingWorld, endings } from '../../testing/oauthEndings.ts'
import { recordStatements } from '../../testing/recordStatements.ts'
import { race, type Hold } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { buildDeveloper } from '../../testing/build.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
})
afterAll(() => server.close())

test.each(endings)('%s ends tokens immediately', async (_what, end, ends) => {
  const world = await buildEndingWorld(server)
  const readLive = async () => [
    await isLive(server, world.app, world.user),
    await isLive(server, world.app, world.own),
  ]
  expect(await readLive()).toEqual([true, true])
  await end(server, world)
  expect(await readLive()).toEqual([!ends.user, !ends.own])
})

test('a revoked token ends alone if it acts for the app itself, and with its grant if for a person', async () => {
  const { app, person, user, own } = await buildEndingWorld(server)
  const revoke = (token: string) =>
    postForm(server, '/oauth/revoke', { token }, { authorization: basic(app.clientId, app.secret) })
  const other = await getUserTokens(server, server.as(await buildDeveloper(server)), app)
  expect((await revoke(own)).status).toBe(200)
  expect([await isLive(server, app, own), await isLive(server, app, user)]).toEqual([false, true])
  expect((await revoke(user)).status).toBe(200)
  expect([await isLive(server, app, user), await isLive(server, app, other.access)]).toEqual([false, true])
  expect((await authorize(person, app)).asked).toBe(true)
})

test('what a person allowed apps stays ended when their suspended account is restored', async () => {
  const app = await buildOauthApp(server)
  const { id } = await buildDeveloper(server)
  const tokens = await getUserTokens(server, server.as({ id }), app)
  const staff = server.as(await buildDeveloper(server, { is_admin: true }))
  await staff.call(suspendDeveloper, { params: { id }, body: { reason: 'Shared their password' } })
  await staff.call(restoreDeveloper, { params: { id } })
  expect(await isLive(server, app, tokens.access)).toBe(false)
  expect((await refresh(server, app, tokens.refresh)).status).toBe(400)
  const person = server.asAgain({ id })
  expect((await person.call(listAuthorizedApps)).body).toEqual([])
  expect((await authorize(person, app)).asked).toBe(true)
})

test('a token of the app costs one statement, an introspection and a refresh two', async () => {
  const { app, own } = await buildEndingWorld(server)
  const tokens = await getUserTokens(server, server.as(await buildDeveloper(server)), app)
  const authorization = basic(app.clientId, app.secret)
  const count = async (path: string, form: Record<string, string>): Promise<number> => {
    const statements = await recordStatements(server.database.pool, async () => {
      expect((await postForm(server, path, form, { authorization })).status).toBe(200)
    })
    // Decisions and uses of secrets are written later in batches, decisions in a transaction under a lock.
    const later = /oauth_events|client_secret_uses|pg_advisory_xact_lock|^(begin|commit)/
    return statements.filter(({ text }) => !later.test(text)).length
  }
  expect(await count('/oauth/token', { grant_type: 'client_credentials' })).toBe(1)
  expect(await count('/oauth/introspect', { token: own })).toBe(2)
  expect(await count('/oauth/token', { grant_type: 'refresh_token', refresh_token: tokens.refresh })).toBe(2)
})

test('of many requests at the same time, one redeems a code, and one a refresh token', repeated, async () => {
  const app = await buildOauthApp(server)
  const browser = server.as(await buildDeveloper(server))
  // All have read the code or token, and found it unused, before any of them redeems it.
  const hold: Hold = (tx) => tx.selectFrom('oauth_tokens').select('hash').forUpdate().execute()
  const count = async (run: () => Promise<{ status: number }>): Promise<number> =>
    (
      await race(
        server,
        hold,
        Array.from({ length: 5 }, () => run),
      )
    ).filter(({ status }) => status === 200).length
  const { code } = await authorize(browser, app)
  expect(await count(() => redeem(server, app, code))).toBe(1)
  const tokens = await getUserTokens(server, browser, app)
  expect(await count(() => refresh(server, app, tokens.refresh))).toBe(1)
  // Someone else may have the token, so everything it led to is revoked.
  expect(await isLive(server, app, tokens.access)).toBe(false)
})
