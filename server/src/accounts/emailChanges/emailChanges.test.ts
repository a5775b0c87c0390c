// @module-tag engine
import {
  confirmEmail,
  getAdminDeveloper,
  getSession,
  forgotPassword,
  register as registerAccount,
  resetPassword,
  signIn,
  updateAdminDeveloper,
} from '@trestle/domain/accounts/contract.ts'
import {
  cancelEmailChange,
  confirmEmailChange,
  getEmailChange,
  getEmailUndo,
  getPendingEmailChange,
  requestEmailChange,
  undoEmailChange,
} from '@trestle/domain/accounts/emailChanges/contract.ts'
import { getSecondFactors } from '@trestle/domain/accounts/factors/contract.ts'
import { recoveryCodeCount } from '@trestle/domain/accounts/factors/rules.ts'
import { suspendDeveloper } from '@trestle/domain/accounts/suspensions/contract.ts'
import {
  acceptInvitation,
  createInvitation,
  resendInvitation,
} from '@trestle/domain/collaborators/contract.ts'
import { deleteDeveloperApp, listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { createClientSecret } from '@trestle/domain/credentials/contract.ts'
import { getNotificationFeed, renewNotificationFeed } from '@trestle/domain/notifications/contract.ts'
import { listAuthorizedApps } from '@trestle/domain/oauth/contract.ts'
import { listAccountSecurityEvents } from '@trestle/domain/securityEvents/contract.ts'
import { dayMs, hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  buildInvitation,
  password,
  type AppRow,
  type DeveloperRow,
} from '../../../testing/build.ts'
import { addPasskey, addRecoveryCodes, addTotp } from '../../../testing/factors.ts'
import { startLimitedServer } from '../../../testing/limited.ts'
import { listEmailsTo, readMailedToken } from '../../../testing/emails.ts'
import { authorize, buildOauthApp } from '../../../testing/oauth.ts'
import { buildPersonalToken } from '../../../testing/personalTokens.ts'
import { holdRow, race, raceInOrder } from '../../../testing/race.ts'
import { repeated } from '../../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import type { ClientSecretsTable } from '../../db/schema.ts'
import { setAddress } from './confirmChange.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: { SIGN_IN_ATTEMPTS: '1000' } })
})
afterAll(() => server.close())

const emailOf = async ({ id }: { id: number }) =>
  (
    await server.services.db
      .selectFrom('developers')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).email

const request = (person: { id: number }, email: string) =>
  server.as(person).call(requestEmailChange, { body: { email } })

const mailedTo = async (recipient: string) => (await listEmailsTo(server, recipient)).map(({ kind }) => kind)

/** Changes someone's address and returns the token that the old address gets. */
async function change(person: DeveloperRow, email: string): Promise<string> {
  await request(person, email)
  return confirm(person, email)
}

async function confirm(person: DeveloperRow, email: string): Promise<string> {
  const old = await emailOf(person)
  const token = await readMailedToken(server, email, 'change_email')
  await server.as(person).call(confirmEmailChange, { body: { token } })
  return readMailedToken(server, old, 'undo_email_change')
}

let made = 0
const newAddress = () => `new${(made += 1)}@moved.test`

