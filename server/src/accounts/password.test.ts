import {
  signIn,
  forgotPassword,
  resetPassword,
  listAccountSessions,
  getSession,
  resendConfirmation,
  changePassword,
} from '@trestle/domain/accounts/contract.ts'
import { rejectFactorReset } from '@trestle/domain/accounts/factors/contract.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDeveloper, password, type DeveloperRow } from '../../testing/build.ts'
import { startLimitedServer } from '../../testing/limited.ts'
import { listEmailsTo, readMailedToken } from '../../testing/emails.ts'
import { holdRow, race, startTogether } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: { SIGN_IN_ATTEMPTS: '1000' } })
})
afterAll(() => server.close())

const fresh = 'seven rivers and a bridge'
const twice = (chosen: string) => ({ password: chosen, password_confirmation: chosen })
const mayEnter = async ({ email }: DeveloperRow, typed: string) =>
  (await server.anonymous().attempt(signIn, { body: { email, password: typed } })).status === 200
const listSessions = ({ id }: DeveloperRow) =>
  server.services.db.selectFrom('sessions').select('id').where('developer_id', '=', id).execute()
const actionsBy = async ({ id }: DeveloperRow) =>
  (await server.audit()).filter(({ subject_id }) => subject_id === String(id)).map(({ action }) => action)

