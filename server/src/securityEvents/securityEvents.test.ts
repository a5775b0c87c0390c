import {
  changePassword,
  confirmSession,
  finishSignIn,
  forgotPassword,
  getSession,
  resetPassword,
  signIn,
  signOut,
  signOutOthers,
} from '@trestle/domain/accounts/contract.ts'
import { suspendDeveloper } from '@trestle/domain/accounts/suspensions/contract.ts'
import { listAccountSecurityEvents, listSecurityEvents } from '@trestle/domain/securityEvents/contract.ts'
import { dayMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { expect, test } from 'vitest'
import { buildDeveloper, password } from '../../testing/build.ts'
import { addTotp } from '../../testing/factors.ts'
import { readMailedToken } from '../../testing/emails.ts'
import { race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const newPassword = { password: 'another-fine-phrase-42', password_confirmation: 'another-fine-phrase-42' }

const attemptSignIn = (server: TestServer, email: string, typed = 'wrong-guess') =>
  server.anonymous().attempt(signIn, { body: { email, password: typed } })

test('the log of an account has everything that happened to its security, newest first', async () => {
  const server = await startTestServer()
  const person = await buildDeveloper(server)
  const other = await buildDeveloper(server)
  await attemptSignIn(server, person.email)
  await attemptSignIn(server, other.email)
  const browser = server.anonymous()
  await browser.call(signIn, { body: { email: person.email, password } })
  await server.asAgain(person).call(getSession)
  await browser.call(signOutOthers)
  await browser.call(changePassword, { body: { current_password: password, ...newPassword } })
  await browser.call(forgotPassword, { body: { email: person.email } })
  const token = await readMailedToken(server, person.email, 'reset_password')
  await browser.call(resetPassword, { body: { token, ...newPassword } })
  await browser.call(signIn, { body: { email: person.email, password: newPassword.password } })
  const { body, headers } = await browser.call(listAccountSecurityEvents)
  expect(body.map(({ kind }) => kind)).toEqual([
    'sign_in.succeeded',
    'password.reset',
    'password_reset.requested',
    'password.changed',
    'sessions.ended',
    'sign_in.succeeded',
    'sign_in.failed',
  ])
  expect(headers.total).toBe('7')
  expect(body[0]).toMatchObject({ by: 'owner', network: '127.0.0.0/24', details: {} })
  expect(body.at(-1)).toMatchObject({ by: 'visitor' })
  const second = await browser.call(listAccountSecurityEvents, { query: { page: 2, per_page: 3 } })
  expect(second.body.map(({ id }) => id)).toEqual(body.slice(3, 6).map(({ id }) => id))
  await browser.call(signOut)
  const last = await server.as(person).call(listAccountSecurityEvents, { query: { per_page: 1 } })
  expect(last.body[0]?.kind).toBe('session.ended')
})

test('staff find events by person, kind, network, day and typed address; the log stores no typed address', async () => {
  const server = await startTestServer()
  const staff = await buildDeveloper(server, { is_admin: true })
  const person = await buildDeveloper(server)
  await attemptSignIn(server, person.email)
  await attemptSignIn(server, 'nobody@example.test')
  await server
    .as(staff)
    .call(suspendDeveloper, { params: { id: person.id }, body: { reason: 'Shared their password' } })
  await attemptSignIn(server, person.email, password)
  const today = server.services.now().toISOString().slice(0, 10)
  const found = async (filters: Record<string, string | number>) =>
    (await server.as(staff).call(listSecurityEvents, { query: { filters } })).body.map(({ kind }) => kind)
  expect(await found({})).toEqual([
    'sign_in.refused',
    'account.suspended',
    'sign_in.failed',
    'sign_in.failed',
  ])
  expect(await found({ developer_id: person.id })).toEqual([
    'sign_in.refused',
    'account.suspended',
    'sign_in.failed',
  ])
  expect(await found({ kind: 'account.suspended' })).toEqual(['account.suspended'])
  expect(await found({ network: '127.0.0.0/24' })).toEqual([
    'sign_in.refused',
    'sign_in.failed',
    'sign_in.failed',
  ])
  expect(await found({ from: today, to: today })).toHaveLength(4)
  expect(await found({ to: '2026-01-01' })).toEqual([])
  expect(await found({ typed_email: 'Nobody@example.test' })).toEqual(['sign_in.failed'])
  expect((await server.as(staff).get('/api/v1/admin/security_events?filters[from]=soon')).status).toBe(422)
  const filters = { kind: 'signed.in' }
  const { body: unknown } = await server.as(staff).refusal(listSecurityEvents, { query: { filters } })
  expect(unknown).toMatchObject({
    code: 'invalid_input',
    fields: { 'filters.kind': [expect.stringMatching(/^Kind must be one of sign_in\.succeeded, /)] },
  })

  const { body } = await server
    .as(staff)
    .call(listSecurityEvents, { query: { filters: { kind: 'sign_in.failed' } } })
  expect(body.map(({ developer }) => developer?.id ?? null)).toEqual([null, person.id])
  const rows = await server.services.db.selectFrom('security_events').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('nobody@')
})

test('the owner of an account learns that staff acted, not who', async () => {
  const server = await startTestServer()
  const staff = await buildDeveloper(server, { is_admin: true })
  const person = await buildDeveloper(server)
  const params = { id: person.id }
  await server.as(staff).call(suspendDeveloper, { params, body: { reason: 'Shared their password' } })
  await server.services.db.deleteFrom('suspensions').execute()
  const { body } = await server.asAgain(person).call(listAccountSecurityEvents)
  expect(body).toEqual([
    {
      id: expect.any(Number),
      at: expect.any(String),
      kind: 'account.suspended',
      by: 'staff',
      browser: null,
      network: null,
      details: {},
    },
  ])
})

test('one email reports a burst of failed sign-ins, and the next burst gets its own', async () => {
  const server = await startTestServer({
    env: {
      SECURITY_ALERT_EMAIL: 'security@example.test',
      SECURITY_ALERT_FAILURES: '3',
      SIGN_IN_ATTEMPTS: '1000',
    },
  })
  const alerts = async () =>
    (await server.emails()).filter(({ kind, recipient }) => {
      return kind === 'security_alert' && recipient === 'security@example.test'
    }).length
  const fail = () => attemptSignIn(server, 'nobody@example.test')
  await fail()
  await fail()
  expect(await alerts()).toBe(0)
  await Promise.all([fail(), fail()])
  expect(await alerts()).toBe(1)
  // A continuing burst is still the same one, however long it lasts.
  for (const _round of [1, 2, 3]) {
    server.clock.advance(9 * minuteMs)
    await Promise.all([fail(), fail(), fail()])
    expect(await alerts()).toBe(1)
  }
  server.clock.advance(11 * minuteMs)
  await fail()
  await fail()
  expect(await alerts()).toBe(1)
  await fail()
  expect(await alerts()).toBe(2)
})

test('two failures at the same moment are one burst', repeated, async () => {
  const server = await startTestServer({
    env: {
      SECURITY_ALERT_EMAIL: 'security@example.test',
      SECURITY_ALERT_FAILURES: '1',
      SIGN_IN_ATTEMPTS: '1000',
    },
  })
  const fail = (email: string) => () => attemptSignIn(server, email)
  const countAlerts = async () =>
    (await server.emails()).filter(({ kind }) => kind === 'security_alert').length
  await fail('first@example.test')()
  expect(await countAlerts()).toBe(1)
  server.clock.advance(11 * minuteMs)
  await race(server, (tx) => tx.selectFrom('sign_in_bursts').selectAll().forUpdate().execute(), [
    fail('one@example.test'),
    fail('two@example.test'),
  ])
  expect(await countAlerts()).toBe(2)
})

const listKinds = async (server: TestServer) =>
  (await server.services.db.selectFrom('security_events').select('kind').orderBy('id').execute()).map(
    ({ kind }) => kind,
  )

test('a wrong password or code of someone who confirms who they are is in the log of the account', async () => {
  const server = await startTestServer()
  const client = server.as(await buildDeveloper(server))
  await client.refusal(confirmSession, { body: { password: 'wrong-guess' } })
  await client.refusal(changePassword, { body: { current_password: 'wrong-guess', ...newPassword } })
  expect(await listKinds(server)).toEqual(['confirmation.failed', 'confirmation.failed'])
  await addTotp(server, client)
  await client.refusal(confirmSession, { body: { totp: '000000' } })
  // The right password isn't enough if there is a second factor.
  await client.refusal(confirmSession, { body: { password } })
  const { body } = await client.call(listAccountSecurityEvents)
  expect(body.map(({ kind, by }) => [kind, by])).toEqual([
    ['confirmation.failed', 'owner'],
    ['confirmation.failed', 'owner'],
    ['totp.added', 'owner'],
    ['confirmation.failed', 'owner'],
    ['confirmation.failed', 'owner'],
  ])
})

test('failed second steps and confirmations belong to a burst too', async () => {
  const server = await startTestServer({
    env: { SECURITY_ALERT_EMAIL: 'security@example.test', SECURITY_ALERT_FAILURES: '3' },
  })
  const person = await buildDeveloper(server)
  await addTotp(server, server.as(person))
  const alerts = async () => (await server.emails()).filter(({ kind }) => kind === 'security_alert').length
  await server.as(person).refusal(confirmSession, { body: { totp: '000000' } })
  const browser = server.anonymous()
  await browser.call(signIn, { body: { email: person.email, password } })
  await browser.refusal(finishSignIn, { body: { totp: '000000' } })
  expect(await alerts()).toBe(0)
  await server.as(person).refusal(confirmSession, { body: { totp: '000000' } })
  expect(await alerts()).toBe(1)
  expect(await listKinds(server)).toEqual([
    'totp.added',
    'confirmation.failed',
    'second_factor.failed',
    'confirmation.failed',
  ])
})

test('a burst sends nothing without an address to alert', async () => {
  const server = await startTestServer({ env: { SECURITY_ALERT_FAILURES: '1' } })
  await attemptSignIn(server, 'nobody@example.test')
  expect(await server.emails()).toEqual([])
})

test('events are deleted after 400 days', async () => {
  const server = await startTestServer()
  await attemptSignIn(server, 'nobody@example.test')
  server.clock.advance(399 * dayMs)
  await server.drainJobs()
  const count = async () =>
    (await server.services.db.selectFrom('security_events').select('id').execute()).length
  expect(await count()).toBe(1)
  server.clock.advance(2 * dayMs)
  await server.drainJobs()
  expect(await count()).toBe(0)
})
