import {
  forgotPassword,
  getSession,
  listAdminDevelopers,
  resetPassword,
  signIn,
} from '@trestle/domain/accounts/contract.ts'
import { confirmEmailChange, requestEmailChange } from '@trestle/domain/accounts/emailChanges/contract.ts'
import { restoreDeveloper, suspendDeveloper } from '@trestle/domain/accounts/suspensions/contract.ts'
import { acceptInvitation, listInvitations } from '@trestle/domain/collaborators/contract.ts'
import { requestUsageReport } from '@trestle/domain/metrics/contract.ts'
import { renewNotificationFeed } from '@trestle/domain/notifications/contract.ts'
import { listAccountSecurityEvents } from '@trestle/domain/securityEvents/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  buildInvitation,
  buildSuspension,
  password,
  type DeveloperRow,
} from '../../../testing/build.ts'
import { listEmailsTo, readMailedToken } from '../../../testing/emails.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { sendEmail } from '../../mail/send.ts'
import { passwordChangedEmail } from '../emails.ts'
import { issueEmailToken } from '../emailToken.ts'

let server: TestServer
let staff: DeveloperRow
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
  staff = await buildDeveloper(server, { is_admin: true })
})
afterAll(() => server.close())

const reason = 'Shared their password'
const suspend = (person: { id: number }) =>
  server.as(staff).attempt(suspendDeveloper, { params: { id: person.id }, body: { reason } })

test('a suspension ends sessions, feed addresses and emailed links, and the person learns why', async () => {
  const person = await buildDeveloper(server)
  const { body: feed } = await server.as(person).call(renewNotificationFeed)
  await server.as(null).call(forgotPassword, { body: { email: person.email } })
  const { body } = await suspend(person)
  expect(body.suspension).toMatchObject({ reason, suspended_by: { id: staff.id, name: staff.name } })

  expect((await server.as(person).call(getSession)).body.developer).toBe(null)
  expect((await server.asAgain(person).call(getSession)).body.developer).toBe(null)
  const { pathname } = new URL(feed.atom_url)
  expect((await server.as(null).get(pathname)).status).toBe(404)
  const links = await server.services.db
    .selectFrom('email_tokens')
    .selectAll()
    .where('developer_id', '=', person.id)
    .execute()
  expect(links.map(({ used_at }) => used_at)).toEqual([expect.any(String)])
  const emails = await listEmailsTo(server, person.email)
  expect(emails.map(({ kind }) => kind)).toEqual(['account_suspended'])
  expect(emails[0]?.body).toContain(`\n\nReason: ${reason}\n\n`)
  expect(await server.audit()).toContainEqual(
    expect.objectContaining({
      action: 'developer.suspended',
      subject_id: String(person.id),
      actor_id: staff.id,
      changes: { suspension_reason: [null, reason] },
    }),
  )
})

test('a suspension cancels a change of the email address that waits for its confirmation', async () => {
  const person = await buildDeveloper(server)
  const email = 'new-address@example.test'
  await server.as(person).call(requestEmailChange, { body: { email } })
  const token = await readMailedToken(server, email, 'change_email')
  await suspend(person)
  await server.as(staff).call(restoreDeveloper, { params: { id: person.id } })
  await server.asAgain(person).attempt(confirmEmailChange, { body: { token } })
  const row = await server.services.db
    .selectFrom('developers')
    .innerJoin('email_changes', 'email_changes.developer_id', 'developers.id')
    .select(['developers.email', 'email_changes.canceled_at'])
    .where('developers.id', '=', person.id)
    .executeTakeFirst()
  expect(row).toEqual({ email: person.email, canceled_at: expect.any(String) })
})