test('an address changes once its link is opened, and every other browser is signed out', async () => {
  const person = await buildDeveloper(server)
  const other = server.asAgain(person)
  await other.call(getSession)
  const email = newAddress()
  await request(person, email)
  expect(await emailOf(person)).toBe(person.email)
  const token = await readMailedToken(server, email, 'change_email')
  const link = { params: { token } }
  expect((await server.as(person).call(getEmailChange, link)).body).toEqual({
    new_email: email,
    is_own: true,
  })
  expect((await server.as(null).call(getEmailChange, link)).body.is_own).toBe(false)
  await server.as(person).call(confirmEmailChange, { body: { token } })
  expect(await emailOf(person)).toBe(email)
  expect((await server.as(person).call(getSession)).body.developer).toMatchObject({
    email,
    email_confirmed: true,
  })
  expect((await other.call(getSession)).body.developer).toBe(null)
  expect(await mailedTo(person.email)).toEqual(['email_changed'])
  expect((await server.as(person).refusal(confirmEmailChange, { body: { token } })).status).toBe(404)
  const entries = (await server.audit()).filter(({ actor_id }) => actor_id === person.id)
  expect(entries).toMatchObject([
    { action: 'email_change.requested', changes: {} },
    { action: 'email.changed', changes: { email: [person.email, email] } },
  ])
  const { body: events } = await server.as(person).call(listAccountSecurityEvents)
  const owner = { by: 'owner', network: '127.0.0.0/24' }
  expect(events).toMatchObject([
    { kind: 'email.changed', ...owner, details: { old_email: person.email, new_email: email } },
    { kind: 'email_change.requested', ...owner, details: {} },
  ])
  const staff = server.as(await buildDeveloper(server, { is_admin: true }))
  const { body: shown } = await staff.call(getAdminDeveloper, { params: { id: person.id } })
  expect(shown.factor_reset_possible_at, 'the old address can object first').not.toBeNull()
})

const pending = async (person: { id: number }) =>
  (await server.as(person).call(getPendingEmailChange)).body.pending

test('a pending change is shown to its owner, who can cancel it', async () => {
  const person = await buildDeveloper(server)
  expect(await pending(person)).toBeNull()
  const email = newAddress()
  await request(person, email)
  const token = await readMailedToken(server, email, 'change_email')
  expect(await pending(person)).toEqual({ new_email: email, expires_at: expect.any(String) })
  expect(await pending(await buildDeveloper(server))).toBeNull()
  for (const _repeated of [1, 2]) expect((await server.as(person).call(cancelEmailChange)).status).toBe(204)
  expect(await pending(person)).toBeNull()
  expect((await server.as(person).refusal(confirmEmailChange, { body: { token } })).status).toBe(404)
  const actions = (await server.audit()).filter(({ actor_id }) => actor_id === person.id)
  expect(actions.map(({ action }) => action)).toEqual(['email_change.requested', 'email_change.canceled'])
  const { body: events } = await server.as(person).call(listAccountSecurityEvents)
  expect(events.map(({ kind }) => kind)).toEqual(['email_change.canceled', 'email_change.requested'])
})

test('a change is no longer pending once it is confirmed, or its link has expired', async () => {
  const own = await startTestServer()
  const [first, second] = [await buildDeveloper(own), await buildDeveloper(own)]
  const read = async (person: { id: number }) =>
    (await own.asAgain(person).call(getPendingEmailChange)).body.pending
  const email = newAddress()
  await own.as(first).call(requestEmailChange, { body: { email } })
  const token = await readMailedToken(own, email, 'change_email')
  await own.as(first).call(confirmEmailChange, { body: { token } })
  expect(await read(first)).toBeNull()
  await own.as(second).call(requestEmailChange, { body: { email: newAddress() } })
  own.clock.advance(24 * hourMs - minuteMs)
  expect(await read(second)).not.toBeNull()
  own.clock.advance(minuteMs)
  expect(await read(second)).toBeNull()
  await own.asAgain(second).call(cancelEmailChange)
  expect((await own.audit()).map(({ action }) => action)).not.toContain('email_change.canceled')
})

test('limits requests for a change to five an hour', async () => {
  const limited = await startLimitedServer()
  const client = limited.as(await buildDeveloper(limited))
  const statuses = []
  for (const _request of Array(6)) {
    statuses.push((await client.attempt(requestEmailChange, { body: { email: newAddress() } })).status)
  }
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
})

test('a taken address gets the same reply, and its holder an email', async () => {
  const person = await buildDeveloper(server)
  const holder = await buildDeveloper(server)
  const free = await request(person, newAddress())
  const taken = await request(person, holder.email)
  expect(taken.status).toBe(free.status)
  expect(taken.text).toBe(free.text)
  expect(await mailedTo(holder.email)).toEqual(['email_change_taken'])
  expect((await pending(person))?.new_email, 'it looks pending too').toBe(holder.email)
})

