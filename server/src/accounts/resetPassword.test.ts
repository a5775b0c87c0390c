import { forgotPassword, resetPassword, signIn } from '@trestle/domain/accounts/contract.ts'
import { getEmailChange, requestEmailChange } from '@trestle/domain/accounts/emailChanges/contract.ts'
import { getSecondFactors } from '@trestle/domain/accounts/factors/contract.ts'
import { listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { getNotificationFeed, renewNotificationFeed } from '@trestle/domain/notifications/contract.ts'
import { listAuthorizedApps } from '@trestle/domain/oauth/contract.ts'
import { listAccountSecurityEvents } from '@trestle/domain/securityEvents/contract.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDeveloper, unconfirm, type DeveloperRow } from '../../testing/build.ts'
import { addPasskey, addRecoveryCodes, addTotp } from '../../testing/factors.ts'
import { listEmailsTo, readMailedToken } from '../../testing/emails.ts'
import { authorize, buildOauthApp } from '../../testing/oauth.ts'
import { buildPersonalToken } from '../../testing/personalTokens.ts'
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
})
afterAll(() => server.close())

const fresh = 'seven rivers and a bridge'

async function reset({ email }: DeveloperRow): Promise<void> {
  const visitor = server.anonymous()
  await visitor.call(forgotPassword, { body: { email } })
  const token = await readMailedToken(server, email, 'reset_password')
  await visitor.call(resetPassword, { body: { token, password: fresh, password_confirmation: fresh } })
}

const kindsOf = async (client: Client) =>
  (await client.call(listAccountSecurityEvents)).body.map(({ kind }) => kind)

/** Adds everything that could later act for someone. */
async function addAccess(developer: DeveloperRow): Promise<{ token: string }> {
  const client = server.as(developer)
  await addTotp(server, client)
  await addPasskey(client, { name: 'Evil' })
  await addRecoveryCodes(client)
  await authorize(client, await buildOauthApp(server))
  await client.call(renewNotificationFeed)
  await client.call(requestEmailChange, { body: { email: `evil-${developer.email}` } })
  return buildPersonalToken(server, developer)
}

test('a reset that confirms the address ends what someone else added before', async () => {
  const developer = await buildDeveloper(server)
  const added = await addAccess(developer)
  const change = await readMailedToken(server, `evil-${developer.email}`, 'change_email')
  await unconfirm(server, developer)
  await reset(developer)

  const owner = server.anonymous()
  const signedIn = await owner.call(signIn, { body: { email: developer.email, password: fresh } })
  expect(signedIn.body).toMatchObject({ developer: { id: developer.id }, second_factor: null })
  expect((await owner.call(getSecondFactors)).body).toMatchObject({
    passkeys: 0,
    totp_confirmed_at: null,
    recovery_codes_left: 0,
  })
  expect((await server.bearer(added.token).attempt(listDeveloperApps)).status).toBe(401)
  expect((await owner.call(listAuthorizedApps)).body).toEqual([])
  expect((await owner.call(getNotificationFeed)).body.made_at).toBeNull()
  expect((await owner.refusal(getEmailChange, { params: { token: change } })).status).toBe(404)
  expect(await kindsOf(owner)).toEqual(
    expect.arrayContaining(['passkey.removed', 'totp.removed', 'recovery_codes.removed', 'token.revoked']),
  )
  const body = (await listEmailsTo(server, developer.email)).at(-1)?.body
  expect(body).toContain(
    'We removed what was added before you confirmed this address: a passkey, the authenticator app, the recovery codes, a personal access token, the authorization of an app, and the URL of the announcement feed.',
  )
  expect(body).not.toContain('Evil')
})

test('a reset of a confirmed account leaves its factors and tokens', async () => {
  const developer = await buildDeveloper(server)
  const added = await addAccess(developer)
  await reset(developer)
  const session = await server.anonymous().call(signIn, { body: { email: developer.email, password: fresh } })
  expect(session.body.second_factor?.methods).toContain('passkey')
  expect((await server.bearer(added.token).attempt(listDeveloperApps)).status).toBe(200)
  expect((await listEmailsTo(server, developer.email)).at(-1)?.body).not.toContain('We removed')
})

test('a reset after staff changed the address leaves what was there before', async () => {
  const developer = await buildDeveloper(server)
  const added = await addAccess(developer)
  server.clock.advance(minuteMs)
  await unconfirm(server, developer, server.services.now())
  await reset(developer)
  const session = await server.anonymous().call(signIn, { body: { email: developer.email, password: fresh } })
  expect(session.body.second_factor?.methods).toContain('passkey')
  expect((await server.bearer(added.token).attempt(listDeveloperApps)).status).toBe(200)
})

test('a reset after staff changed the address ends what was added since', async () => {
  const developer = await buildDeveloper(server)
  const client = server.as(developer)
  await addPasskey(client, { name: 'Before' })
  const before = await buildPersonalToken(server, developer)
  server.clock.advance(minuteMs)
  const movedAt = server.services.now()
  server.clock.advance(minuteMs)
  await addTotp(server, client)
  const since = await buildPersonalToken(server, developer)
  await unconfirm(server, developer, movedAt)
  await reset(developer)
  const session = await server.anonymous().call(signIn, { body: { email: developer.email, password: fresh } })
  expect(session.body.second_factor?.methods).toEqual(['passkey'])
  expect((await server.bearer(before.token).attempt(listDeveloperApps)).status).toBe(200)
  expect((await server.bearer(since.token).attempt(listDeveloperApps)).status).toBe(401)
})
