// @module-tag engine
import {
  getAdminDeveloper,
  getSession,
  signIn,
  updateAdminDeveloper,
} from '@trestle/domain/accounts/contract.ts'
import {
  cancelFactorReset,
  cancelOwnFactorReset,
  getFactorResetRejection,
  getSecondFactors,
  rejectFactorReset,
  requestFactorReset,
} from '@trestle/domain/accounts/factors/contract.ts'
import { restoreDeveloper, suspendDeveloper } from '@trestle/domain/accounts/suspensions/contract.ts'
import { cancelJob, retryJob } from '@trestle/domain/jobs/contract.ts'
import { listAccountSecurityEvents } from '@trestle/domain/securityEvents/contract.ts'
import { dayMs, hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { beforeEach, expect, test } from 'vitest'
import { buildDeveloper, password, type DeveloperRow } from '../../../testing/build.ts'
import { addPasskey, addRecoveryCodes, addTotp } from '../../../testing/factors.ts'
import { listEmailsTo, readMailedToken } from '../../../testing/emails.ts'
import { holdRow, race } from '../../../testing/race.ts'
import { repeated } from '../../../testing/rounds.ts'
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts'
import { cleanUpAccounts } from '../cleanUpAccounts.ts'

let server: TestServer
let admin: Client
let developer: DeveloperRow
let client: Client
beforeEach(async () => {
  server = await startTestServer()
  developer = await buildDeveloper(server)
  client = server.as(developer)
  await addTotp(server, client)
  await addPasskey(client)
  admin = server.as(await buildDeveloper(server, { is_admin: true }))
})

const reason = 'Lost the phone, called support'
const request = () => admin.call(requestFactorReset, { params: { id: developer.id }, body: { reason } })
const show = async () => (await admin.call(getAdminDeveloper, { params: { id: developer.id } })).body
const hasFactors = async (): Promise<boolean> => {
  const answer = await server.anonymous().call(signIn, { body: { email: developer.email, password } })
  return answer.body.second_factor !== null
}
const listKinds = async () => (await listEmailsTo(server, developer.email)).map(({ kind }) => kind)

test('a reset takes effect after 24 hours: no factor is left, and every session has ended', async () => {
  await addRecoveryCodes(client)
  const reset = (await request()).body
  const token = await readMailedToken(server, developer.email, 'cancel_factor_reset')
  expect(Date.parse(reset.effective_at) - Date.parse(reset.requested_at)).toBe(24 * hourMs)
  expect(await show()).toMatchObject({ has_second_factor: true, factor_reset: { reason } })
  expect((await client.call(getSecondFactors)).body.reset_at).toBe(reset.effective_at)
  server.clock.advance(24 * hourMs - minuteMs)
  await server.drainJobs()
  const { attempts } = await server.services.db
    .selectFrom('jobs')
    .select('attempts')
    .where('kind', '=', 'factors.reset')
    .executeTakeFirstOrThrow()
  expect(attempts).toBe(0)
  expect(await hasFactors()).toBe(true)
  server.clock.advance(minuteMs)
  await server.drainJobs()
  expect(await hasFactors()).toBe(false)
  expect((await client.call(getSession)).body.developer).toBeNull()
  const link = { params: { token } }
  expect((await server.anonymous().refusal(getFactorResetRejection, link)).status).toBe(404)
  expect(await listKinds()).toEqual(expect.arrayContaining(['factor_reset_requested', 'factors_reset']))
  const { rows } = await server.database.pool.query(
    `select 1 from passkeys union all select 1 from totp_secrets union all select 1 from recovery_codes`,
  )
  expect(rows).toEqual([])
  admin = server.asAgain(await buildDeveloper(server, { is_admin: true }))
  expect(await show()).toMatchObject({ has_second_factor: false, factor_reset: null })
  const actions = (await server.audit()).map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['factor_reset.requested', 'factors.reset']))
})

test('the link in the email cancels it without a sign-in, once', async () => {
  await request()
  const token = await readMailedToken(server, developer.email, 'cancel_factor_reset')
  const browser = server.anonymous()
  const link = { params: { token } }
  expect((await browser.call(getFactorResetRejection, link)).body.reset_at).toBe(
    (await show()).factor_reset?.effective_at,
  )
  await browser.call(rejectFactorReset, { body: { token } })
  const dead = await browser.refusal(getFactorResetRejection, link)
  expect([dead.status, dead.body.message]).toEqual([
    404,
    'The reset was canceled already, or it took effect.',
  ])
  expect((await browser.refusal(rejectFactorReset, { body: { token } })).body.fields).toHaveProperty('token')
  expect((await show()).factor_reset).toBeNull()
  server.clock.advance(25 * hourMs)
  await server.drainJobs()
  expect(await hasFactors()).toBe(true)
  expect(await listKinds()).toContain('factor_reset_canceled')
})