test('a suspension cancels the invitations that the person sent, and no others', async () => {
  const person = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: person.id })
  const other = await buildCollaborator(server, app, 'admin')
  const invited = await buildDeveloper(server)
  const { id, token } = await buildInvitation(server, app, { email: invited.email, invited_by: person.id })
  const byOther = await buildInvitation(server, app, { email: 'kim@example.test', invited_by: other.id })
  const expired = await buildInvitation(server, app, {
    invited_by: person.id,
    expires_at: server.services.now(),
  })
  await suspend(person)
  expect((await server.as(invited).attempt(acceptInvitation, { params: { token } })).status).toBe(409)
  const call = { query: { developer_app_id: app.id } }
  const listed = (await server.as(other).call(listInvitations, call)).body
  expect(listed.map((each) => [each.id, each.status])).toEqual([
    [expired.id, 'expired'],
    [byOther.id, 'pending'],
    [id, 'canceled'],
  ])
  expect(await server.audit()).toContainEqual(
    expect.objectContaining({ action: 'invitation.canceled', subject_id: String(id), app_id: app.id }),
  )
})

test('only the right password reveals that an account is suspended', async () => {
  const person = await buildDeveloper(server)
  await suspend(person)
  const right = await server.anonymous().refusal(signIn, { body: { email: person.email, password } })
  expect(right.status).toBe(403)
  expect(right.body.message).toBe('This account is suspended. Contact developer-support@trestle.localhost.')
  const wrong = await server.anonymous().refusal(signIn, { body: { email: person.email, password: 'x' } })
  expect(wrong.body).toMatchObject({
    code: 'invalid_input',
    message: 'The email address or password is wrong.',
  })
})

test('a suspended person gets no emails, not even to choose a new password', async () => {
  const person = await buildDeveloper(server)
  await suspend(person)
  await server.as(null).call(forgotPassword, { body: { email: person.email } })
  const { db, now, settings } = server.services
  await db
    .transaction()
    .execute((tx) =>
      sendEmail(
        tx,
        { kind: 'job', actor_id: null },
        now(),
        passwordChangedEmail(settings, person.email, null),
      ),
    )
  const emails = await listEmailsTo(server, person.email)
  expect(emails.map(({ kind }) => kind)).toEqual(['account_suspended'])
})

test('reports that the person requested are canceled', async () => {
  const app = await buildApp(server)
  await server.as({ id: app.owner_id }).call(requestUsageReport, { params: { id: app.id } })
  await suspend({ id: app.owner_id })
  await server.drainJobs()
  const report = await server.services.db
    .selectFrom('usage_reports')
    .select('state')
    .where('developer_app_id', '=', app.id)
    .executeTakeFirst()
  expect(report?.state).toBe('failed')
  expect((await server.emails()).filter(({ kind }) => kind.startsWith('usage_report'))).toEqual([])
})

test('a restored person can sign in again and gets an email about it', async () => {
  const person = await buildDeveloper(server)
  await suspend(person)
  const { body } = await server.as(staff).call(restoreDeveloper, {
    params: { id: person.id },
    body: { reason: 'Cleared up on the phone' },
  })
  expect(body.suspension).toBe(null)
  expect(await server.audit()).toContainEqual(
    expect.objectContaining({
      action: 'developer.restored',
      subject_id: String(person.id),
      changes: { suspension_reason: [reason, null], reason: [null, 'Cleared up on the phone'] },
    }),
  )
  await server.anonymous().call(signIn, { body: { email: person.email, password } })
  const emails = await listEmailsTo(server, person.email)
  expect(emails.map(({ kind }) => kind)).toEqual(['account_suspended', 'account_restored'])
  const { body: events } = await server.asAgain(person).call(listAccountSecurityEvents)
  expect(events).toMatchObject([
    { kind: 'sign_in.succeeded', by: 'owner' },
    { kind: 'account.restored', by: 'staff', network: null },
    { kind: 'account.suspended', by: 'staff', network: null },
  ])
  const again = await server.as(staff).refusal(restoreDeveloper, { params: { id: person.id } })
  expect(again.body).toMatchObject({ code: 'conflict', message: "This account isn't suspended." })
})