test('the link only works for the account that asked, and only the newest one', async () => {
  const person = await buildDeveloper(server)
  const stranger = await buildDeveloper(server)
  const [first, second] = [newAddress(), newAddress()]
  await request(person, first)
  const replaced = await readMailedToken(server, first, 'change_email')
  await request(person, second)
  const token = await readMailedToken(server, second, 'change_email')
  expect((await server.as(stranger).refusal(confirmEmailChange, { body: { token } })).status).toBe(404)
  const refused = await server.as(person).refusal(confirmEmailChange, { body: { token: replaced } })
  expect(refused.body.message).toMatch(/was replaced by a newer one/)
  await server.as(person).call(confirmEmailChange, { body: { token } })
  expect(await emailOf(person)).toBe(second)
})

test('an address that someone has taken since is refused', async () => {
  const person = await buildDeveloper(server)
  const email = newAddress()
  await request(person, email)
  const token = await readMailedToken(server, email, 'change_email')
  await buildDeveloper(server, { email })
  const refused = await server.as(person).refusal(confirmEmailChange, { body: { token } })
  expect(refused.body).toMatchObject({
    code: 'conflict',
    message: 'Another account now uses this email address. Choose a different one.',
  })
  expect(await emailOf(person)).toBe(person.email)
})

test('a failure of the database is not reported as a taken address', async () => {
  const person = await buildDeveloper(server)
  const { db, now } = server.services
  const failed = db
    .transaction()
    .setAccessMode('read only')
    .execute((tx) => setAddress(tx, now(), { id: person.id, email: newAddress() }, ''))
  await expect(failed).rejects.toMatchObject({ code: '25006' })
})

test("someone's own address is refused immediately", async () => {
  const person = await buildDeveloper(server)
  const refused = await server.as(person).refusal(requestEmailChange, { body: { email: person.email } })
  expect(refused.body.fields?.email).toEqual(['This is already the address of your account'])
})

test('the old address can undo the change, which signs out everyone and ends later changes', async () => {
  const person = await buildDeveloper(server)
  const undo = await change(person, newAddress())
  const last = newAddress()
  const undoLater = await change(person, last)
  expect((await server.as(null).call(getEmailUndo, { params: { token: undo } })).body).toEqual({
    old_email: person.email,
  })
  const body = { token: undo }
  expect((await server.as(null).call(undoEmailChange, { body })).body).toEqual({
    email: person.email,
    removed: nothing,
  })
  expect(await emailOf(person)).toBe(person.email)
  expect((await server.as(person).call(getSession)).body.developer).toBe(null)
  expect(await mailedTo(person.email)).toEqual(['email_changed', 'email_change_undone'])
  expect(await server.audit()).toContainEqual(
    expect.objectContaining({ action: 'email_change.undone', changes: { email: [last, person.email] } }),
  )
  const [event] = (await server.asAgain(person).call(listAccountSecurityEvents)).body
  expect(event).toMatchObject({
    kind: 'email_change.undone',
    by: 'visitor',
    network: '127.0.0.0/24',
    details: { old_email: last, new_email: person.email },
  })
  for (const token of [undo, undoLater]) {
    expect((await server.as(null).refusal(undoEmailChange, { body: { token } })).status).toBe(404)
  }
})

const registerAddress = (email: string) =>
  server.anonymous().call(registerAccount, {
    body: {
      first_name: 'Eve',
      last_name: 'Moss',
      email,
      company_name: 'Moss Ltd',
      password: 'maple tree in a storm',
      password_confirmation: 'maple tree in a storm',
      terms_accepted: true,
    },
  })

const findByEmail = (email: string) =>
  server.services.db
    .selectFrom('developers')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()