test('logs a cancellation by link as made by someone who is not signed in', async () => {
  await request()
  const token = await readMailedToken(server, developer.email, 'cancel_factor_reset')
  await server.anonymous().call(rejectFactorReset, { body: { token } })
  const [event] = (await client.call(listAccountSecurityEvents)).body
  expect(event).toMatchObject({ kind: 'factor_reset.canceled', by: 'visitor', network: '127.0.0.0/24' })
  expect(event?.browser).not.toBeNull()
  const entry = (await server.audit()).findLast(({ action }) => action === 'factor_reset.canceled')
  expect(entry).toMatchObject({ actor_id: null })
})

test('its owner can cancel it on the account page, with a fresh confirmation by a factor', async () => {
  await request()
  server.clock.advance(hourMs / 2)
  const { status, body } = await client.refusal(cancelOwnFactorReset)
  expect([status, body.code]).toEqual([403, 'confirmation_required'])
  expect(body.methods).toEqual(expect.arrayContaining(['totp', 'passkey']))
  expect(body.methods).not.toContain('password')
  expect((await show()).factor_reset).not.toBeNull()
  client = server.asAgain(developer)
  await client.call(cancelOwnFactorReset)
  expect((await client.call(getSecondFactors)).body.reset_at).toBeNull()
  const again = await client.refusal(cancelOwnFactorReset)
  expect([again.status, again.body.message]).toEqual([
    404,
    'No reset of your second factors is pending. It may have been canceled already.',
  ])
  server.clock.advance(25 * hourMs)
  await server.drainJobs()
  expect(await hasFactors()).toBe(true)
  expect(await listKinds()).toContain('factor_reset_canceled')
  const entry = (await server.audit()).findLast(({ action }) => action === 'factor_reset.canceled')
  expect(entry).toMatchObject({ actor_id: developer.id, subject_id: String(developer.id) })
  const { body: log } = await server.asAgain(developer).call(listAccountSecurityEvents)
  const canceled = log.find(({ kind }) => kind === 'factor_reset.canceled')
  expect(canceled).toMatchObject({ by: 'owner', network: '127.0.0.0/24' })
})

test("canceling one's own reset leaves that of someone else", async () => {
  await request()
  const other = server.as(await buildDeveloper(server))
  expect((await other.refusal(cancelOwnFactorReset)).status).toBe(404)
  expect((await show()).factor_reset).not.toBeNull()
})

test('staff can cancel it and request another one, which has its own link', async () => {
  await request()
  expect(
    (await admin.refusal(requestFactorReset, { params: { id: developer.id }, body: { reason } })).status,
  ).toBe(409)
  const first = await readMailedToken(server, developer.email, 'cancel_factor_reset')
  const found = 'They found their phone'
  await admin.call(cancelFactorReset, { params: { id: developer.id }, body: { reason: found } })
  const entry = (await server.audit()).findLast(({ action }) => action === 'factor_reset.canceled')
  expect(entry).toMatchObject({ changes: { reason: [null, found] } })
  expect((await admin.refusal(cancelFactorReset, { params: { id: developer.id } })).status).toBe(404)
  server.clock.advance(minuteMs)
  await request()
  expect((await server.anonymous().refusal(rejectFactorReset, { body: { token: first } })).status).toBe(422)
  // The job of the first request is due before the second request.
  server.clock.advance(24 * hourMs - minuteMs)
  await server.drainJobs()
  expect(await hasFactors()).toBe(true)
  server.clock.advance(minuteMs)
  await server.drainJobs()
  expect(await hasFactors()).toBe(false)
})

test('a reset that no longer exists changes nothing when its time comes', async () => {
  await request()
  await server.database.pool.query('delete from factor_resets')
  server.clock.advance(24 * hourMs)
  await server.drainJobs()
  expect(await hasFactors()).toBe(true)
  const { rows } = await server.database.pool.query(
    `select state, last_error from jobs where kind = 'factors.reset'`,
  )
  expect(rows).toEqual([{ state: 'done', last_error: null }])
})

const jobOfReset = async (): Promise<number> => {
  const { rows } = await server.database.pool.query<{ id: number }>(
    `select id from jobs where kind = 'factors.reset'`,
  )
  return rows[0]?.id ?? 0
}

test('staff cannot shorten its wait: its job does not start early', async () => {
  await request()
  const refused = await admin.refusal(retryJob, { params: { id: await jobOfReset() } })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "This job runs at its scheduled time and can't be started earlier.",
  ])
  await server.drainJobs()
  expect(await hasFactors()).toBe(true)
})

test('a job that starts early all the same resets nothing before its time', async () => {
  await request()
  await server.database.pool.query(`update jobs set run_at = '2000-01-01' where kind = 'factors.reset'`)
  await server.drainJobs()
  expect(await hasFactors()).toBe(true)
  expect((await show()).factor_reset).not.toBeNull()
})