describe('forgotten password', () => {
  const ask = (email: string, on = server) => on.anonymous().attempt(forgotPassword, { body: { email } })
  const reset = (token: string, chosen = twice(fresh)) =>
    server.anonymous().attempt(resetPassword, { body: { token, ...chosen } })
  async function linkFor(developer: DeveloperRow): Promise<string> {
    await ask(developer.email)
    return readMailedToken(server, developer.email, 'reset_password')
  }

  test('the emailed link sets a new password and ends every session', { tags: ['ACC-06'] }, async () => {
    const developer = await buildDeveloper(server)
    await server.as(developer).call(listAccountSessions)
    expect(await listSessions(developer)).toHaveLength(1)
    expect((await reset(await linkFor(developer))).status).toBe(204)
    expect(await listSessions(developer)).toEqual([])
    expect((await server.as(developer).refusal(listAccountSessions)).status).toBe(401)
    expect(await mayEnter(developer, password)).toBe(false)
    expect(await mayEnter(developer, fresh)).toBe(true)
    expect(await actionsBy(developer)).toEqual(['password_reset.requested', 'password.reset'])
    expect((await listEmailsTo(server, developer.email)).map(({ kind }) => kind)).toEqual([
      'reset_password',
      'password_changed',
    ])
  })

  test('a reset clears only the browser whose own session it ended', { tags: ['ACC-06'] }, async () => {
    const developer = await buildDeveloper(server)
    const other = await buildDeveloper(server)
    const resetIn = async (person: DeveloperRow) =>
      server.as(person).call(resetPassword, { body: { token: await linkFor(developer), ...twice(fresh) } })
    const elsewhere = await resetIn(other)
    expect([elsewhere.status, elsewhere.headers['clear-site-data']]).toEqual([204, undefined])
    expect((await server.as(other).call(getSession)).body.developer?.id).toBe(other.id)
    const own = await resetIn(developer)
    expect([own.status, own.headers['clear-site-data']]).toEqual([204, '"cache", "storage"'])
    expect(String(own.headers['set-cookie'])).toContain('trestle_session=;')
  })

  test('an unknown address gets the same answer and no email', { tags: ['ACC-06'] }, async () => {
    const developer = await buildDeveloper(server)
    const known = await ask(developer.email)
    const unknown = await ask('unknown@example.test')
    expect([known.status, known.text]).toEqual([202, ''])
    expect([unknown.status, unknown.text]).toEqual([202, ''])
    expect(await listEmailsTo(server, 'unknown@example.test')).toEqual([])
  })

  test(
    'an answer for an unknown address takes the same minimum time as any other',
    { tags: ['ACC-06'] },
    async () => {
      const developer = await buildDeveloper(server)
      const took = async (email: string) => {
        const client = server.anonymous()
        await client.call(getSession)
        const start = performance.now()
        await client.call(forgotPassword, { body: { email } })
        return performance.now() - start
      }
      expect(await took('unknown@example.test')).toBeGreaterThanOrEqual(245)
      expect(await took(developer.email)).toBeGreaterThanOrEqual(245)
    },
  )

  test(
    'the link works once, even when used several times at the same moment',
    { tags: ['ACC-06'], ...repeated },
    async () => {
      const developer = await buildDeveloper(server)
      const token = await linkFor(developer)
      const use = () => reset(token)
      const answers = await race(server, holdRow('developers', developer.id), [use, use, use])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 422, 422])
    },
  )

  test('a newer link replaces the older one', { tags: ['ACC-06'] }, async () => {
    const developer = await buildDeveloper(server)
    const older = await linkFor(developer)
    const newer = await linkFor(developer)
    const refused = await reset(older)
    expect(refused.status).toBe(422)
    expect(refused.body.fields?.token).toHaveLength(1)
    expect((await reset(newer)).status).toBe(204)
  })

  test('the link works for an hour', { tags: ['ACC-06'] }, async () => {
    const early = await linkFor(await buildDeveloper(server))
    const late = await linkFor(await buildDeveloper(server))
    server.clock.advance(59 * minuteMs)
    expect((await reset(early)).status).toBe(204)
    server.clock.advance(minuteMs)
    expect((await reset(late)).status).toBe(422)
  })

  test('a refused password leaves the link usable', { tags: ['ACC-06'] }, async () => {
    const developer = await buildDeveloper(server)
    const token = await linkFor(developer)
    const common = await reset(token, twice('passwordpassword'))
    expect(common.body.fields).toEqual({
      password: [
        "Password is too easy to guess: it repeats the same characters. Add a few words that don't belong together.",
      ],
    })
    const own = await reset(token, twice(`${developer.email.split('@')[0]} 2026`))
    expect(own.status).toBe(422)
    const different = await reset(token, { password: fresh, password_confirmation: 'something else' })
    expect(different.body.fields).toEqual({ password_confirmation: ['The two passwords differ'] })
    expect((await reset(token)).status).toBe(204)
  })

  test(
    'a confirmation link sets no password, and a reset link confirms the address it was sent to',
    { tags: ['ACC-06'] },
    async () => {
      const developer = await buildDeveloper(server, { email_confirmed_at: null })
      await server.as(developer).call(resendConfirmation, { body: {} })
      const confirmation = await readMailedToken(server, developer.email, 'confirm_email')
      expect((await reset(confirmation)).status).toBe(422)
      await reset(await linkFor(developer))
      const { body: session } = await server
        .anonymous()
        .call(signIn, { body: { email: developer.email, password: fresh } })
      expect(session.developer?.email_confirmed).toBe(true)
    },
  )

  test.each(['registered', 'unknown'])(
    'a link for a %s address can be requested five times an hour',
    { tags: ['ACC-06'] },
    async (kind) => {
      const limited = await startLimitedServer()
      const developer = await buildDeveloper(limited)
      const email = kind === 'registered' ? developer.email : 'unknown@example.test'
      const answers = await startTogether(
        limited,
        Array.from({ length: 6 }, () => () => ask(email, limited)),
      )
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        202, 202, 202, 202, 202, 429,
      ])
    },
  )

  test('a reset reopens an account that was closed by too many guesses', { tags: ['ACC-06'] }, async () => {
    const limited = await startLimitedServer({ SIGN_IN_ATTEMPTS: '2' })
    const { email } = await buildDeveloper(limited)
    const enter = (typed: string) => limited.anonymous().attempt(signIn, { body: { email, password: typed } })
    await startTogether(
      limited,
      ['x', 'y', 'z'].map((typed) => () => enter(typed)),
    )
    expect((await enter(password)).status).toBe(429)
    await ask(email, limited)
    const token = await readMailedToken(limited, email, 'reset_password')
    await limited.anonymous().call(resetPassword, { body: { token, ...twice(fresh) } })
    expect((await enter(fresh)).status).toBe(200)
  })

  test('limits guesses of this link and of the one that cancels a reset of second factors', async () => {
    const limited = await startLimitedServer({ SIGN_IN_ATTEMPTS: '1' })
    const visitor = limited.anonymous()
    const statuses = []
    for (const token of ['one', 'two', 'three']) {
      statuses.push((await visitor.refusal(resetPassword, { body: { token, ...twice(fresh) } })).status)
      statuses.push((await visitor.refusal(rejectFactorReset, { body: { token } })).status)
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
  })
})