test('an unconfirmed registration with the old address makes way for the undo', async () => {
  const person = await buildDeveloper(server)
  const token = await change(person, newAddress())
  await registerAddress(person.email)
  const registration = await findByEmail(person.email)
  expect(registration.id).not.toBe(person.id)
  await server.as(null).call(undoEmailChange, { body: { token } })
  expect(await findByEmail(person.email)).toEqual({ id: person.id })
  const entries = (await server.audit()).filter(({ subject_id }) => subject_id === String(registration.id))
  expect(entries).toMatchObject([
    { action: 'developer.registered', changes: { email: [null, '[deleted]'] } },
    { action: 'developer.deleted' },
  ])
})

test('an account that confirmed the old address keeps it, and the undo names support', async () => {
  const person = await buildDeveloper(server)
  const token = await change(person, newAddress())
  const holder = await buildDeveloper(server, { email: person.email })
  const refused = await server.as(null).refusal(undoEmailChange, { body: { token } })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Another account now uses this email address. To get your account back, contact developer-support@trestle.localhost.',
  ])
  expect(await findByEmail(person.email)).toEqual({ id: holder.id })
})

test('a registration that is confirmed while the undo waits for it stays', repeated, async () => {
  const person = await buildDeveloper(server)
  const token = await change(person, newAddress())
  await registerAddress(person.email)
  const { id } = await findByEmail(person.email)
  const confirmation = await readMailedToken(server, person.email, 'confirm_email')
  const statuses = await raceInOrder(server, holdRow('developers', id), [
    async () =>
      (
        await server
          .anonymous()
          .attempt(confirmEmail, { body: { token: confirmation, password: 'maple tree in a storm' } })
      ).status,
    async () => (await server.as(null).attempt(undoEmailChange, { body: { token } })).status,
  ])
  expect(statuses).toEqual([200, 409])
  expect(await findByEmail(person.email)).toEqual({ id })
})

/** Chooses a new password with the link of the newest email, and returns it. */
async function choosePassword({ email }: DeveloperRow): Promise<string> {
  const fresh = 'maple tree in a storm'
  const token = await readMailedToken(server, email, 'reset_password')
  await server
    .anonymous()
    .call(resetPassword, { body: { token, password: fresh, password_confirmation: fresh } })
  return fresh
}

test('the undo ends the password, which someone else may know, and emails a link for a new one', async () => {
  const person = await buildDeveloper(server)
  const token = await change(person, newAddress())
  await server.as(null).call(undoEmailChange, { body: { token } })
  const attempt = (typed: string) =>
    server.anonymous().attempt(signIn, { body: { email: person.email, password: typed } })
  expect((await attempt(password)).status).toBe(422)
  expect((await attempt(await choosePassword(person))).status).toBe(200)
})

test('the undo emails the link to a suspended developer too', async () => {
  const staff = await buildDeveloper(server, { is_admin: true })
  const person = await buildDeveloper(server)
  const token = await change(person, newAddress())
  const call = { params: { id: person.id }, body: { reason: 'Shared their password' } }
  await server.as(staff).call(suspendDeveloper, call)
  await server.as(null).call(undoEmailChange, { body: { token } })
  const body = { email: person.email, password: await choosePassword(person) }
  expect((await server.anonymous().attempt(signIn, { body })).status).toBe(403)
})

test('the undo cancels the invitations that were sent since', async () => {
  const person = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: person.id })
  const invite = async (email: string) => {
    const body = { developer_app_id: app.id, email, role: 'admin' } as const
    await server.as(person).call(createInvitation, { body })
    return readMailedToken(server, email, 'invitations')
  }
  const [earlier, later] = [await buildDeveloper(server), await buildDeveloper(server)]
  const kept = await invite(earlier.email)
  const repeated = await buildInvitation(server, app)
  server.clock.advance(minuteMs)
  const token = await change(person, newAddress())
  const canceled = await invite(later.email)
  await server.as(person).call(resendInvitation, { params: { id: repeated.id } })
  const undone = await server.as(null).call(undoEmailChange, { body: { token } })
  expect(undone.body.removed).toEqual({ ...nothing, invitations: 2 })
  const accept = async (by: DeveloperRow, offer: string) =>
    (await server.as(by).attempt(acceptInvitation, { params: { token: offer } })).status
  expect([await accept(earlier, kept), await accept(later, canceled)]).toEqual([200, 409])
  expect(await bodyOfUndone(person.email)).toContain('2 invitations to apps')
})

