import {
  register as registerEndpoint,
  getSession,
  resendConfirmation,
} from '@trestle/domain/accounts/contract.ts'
import { hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { startLimitedServer } from '../../testing/limited.ts'
import { listEmailsTo } from '../../testing/emails.ts'
import { race, type Hold } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

// All tests share one server, each with its own address; the rate limits have separate tests.
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: { SIGN_IN_ATTEMPTS: '1000' } })
})
afterAll(() => server.close())

let counter = 0
const someone = () => {
  counter += 1
  return {
    first_name: 'Ada',
    last_name: 'Byron',
    email: `ada${counter}@example.test`,
    company_name: 'Engines Ltd',
    password: 'maple tree in a storm',
    password_confirmation: 'maple tree in a storm',
    terms_accepted: true,
  }
}

const findDeveloper = (email: string) =>
  server.services.db.selectFrom('developers').selectAll().where('email', '=', email).executeTakeFirst()
const actionsOn = async (id: number | undefined) =>
  (await server.audit()).filter(({ subject_id }) => subject_id === String(id)).map(({ action }) => action)
const register = (body: object) => server.anonymous().post('/api/v1/developers', body)
/** Makes one call at a time and returns the statuses. */
const repeatCalls = async (times: number, call: () => Promise<{ status: number }>): Promise<number[]> => {
  if (times === 0) return []
  const { status } = await call()
  return [status, ...(await repeatCalls(times - 1, call))]
}