describe('changing the password', () => {
  const change = (developer: DeveloperRow, current: string, chosen = twice(fresh)) =>
    server.as(developer).attempt(changePassword, { body: { current_password: current, ...chosen } })

  test('ends every other session and keeps this one', { tags: ['ACC-06'] }, async () => {
    const developer = await buildDeveloper(server)
    const other = server.anonymous()
    await other.call(signIn, { body: { email: developer.email, password } })
    expect((await change(developer, password)).status).toBe(204)
    expect((await server.as(developer).call(listAccountSessions)).body).toHaveLength(1)
    expect((await other.call(getSession)).body.developer).toBeNull()
    expect(await actionsBy(developer)).toEqual(['password.changed'])
    expect((await listEmailsTo(server, developer.email)).map(({ kind }) => kind)).toEqual([
      'password_changed',
    ])
    expect(await mayEnter(developer, fresh)).toBe(true)
    expect(JSON.stringify(await server.audit())).not.toContain(fresh)
  })

  test('renews the token of the session', async () => {
    const developer = await buildDeveloper(server)
    const tokens = () =>
      server.services.db
        .selectFrom('sessions')
        .select(['id', 'token_hash'])
        .where('developer_id', '=', developer.id)
        .execute()
    const client = server.as(developer)
    await client.call(getSession)
    const [before] = await tokens()
    const answer = await change(developer, password)
    expect(String(answer.headers['set-cookie'])).toContain('trestle_session=')
    const [after] = await tokens()
    expect(after?.id).toBe(before?.id)
    expect(after?.token_hash.toString('hex')).not.toBe(before?.token_hash.toString('hex'))
    expect((await client.call(getSession)).body.developer?.id).toBe(developer.id)
  })

  test('requires the current password and a strong new one', { tags: ['ACC-06'] }, async () => {
    const developer = await buildDeveloper(server)
    const wrong = await change(developer, 'not this one')
    expect(wrong.status).toBe(422)
    expect(wrong.body.fields).toEqual({ current_password: ["This isn't your current password."] })
    expect((await change(developer, password, twice('passwordpassword'))).body.fields).toHaveProperty(
      'password',
    )
    expect(await mayEnter(developer, password)).toBe(true)
    expect((await server.as(null).post('/api/v1/account/password', {})).status).toBe(401)
  })

  test('refuses the current password as the new one', { tags: ['ACC-06'] }, async () => {
    const developer = await buildDeveloper(server)
    const same = await change(developer, password, twice(password))
    const message = 'New password must be different from the current one'
    expect([same.status, same.body.fields]).toEqual([422, { password: [message] }])
    expect(await actionsBy(developer)).toEqual([])
  })

  test('retires reset links sent before', { tags: ['ACC-06'] }, async () => {
    const developer = await buildDeveloper(server)
    await server.anonymous().call(forgotPassword, { body: { email: developer.email } })
    const token = await readMailedToken(server, developer.email, 'reset_password')
    await change(developer, password)
    const late = await server
      .anonymous()
      .refusal(resetPassword, { body: { token, ...twice('another good one') } })
    expect(late.status).toBe(422)
  })

  test(
    'of two changes at the same time, one wins and the other is refused for a wrong current password',
    { tags: ['ACC-06'], ...repeated },
    async () => {
      const developer = await buildDeveloper(server)
      const answers = await race(server, holdRow('developers', developer.id), [
        () => change(developer, password, twice('seven rivers and a bridge')),
        () => change(developer, password, twice('eight rivers and a bridge')),
      ])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 422])
    },
  )

  test('limits guesses of the current password like sign-in attempts', { tags: ['ACC-06'] }, async () => {
    const limited = await startLimitedServer({ SIGN_IN_ATTEMPTS: '2' })
    const client = limited.as(await buildDeveloper(limited))
    const guess = () =>
      client.refusal(changePassword, { body: { current_password: 'not this one', ...twice(fresh) } })
    const statuses = [(await guess()).status, (await guess()).status, (await guess()).status]
    expect(statuses).toEqual([422, 422, 429])
  })
})