/** Adds a client secret, which ends in the given letters. */
const addSecret = (app: AppRow, last_four: string, columns: Partial<Insertable<ClientSecretsTable>> = {}) =>
  server.services.db
    .insertInto('client_secrets')
    .values({
      environment: 'production',
      app_id: app.id,
      hash: Buffer.from(`${app.id}/${last_four}`),
      last_four,
      created_by: app.owner_id,
      created_at: server.services.now(),
      ...columns,
    })
    .execute()

test('the undo names the client secrets that were made since and still work', async () => {
  const person = await buildDeveloper(server)
  const columns = { owner_id: person.id, internal_name: 'Crane Log' }
  const { app } = await buildOauthApp(server, { app: columns })
  const deleted = await buildApp(server, { owner_id: person.id })
  const admin = await buildCollaborator(server, app, 'admin')
  const token = await change(person, newAddress())
  const made = await server.as(person).call(createClientSecret, { params: { id: app.id } })
  const now = server.services.now()
  await addSecret(app, 'sand', {
    environment: 'sandbox',
    label: 'Call this number',
    ends_at: new Date(now.getTime() + dayMs),
  })
  await addSecret(app, 'prev', { created_at: new Date(now.getTime() - minuteMs) })
  await addSecret(app, 'disa', { disabled_at: now })
  await addSecret(app, 'ends', { ends_at: now })
  await addSecret(app, 'othr', { created_by: admin.id })
  await addSecret(deleted, 'gone')
  await server.as(person).call(deleteDeveloperApp, { params: { id: deleted.id } })
  await server.as(null).call(undoEmailChange, { body: { token } })
  const body = await bodyOfUndone(person.email)
  const page = `${server.services.settings.PUBLIC_URL}/developer_apps/${app.id}/oauth_credentials`
  const at = `${now.toISOString().slice(0, 16).replace('T', ' at ')} UTC`
  expect(body).toContain(
    [
      'The sandbox client secret of Crane Log that ends in sand, created on ',
      `${at}:\n${page}\n\n`,
      `The production client secret of Crane Log that ends in ${made.body.secret.slice(-4)}, created on `,
      `${at}:\n${page}\n\n`,
    ].join(''),
  )
  expect(body?.match(/client secret of/g)).toHaveLength(2)
  // Someone else may have chosen the label.
  expect(body).not.toContain('Call this number')
  expect(body).not.toContain('more.')
})

test('the undo names ten client secrets and counts the others', async () => {
  const undoWith = async (count: number) => {
    const person = await buildDeveloper(server)
    const app = await buildApp(server, { owner_id: person.id })
    const token = await change(person, newAddress())
    for (let n = 0; n < count; n += 1) await addSecret(app, `s${n}`)
    await server.as(null).call(undoEmailChange, { body: { token } })
    return (await bodyOfUndone(person.email)) ?? ''
  }
  const many = await undoWith(13)
  expect(many.match(/client secret of/g)).toHaveLength(10)
  expect(many).toContain('ends in s12,')
  expect(many).toContain('\n\nand 3 more.\n\n')
  expect(await undoWith(10)).not.toContain('more.')
  expect(await undoWith(0)).not.toContain('client secret of')
})

test('an undo that is refused leaves the password', async () => {
  const person = await buildDeveloper(server)
  const token = await change(person, newAddress())
  const holder = await buildDeveloper(server, { email: person.email })
  await server.as(null).refusal(undoEmailChange, { body: { token } })
  expect(await findByEmail(person.email)).toEqual({ id: holder.id })
  const email = await emailOf(person)
  expect((await server.anonymous().attempt(signIn, { body: { email, password } })).status).toBe(200)
})