describe('registering', () => {
  test(
    'an anonymous client registers and gets a confirmation email',
    { tags: ['ACC-01', 'ACC-05'] },
    async () => {
      const ada = { ...someone(), email: 'Ada@Example.Test' }
      const client = server.anonymous()
      const answer = await client.call(registerEndpoint, { body: ada })
      expect(answer.status).toBe(202)
      expect(answer.body).toEqual({ email: 'ada@example.test', email_confirmed: false })
      const [email] = await listEmailsTo(server, 'ada@example.test')
      expect(email?.kind).toBe('confirm_email')
      expect(email?.body).toMatch(/^http:\/\/localhost:3000\/confirm_email\/[\w-]{43}$/m)
      expect((await client.call(getSession)).body.developer).toBeNull()
    },
  )

  test(
    'stores name, company, hashed password, and when the terms were accepted, and no password in clear text',
    { tags: ['ACC-01', 'ACC-02', 'ACC-06'] },
    async () => {
      const ada = someone()
      await register(ada)
      const stored = await findDeveloper(ada.email)
      expect(stored).toMatchObject({
        name: 'Ada Byron',
        company_name: 'Engines Ltd',
        terms_version: '2026-11-01',
        email_confirmed_at: null,
        is_admin: false,
        is_employee: false,
        is_partner: false,
        procore_id: null,
      })
      expect(Date.parse(String(stored?.terms_accepted_at))).toBeGreaterThan(Date.now() - minuteMs)
      const acceptances = await server.services.db
        .selectFrom('terms_acceptances')
        .select(['version', 'accepted_at'])
        .where('developer_id', '=', stored?.id ?? 0)
        .execute()
      expect(acceptances).toEqual([{ version: '2026-11-01', accepted_at: stored?.terms_accepted_at }])
      expect(stored?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      expect(await actionsOn(stored?.id)).toEqual(['developer.registered'])
      const auditLog = JSON.stringify(await server.audit())
      expect(auditLog).not.toContain('maple')
      expect(auditLog).not.toContain('argon2')
    },
  )

  test(
    'a registered address gets the same answer; its owner gets an email and nothing changes',
    { tags: ['ACC-06'] },
    async () => {
      const ada = someone()
      const owner = await buildDeveloper(server, { email: ada.email, first_name: 'Augusta' })
      const newcomer = someone()
      const fresh = await register(newcomer)
      const taken = await register(ada)
      expect(taken.status).toBe(fresh.status)
      expect(taken.body).toEqual({ email: ada.email, email_confirmed: false })
      expect(fresh.body).toEqual({ email: newcomer.email, email_confirmed: false })
      expect(Object.keys(taken.headers)).toEqual(Object.keys(fresh.headers))
      const emails = await listEmailsTo(server, ada.email)
      expect(emails.map(({ kind }) => kind)).toEqual(['repeated_registration'])
      expect(emails[0]?.body).toContain('/signin')
      expect(emails[0]?.body).toContain('/forgot_password')
      expect(await findDeveloper(ada.email)).toEqual(owner)
      expect(await actionsOn(owner.id)).toEqual(['developer.registration_repeated'])
    },
  )

  test(
    'two registrations of one address at the same time create one account',
    { tags: ['ACC-06'], ...repeated },
    async () => {
      const ada = someone()
      const registerAda = () => register(ada)
      const hold: Hold = (tx) => buildDeveloper(server, { email: ada.email }, tx)
      const answers = await race(server, hold, [registerAda, registerAda])
      expect(answers.map(({ status }) => status)).toEqual([202, 202])
      const kinds = (await listEmailsTo(server, ada.email)).map(({ kind }) => kind).toSorted()
      expect(kinds).toEqual(['confirm_email', 'repeated_registration'])
    },
  )

  test('no email repeats a name that a stranger typed', { tags: ['ACC-06'] }, async () => {
    const ada = { ...someone(), first_name: 'http://win.example.test' }
    await register(ada)
    await register(ada)
    const emails = await listEmailsTo(server, ada.email)
    expect(emails).toHaveLength(2)
    for (const email of emails) expect(`${email.subject}${email.body}`).not.toContain(ada.first_name)
  })

  test.each([
    ['first_name', { first_name: ' ' }, 'This field is required'],
    ['last_name', { last_name: undefined }, 'This field is required'],
    ['email', { email: 'ada' }, 'This email is invalid'],
    ['password', { password: 'short', password_confirmation: 'short' }, 'Use at least 12 characters'],
    [
      'password',
      { password: 'x1y2z3'.repeat(30), password_confirmation: 'x1y2z3'.repeat(30) },
      'Use at most 128 characters',
    ],
    [
      'password',
      { password: 'passwordpassword', password_confirmation: 'passwordpassword' },
      "Password is too easy to guess: it repeats the same characters. Add a few words that don't belong together.",
    ],
    [
      'password',
      { password: 'ada-byron-2026', password_confirmation: 'ada-byron-2026' },
      "Password is too easy to guess: it is mostly your name, email address, company, or the name of this site. Add a few words that don't belong together.",
    ],
    ['password_confirmation', { password_confirmation: 'another good one' }, 'The two passwords differ'],
    ['terms_accepted', { terms_accepted: false }, 'Accept the terms to create an account'],
    ['is_admin', { is_admin: true }, 'is_admin is not a known field'],
  ])(
    'refuses a sign-up with an invalid %s next to its field',
    { tags: ['ACC-06'] },
    async (field, change, message) => {
      const ada = someone()
      const answer = await register({ ...ada, ...change })
      expect(answer.status).toBe(422)
      expect(answer.body.fields[field]).toContain(message)
      expect(await findDeveloper(ada.email)).toBeUndefined()
    },
  )
})

describe('rate limits', () => {
  test(
    'limits sign-ups with one email address to five an hour, registered or not',
    { tags: ['ACC-06'] },
    async () => {
      const limited = await startLimitedServer()
      const taken = await buildDeveloper(limited)
      const signUps = (email: string) =>
        repeatCalls(6, () => limited.anonymous().attempt(registerEndpoint, { body: { ...someone(), email } }))
      expect(await signUps('new@example.test')).toEqual([202, 202, 202, 202, 202, 429])
      expect(await signUps(taken.email)).toEqual([202, 202, 202, 202, 202, 429])
      limited.clock.advance(hourMs)
      expect((await limited.anonymous().call(registerEndpoint, { body: someone() })).status).toBe(202)
    },
  )

  test('limits sign-ups from one network, whatever addresses they use', { tags: ['ACC-06'] }, async () => {
    const limited = await startLimitedServer({ SIGN_IN_ATTEMPTS: '1', TRUST_PROXY: 'true' })
    const signUp = (address: string) =>
      limited.anonymous().send({
        method: 'POST',
        url: '/api/v1/developers',
        headers: { 'x-forwarded-for': address },
        payload: someone(),
      })
    const accepted = [202, 202, 202, 202, 202, 202]
    expect(await repeatCalls(7, () => signUp('203.0.113.9'))).toEqual([...accepted, 429])
    expect((await signUp('203.0.113.10')).status).toBe(202)
    expect(await repeatCalls(7, () => signUp('2001:db8:1:2::9'))).toEqual([...accepted, 429])
    // Another machine on the same network.
    expect((await signUp('2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await signUp('2001:db8:1:3::9')).status).toBe(202)
  })

  test('limits requests for the confirmation email to five an hour', { tags: ['ACC-06'] }, async () => {
    const limited = await startLimitedServer()
    const client = limited.as(await buildDeveloper(limited, { email_confirmed_at: null }))
    const statuses = await repeatCalls(6, () => client.attempt(resendConfirmation, { body: {} }))
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
  })
})