test('a restoration can end the password, which someone else may know, and emails a link for a new one', async () => {
  const person = await buildDeveloper(server)
  await suspend(person)
  // Undoing a change of the address emails a link while the account is suspended.
  const earlier = await server.services.db
    .transaction()
    .execute((tx) => issueEmailToken(tx, server.services, person.id, 'reset_password'))
  const params = { id: person.id }
  await server.as(staff).call(restoreDeveloper, { params, body: { end_password: true } })
  const attempt = (typed: string) =>
    server.anonymous().attempt(signIn, { body: { email: person.email, password: typed } })
  expect((await attempt(password)).body).toMatchObject({
    message: 'The email address or password is wrong.',
  })
  const email = (await listEmailsTo(server, person.email)).at(-1)
  expect(email?.kind).toBe('account_restored')
  expect(email?.body).toContain('Your password no longer works')
  const fresh = 'an entirely new passphrase'
  const choose = (token: string) =>
    server.as(null).attempt(resetPassword, { body: { token, password: fresh, password_confirmation: fresh } })
  expect((await choose(earlier)).status).toBe(422)
  expect((await choose(await readMailedToken(server, person.email, 'reset_password'))).status).toBe(204)
  expect((await attempt(fresh)).status).toBe(200)

  const events = await server.audit()
  const ofPerson = events.filter(({ subject_id: id }) => id === String(person.id))
  expect(ofPerson.slice(-3)).toMatchObject([
    { action: 'developer.restored', actor_id: staff.id },
    { action: 'password.ended', actor_id: staff.id },
    { action: 'password.reset' },
  ])
  const { body: shown } = await server.asAgain(person).call(listAccountSecurityEvents)
  expect(shown).toContainEqual(expect.objectContaining({ kind: 'password.ended', by: 'staff' }))
})

test.each([{ end_password: false }, {}, undefined])(
  'a restoration with %j leaves the password and sends no link',
  async (body) => {
    const person = await buildDeveloper(server)
    await suspend(person)
    await server.as(staff).call(restoreDeveloper, { params: { id: person.id }, body })
    const email = (await listEmailsTo(server, person.email)).at(-1)
    expect(email?.body).not.toContain('reset_password')
    expect(email?.body).toContain('/signin')
    await server.anonymous().call(signIn, { body: { email: person.email, password } })
  },
)

test('a refused restoration leaves the password', async () => {
  const person = await buildDeveloper(server)
  const params = { id: person.id }
  const refused = await server.as(staff).refusal(restoreDeveloper, { params, body: { end_password: true } })
  expect(refused.status).toBe(409)
  await server.anonymous().call(signIn, { body: { email: person.email, password } })
})

test("admins can't suspend their own account, or one that is suspended", async () => {
  expect((await suspend(staff)).body).toMatchObject({
    code: 'conflict',
    message: "You can't suspend your own account. Ask another admin to do it.",
  })
  const person = await buildDeveloper(server)
  await suspend(person)
  expect((await suspend(person)).body).toMatchObject({ code: 'conflict' })
  expect((await suspend({ id: 999_999 })).status).toBe(404)
})

test('a reason is required', async () => {
  const person = await buildDeveloper(server)
  const answer = await server
    .as(staff)
    .post(`/api/v1/admin/developers/${person.id}/suspension`, { reason: ' ' })
  expect(answer.body).toMatchObject({ code: 'invalid_input', fields: { reason: ['This field is required'] } })
})

test('the list shows who is suspended, and only them with its filter', async () => {
  const person = await buildDeveloper(server, { company_name: 'Suspended & Sons' })
  const other = await buildDeveloper(server, { company_name: 'Suspended & Sons' })
  await suspend(person)
  const listed = async (filters: { search: string; suspended?: boolean }) =>
    (await server.as(staff).call(listAdminDevelopers, { query: { filters } })).body.map(
      ({ id, suspended }) => ({
        id,
        suspended,
      }),
    )
  const search = 'Suspended & Sons'
  expect(await listed({ search })).toEqual([
    { id: other.id, suspended: false },
    { id: person.id, suspended: true },
  ])
  expect(await listed({ search, suspended: true })).toEqual([{ id: person.id, suspended: true }])
})

test('a session that exists anyway is refused', async () => {
  const person = await buildDeveloper(server)
  await server.as(person).call(getSession)
  await buildSuspension(server, { developer_id: person.id, suspended_by: staff.id })
  expect((await server.as(person).call(getSession)).body.developer).toBe(null)
})