const nothing = {
  passkeys: 0,
  totp: false,
  recovery_codes: false,
  personal_tokens: 0,
  apps: 0,
  invitations: 0,
  feed: false,
}

const bodyOfUndone = async (recipient: string) =>
  (await listEmailsTo(server, recipient)).find(({ kind }) => kind === 'email_change_undone')?.body

test('the undo removes factors and tokens that were added after the change', async () => {
  const person = await buildDeveloper(server)
  const token = await change(person, newAddress())
  server.clock.advance(minuteMs)
  const intruder = server.as(person)
  await addTotp(server, intruder)
  const passkey = await addPasskey(intruder, { name: 'Evil' })
  await addRecoveryCodes(intruder)
  const added = await buildPersonalToken(server, person)
  await authorize(intruder, await buildOauthApp(server))
  await intruder.call(renewNotificationFeed)
  const undone = await server.as(null).call(undoEmailChange, { body: { token } })
  expect(undone.body.removed).toEqual({
    passkeys: 1,
    totp: true,
    recovery_codes: true,
    personal_tokens: 1,
    apps: 1,
    invitations: 0,
    feed: true,
  })

  const owner = server.anonymous()
  const signedIn = await owner.call(signIn, {
    body: { email: person.email, password: await choosePassword(person) },
  })
  expect(signedIn.body).toMatchObject({ developer: { id: person.id }, second_factor: null })
  expect((await owner.call(getSecondFactors)).body).toMatchObject({
    passkeys: 0,
    totp_confirmed_at: null,
    recovery_codes_left: 0,
  })
  expect((await server.bearer(added.token).attempt(listDeveloperApps)).status).toBe(401)
  expect((await owner.call(listAuthorizedApps)).body).toEqual([])
  expect((await owner.call(getNotificationFeed)).body.made_at).toBeNull()

  const about = new Set([person.id, passkey.id, added.id].map(String))
  const entries = (await server.audit()).filter(({ subject_id }) => about.has(subject_id))
  expect(entries.map(({ action }) => action).slice(-7)).toEqual([
    'email_change.undone',
    'passkey.removed',
    'totp.removed',
    'recovery_codes.removed',
    'personal_token.revoked',
    'notification_feed.deleted',
    'password.reset',
  ])
  const kinds = (await owner.call(listAccountSecurityEvents)).body.map(({ kind }) => kind)
  expect(kinds).toEqual(
    expect.arrayContaining(['passkey.removed', 'totp.removed', 'recovery_codes.removed', 'token.revoked']),
  )
  const body = await bodyOfUndone(person.email)
  expect(body).toContain(
    'We removed what was added after the address was changed: a passkey, the authenticator app, the recovery codes, a personal access token, the authorization of an app, and the URL of the announcement feed.',
  )
  expect(body).toContain('If something looks wrong, contact us:')
  expect(body).not.toContain('Evil')
})

test('the undo leaves factors and tokens from before the change', async () => {
  const person = await buildDeveloper(server)
  const client = server.as(person)
  await addTotp(server, client)
  await addPasskey(client)
  await addRecoveryCodes(client)
  const own = await buildPersonalToken(server, person)
  await authorize(client, await buildOauthApp(server))
  await client.call(renewNotificationFeed)
  const email = newAddress()
  await request(person, email)
  server.clock.advance(minuteMs)
  const between = await buildPersonalToken(server, person)
  server.clock.advance(minuteMs)
  const token = await confirm(person, email)
  const undone = await server.as(null).call(undoEmailChange, { body: { token } })
  expect(undone.body.removed).toEqual(nothing)
  expect((await server.bearer(between.token).attempt(listDeveloperApps)).status).toBe(200)
  expect((await server.asAgain(person).call(listAuthorizedApps)).body).toHaveLength(1)
  expect((await server.asAgain(person).call(getNotificationFeed)).body.made_at).not.toBeNull()
  expect((await server.asAgain(person).call(getSecondFactors)).body).toMatchObject({
    passkeys: 1,
    totp_confirmed_at: expect.any(String),
    recovery_codes_left: recoveryCodeCount,
  })
  expect((await server.bearer(own.token).attempt(listDeveloperApps)).status).toBe(200)
  expect(await bodyOfUndone(person.email)).not.toContain('We removed')
})