test.each([
  ['was canceled', async (id: number) => void (await admin.call(cancelJob, { params: { id } }))],
  [
    'failed permanently',
    async (id: number) => {
      await server.database.pool.query(
        `update jobs set run_at = '2000-01-01', attempts = 5, max_attempts = 5 where id = $1`,
        [id],
      )
    },
  ],
])('a reset whose job %s is canceled, and its owner and staff see that', async (_, end) => {
  await request()
  const id = await jobOfReset()
  await end(id)
  await server.drainJobs()
  expect((await show()).factor_reset).toBeNull()
  expect(await listKinds()).toContain('factor_reset_canceled')
  const entry = (await server.audit()).findLast(({ action }) => action === 'factor_reset.canceled')
  expect(entry).toMatchObject({ actor_kind: 'job', subject_id: String(developer.id) })
  const again = await admin.refusal(retryJob, { params: { id } })
  expect([again.status, again.body.message]).toEqual([
    409,
    'There is nothing left to retry: it was requested again or canceled, or its app was deleted.',
  ])
  await request()
  server.clock.advance(24 * hourMs)
  await server.drainJobs()
  expect(await hasFactors()).toBe(false)
})

test.each([
  ['was canceled by an earlier version', `update jobs set state = 'canceled', finished_at = now()`],
  ['is gone', 'delete from jobs'],
])('the cleanup cancels a reset whose job %s, and no other', async (_, end) => {
  await request()
  await cleanUpAccounts(server.services)
  expect((await show()).factor_reset).not.toBeNull()
  await server.database.pool.query(`${end} where kind = 'factors.reset'`)
  await cleanUpAccounts(server.services)
  expect((await show()).factor_reset).toBeNull()
  expect(await listKinds()).toContain('factor_reset_canceled')
})

test('a canceled job leaves a later reset of the same account', async () => {
  await request()
  await admin.call(cancelFactorReset, { params: { id: developer.id } })
  await admin.call(cancelJob, { params: { id: await jobOfReset() } })
  await request()
  await server.drainJobs()
  expect((await show()).factor_reset).not.toBeNull()
})

test('a suspension cancels it, and no other one can be requested, because its owner gets no emails', async () => {
  await request()
  const call = { params: { id: developer.id } }
  await admin.call(suspendDeveloper, { ...call, body: { reason } })
  const refused = await admin.refusal(requestFactorReset, { ...call, body: { reason } })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This account is suspended, so its owner would get no email about the reset. Restore it first.',
  ])
  await admin.call(restoreDeveloper, call)
  expect((await show()).factor_reset).toBeNull()
  server.clock.advance(24 * hourMs)
  await server.drainJobs()
  expect(await hasFactors()).toBe(true)
  const events = (await server.audit()).map(({ action }) => action)
  expect(events).toEqual(
    expect.arrayContaining(['factor_reset.requested', 'factor_reset.canceled', 'developer.suspended']),
  )
})

test('is refused for a week after staff changed the address, whose former owner would not hear about it', async () => {
  const params = { id: developer.id }
  await admin.call(updateAdminDeveloper, { params, body: { email: 'someone-else@example.test' } })
  const attempt = () => admin.attempt(requestFactorReset, { params, body: { reason } })
  server.clock.advance(7 * dayMs - minuteMs)
  admin = server.asAgain(await buildDeveloper(server, { is_admin: true }))
  expect((await attempt()).status).toBe(409)
  const possibleAt = Date.parse((await show()).factor_reset_possible_at ?? '')
  expect(possibleAt - server.services.now().getTime()).toBeGreaterThan(0)
  expect(possibleAt - server.services.now().getTime()).toBeLessThanOrEqual(minuteMs)
  server.clock.advance(minuteMs)
  expect((await show()).factor_reset_possible_at).toBeNull()
  expect((await attempt()).status).toBe(202)
})

test('of two requests at the same time, one is refused', repeated, async () => {
  const other = server.as(await buildDeveloper(server, { is_admin: true }))
  const statuses = await race(
    server,
    holdRow('developers', developer.id),
    [admin, other].map(
      (staff) => async () =>
        (await staff.attempt(requestFactorReset, { params: { id: developer.id }, body: { reason } })).status,
    ),
  )
  expect(statuses.toSorted((a, b) => a - b)).toEqual([202, 409])
})

test('needs a reason, a factor, someone else and a fresh confirmation', async () => {
  const attempt = async (id: number, body: { reason: string }) =>
    (await admin.refusal(requestFactorReset, { params: { id }, body })).status
  expect(await attempt(developer.id, { reason: ' ' })).toBe(422)
  expect(await attempt((await buildDeveloper(server)).id, { reason })).toBe(409)
  expect(await attempt(999_999, { reason })).toBe(404)
  const own = (await admin.call(getSession)).body.developer?.id ?? 0
  await addTotp(server, admin)
  expect(await attempt(own, { reason })).toBe(409)
  server.clock.advance(hourMs / 2)
  expect(await attempt(developer.id, { reason })).toBe(403)
  expect((await client.call(getSecondFactors)).body.passkeys).toBe(1)
})