/** Expects that the link to reset a password no longer works. */
async function expectEndedReset(token: string) {
  const phrase = 'maple tree in a storm'
  const refused = await server
    .as(null)
    .refusal(resetPassword, { body: { token, password: phrase, password_confirmation: phrase } })
  expect(Object.keys(refused.body.fields ?? {})).toEqual(['token'])
}

test('a change ends links that were sent to the old address', async () => {
  const person = await buildDeveloper(server)
  await server.as(null).call(forgotPassword, { body: { email: person.email } })
  const token = await readMailedToken(server, person.email, 'reset_password')
  await change(person, newAddress())
  await expectEndedReset(token)
})

test('undoing a later change leaves the link of an earlier one', async () => {
  const person = await buildDeveloper(server)
  const first = await change(person, newAddress())
  const second = await change(person, newAddress())
  await server.as(null).call(undoEmailChange, { body: { token: second } })
  expect(await emailOf(person)).not.toBe(person.email)
  await server.as(null).call(undoEmailChange, { body: { token: first } })
  expect(await emailOf(person)).toBe(person.email)
})

test('undoing a change ends links that were sent to the new address', async () => {
  const person = await buildDeveloper(server)
  const email = newAddress()
  const undo = await change(person, email)
  await server.as(null).call(forgotPassword, { body: { email } })
  const token = await readMailedToken(server, email, 'reset_password')
  await server.as(null).call(undoEmailChange, { body: { token: undo } })
  await expectEndedReset(token)
})

test('a change that staff made ends the links of earlier ones', async () => {
  const staff = await buildDeveloper(server, { is_admin: true })
  const person = await buildDeveloper(server)
  const undo = await change(person, newAddress())
  await server
    .as(staff)
    .call(updateAdminDeveloper, { params: { id: person.id }, body: { email: newAddress() } })
  expect((await server.as(null).refusal(undoEmailChange, { body: { token: undo } })).status).toBe(404)
})

test('a link that two requests use at the same time works once', repeated, async () => {
  const person = await buildDeveloper(server)
  const token = await change(person, newAddress())
  const undo = () => server.as(null).attempt(undoEmailChange, { body: { token } })
  const answers = await race(server, holdRow('developers', person.id), [undo, undo])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
})

test('the link to the new address works for 24 hours, and the one to undo it for 7 days', async () => {
  const own = await startTestServer()
  const person = await buildDeveloper(own)
  const [first, second] = [newAddress(), newAddress()]
  const ask = (email: string) => own.asAgain(person).call(requestEmailChange, { body: { email } })
  await ask(first)
  const late = await readMailedToken(own, first, 'change_email')
  own.clock.advance(24 * hourMs - minuteMs)
  expect((await own.as(null).call(getEmailChange, { params: { token: late } })).status).toBe(200)
  own.clock.advance(minuteMs)
  expect((await own.asAgain(person).refusal(confirmEmailChange, { body: { token: late } })).status).toBe(404)
  await ask(second)
  const token = await readMailedToken(own, second, 'change_email')
  await own.asAgain(person).call(confirmEmailChange, { body: { token } })
  const undo = await readMailedToken(own, person.email, 'undo_email_change')
  own.clock.advance(7 * dayMs - minuteMs)
  expect((await own.as(null).call(getEmailUndo, { params: { token: undo } })).status).toBe(200)
  own.clock.advance(minuteMs)
  expect((await own.as(null).refusal(undoEmailChange, { body: { token: undo } })).status).toBe(404)
})
