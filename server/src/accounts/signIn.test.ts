import {
  signIn as signInEndpoint,
  getSession,
  signOut,
  changePassword,
} from '@trestle/domain/accounts/contract.ts'
import { dayMs, minuteMs } from '@trestle/domain/time/durations.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDeveloper, password } from '../../testing/build.ts'
import { startLimitedServer } from '../../testing/limited.ts'
import { startTogether } from '../../testing/race.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { countAttempt } from './limit.ts'
import { hashPassword, verifyPassword } from './password.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: { SIGN_IN_ATTEMPTS: '1000' } })
})
afterAll(() => server.close())

const signIn = (email: string, typed: string = password, client = server.anonymous()) =>
  client.attempt(signInEndpoint, { body: { email, password: typed } })
const listSessions = (id: number) =>
  server.services.db.selectFrom('sessions').selectAll().where('developer_id', '=', id).orderBy('id').execute()
/** Makes one call at a time. */
const repeat = async (times: number, call: () => Promise<unknown>): Promise<void> => {
  if (times === 0) return
  await call()
  await repeat(times - 1, call)
}

describe('signing in', () => {
  test(
    'returns the session, which differs for developer, employee and admin',
    { tags: ['ACC-03', 'ACC-04'] },
    async () => {
      const staff = await buildDeveloper(server, { is_admin: true, is_employee: true })
      const client = server.anonymous()
      expect((await client.call(getSession)).body).toMatchObject({
        developer: null,
        is_admin: false,
        is_employee: false,
        is_partner: false,
      })
      const answer = await signIn(staff.email, password, client)
      expect(answer.status).toBe(200)
      const expected = {
        developer: { id: staff.id, name: staff.name, email: staff.email, email_confirmed: true },
        is_admin: true,
        is_employee: true,
        is_partner: false,
      }
      expect(answer.body).toMatchObject(expected)
      expect((await client.call(getSession)).body).toMatchObject(expected)
      const developer = await buildDeveloper(server, { is_partner: true })
      expect((await signIn(developer.email)).body).toMatchObject({
        is_admin: false,
        is_employee: false,
        is_partner: true,
      })
    },
  )

  test('the reply contains no password hash, and the table no token', { tags: ['ACC-06'] }, async () => {
    const developer = await buildDeveloper(server)
    const answer = await signIn(developer.email)
    expect(developer.password_hash).toContain('argon2')
    expect(answer.text).not.toContain('argon2')
    const cookie = String(answer.headers['set-cookie'])
    const token = /trestle_session=([\w-]{43});/.exec(cookie)?.[1]
    expect(token).toBeDefined()
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    const [stored] = await listSessions(developer.id)
    expect(stored?.token_hash).toHaveLength(32)
    expect(JSON.stringify(stored)).not.toContain(String(token))
  })

  test('accepts the address in capitals and with spaces around it', { tags: ['ACC-06'] }, async () => {
    const developer = await buildDeveloper(server)
    expect((await signIn(` ${developer.email.toUpperCase()} `)).status).toBe(200)
  })

  test('a wrong password and an unknown address get the same answer', { tags: ['ACC-06'] }, async () => {
    const developer = await buildDeveloper(server)
    const wrong = await signIn(developer.email, 'not the password')
    const unknown = await signIn('unknown@example.test')
    expect(wrong.status).toBe(422)
    const { request_id: _one, ...answer } = wrong.body
    const { request_id: _two, ...other } = unknown.body
    expect(answer).toEqual({
      code: 'invalid_input',
      message: 'The email address or password is wrong.',
      errors: ['The email address or password is wrong.'],
    })
    expect(other).toEqual(answer)
    expect(unknown.status).toBe(wrong.status)
    expect(await listSessions(developer.id)).toEqual([])
  })

  test('accepts the same password typed on another keyboard', { tags: ['ACC-06'] }, async () => {
    expect(await verifyPassword(await hashPassword('cafe\u0301 by the lake'), 'caf\u00e9 by the lake')).toBe(
      true,
    )
  })

  test(
    'each sign-in creates a new token and ends the earlier session of that browser',
    { tags: ['ACC-06'] },
    async () => {
      const developer = await buildDeveloper(server)
      const client = server.anonymous()
      await signIn(developer.email, password, client)
      const [first] = await listSessions(developer.id)
      await signIn(developer.email, password, client)
      const [second, ...others] = await listSessions(developer.id)
      expect(second?.id).not.toBe(first?.id)
      expect(others).toEqual([])
    },
  )

  test(
    'records sign-in and sign-out in the audit log, and stores the last sign-in',
    { tags: ['ACC-06'] },
    async () => {
      const developer = await buildDeveloper(server)
      const client = server.anonymous()
      await signIn(developer.email, password, client)
      expect((await client.call(signOut)).status).toBe(204)
      expect((await client.call(getSession)).body.developer).toBeNull()
      expect(await listSessions(developer.id)).toEqual([])
      const auditLog = (await server.audit()).filter(({ actor_id }) => actor_id === developer.id)
      expect(auditLog.map(({ action }) => action)).toEqual(['session.started', 'session.ended'])
      const row = await server.services.db
        .selectFrom('developers')
        .select('last_sign_in_at')
        .where('id', '=', developer.id)
        .executeTakeFirst()
      expect(row?.last_sign_in_at).not.toBeNull()
      expect((await client.call(signOut)).status).toBe(204)
    },
  )

  test(
    'signing out clears what the browser stored for the site, except the cookie that identifies it',
    { tags: ['ACC-06'] },
    async () => {
      const developer = await buildDeveloper(server)
      const client = server.anonymous()
      const begun = await signIn(developer.email, password, client)
      expect([begun.headers['set-cookie']].flat().join('\n')).toContain('trestle_device')
      const ended = await client.call(signOut)
      expect(ended.headers['clear-site-data']).toBe('"cache", "storage"')
      const cookies = [ended.headers['set-cookie']].flat().join('\n')
      expect(cookies).toMatch(/^trestle_session=;/m)
      expect(cookies).not.toContain('trestle_device')
      // Clears the browser's data even if the session already ended elsewhere.
      expect((await client.call(signOut)).headers['clear-site-data']).toBe('"cache", "storage"')
      expect((await client.call(getSession)).headers['clear-site-data']).toBeUndefined()
    },
  )

  test('refuses sign-in and sign-out without the CSRF token of the page', { tags: ['ACC-06'] }, async () => {
    const developer = await buildDeveloper(server)
    const answer = await server.anonymous().send({
      method: 'POST',
      url: '/api/v1/session',
      headers: { 'x-csrf-token': '' },
      payload: { email: developer.email, password },
    })
    expect(answer.status).toBe(403)
    expect(await listSessions(developer.id)).toEqual([])
  })

  test('a session lasts 14 days after its last use', { tags: ['ACC-06'] }, async () => {
    const timed = await startTestServer()
    const client = timed.as(await buildDeveloper(timed))
    const isSignedIn = async () => (await client.call(getSession)).body.developer !== null
    expect(await isSignedIn()).toBe(true)
    timed.clock.advance(13 * dayMs)
    expect(await isSignedIn()).toBe(true)
    timed.clock.advance(13 * dayMs)
    expect(await isSignedIn()).toBe(true)
    timed.clock.advance(14 * dayMs)
    expect(await isSignedIn()).toBe(false)
  })

  test.each([
    ['a developer', {}, 5 * minuteMs],
    ['staff', { is_admin: true }, minuteMs],
  ])('records the last use of %s only now and then', { tags: ['ACC-06'] }, async (_, columns, everyMs) => {
    const timed = await startTestServer()
    const client = timed.as(await buildDeveloper(timed, columns))
    const lastSeen = async () =>
      (await timed.services.db.selectFrom('sessions').select('last_seen_at').executeTakeFirstOrThrow())
        .last_seen_at
    await client.call(getSession)
    const started = await lastSeen()
    timed.clock.advance(everyMs - 10_000)
    await client.call(getSession)
    expect(await lastSeen()).toBe(started)
    timed.clock.advance(10_000)
    await client.call(getSession)
    expect(await lastSeen()).not.toBe(started)
  })
})

describe('guessing', () => {
  test.each(['registered', 'unknown'])(
    'delays the eleventh guess at a %s address, even with the right password, and says how long',
    { tags: ['ACC-06'] },
    async (kind) => {
      const limited = await startLimitedServer()
      const developer = await buildDeveloper(limited)
      const email = kind === 'registered' ? developer.email : 'unknown@example.test'
      const client = limited.anonymous()
      const guess = (typed: string) => client.attempt(signInEndpoint, { body: { email, password: typed } })
      await repeat(10, async () => expect((await guess('not this one')).status).toBe(422))
      const answer = await guess(password)
      expect(answer.status).toBe(429)
      expect(answer.body.code).toBe('rate_limited')
      expect(answer.body.message).toMatch(/^Too many attempts\. Try again in (a minute|\d+ minutes)\.$/)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(960)
      limited.clock.advance(Number(answer.headers['retry-after']) * 1000)
      expect((await guess(password)).status).toBe(kind === 'registered' ? 200 : 422)
    },
  )

  test('counts the guesses of any 15 minutes, not those since a quarter of an hour', async () => {
    const limited = await startLimitedServer({ SIGN_IN_ATTEMPTS: '4' })
    const { email } = await buildDeveloper(limited)
    const guess = async () =>
      (await limited.anonymous().refusal(signInEndpoint, { body: { email, password: 'not this one' } }))
        .status
    const minutes = (count: number) => limited.clock.advance(count * minuteMs)
    minutes(7)
    await repeat(2, async () => expect(await guess()).toBe(422))
    minutes(7)
    await repeat(2, async () => expect(await guess()).toBe(422))
    minutes(2)
    // A refused guess doesn't count, so it doesn't prolong the wait.
    await repeat(3, async () => expect(await guess()).toBe(429))
    minutes(7)
    await repeat(2, async () => expect(await guess()).toBe(422))
    expect(await guess()).toBe(429)
  })

  test('says "a minute" in the last one', { tags: ['ACC-06'] }, async () => {
    const limited = await startLimitedServer({ SIGN_IN_ATTEMPTS: '1' })
    const { email } = await buildDeveloper(limited)
    const guess = () =>
      limited.anonymous().refusal(signInEndpoint, { body: { email, password: 'not this one' } })
    expect((await guess()).status).toBe(422)
    const early = await guess()
    limited.clock.advance((Number(early.headers['retry-after']) - 61) * 1000)
    expect((await guess()).body.message).toBe('Too many attempts. Try again in 2 minutes.')
    limited.clock.advance(1000)
    expect((await guess()).body.message).toBe('Too many attempts. Try again in a minute.')
  })

  test('counts all concurrent guesses', { tags: ['ACC-06'] }, async () => {
    const limited = await startLimitedServer()
    const developer = await buildDeveloper(limited)
    const guesses = await startTogether(
      limited,
      Array.from(
        { length: 16 },
        () => () =>
          limited
            .anonymous()
            .refusal(signInEndpoint, { body: { email: developer.email, password: 'not this one' } }),
      ),
    )
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(10)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(6)
  })

  test('a success clears the failed attempts before it', { tags: ['ACC-06'] }, async () => {
    const limited = await startLimitedServer({ SIGN_IN_ATTEMPTS: '3' })
    const { email } = await buildDeveloper(limited)
    const client = limited.anonymous()
    const guess = (typed: string) => client.attempt(signInEndpoint, { body: { email, password: typed } })
    await repeat(2, () => guess('not this one'))
    expect((await guess(password)).status).toBe(200)
    await repeat(2, () => guess('not this one'))
    expect((await guess(password)).status).toBe(200)
  })

  test(
    'blocks a network after guesses for five accounts; the accounts stay open to others',
    { tags: ['ACC-06'] },
    async () => {
      const limited = await startLimitedServer({ SIGN_IN_ATTEMPTS: '2', TRUST_PROXY: 'true' })
      const developer = await buildDeveloper(limited)
      const guess = (address: string, email: string, typed: string) =>
        limited.anonymous().send({
          method: 'POST',
          url: '/api/v1/session',
          headers: { 'x-forwarded-for': address },
          payload: { email, password: typed },
        })
      let n = 0
      await repeat(10, async () => {
        n += 1
        expect((await guess('203.0.113.9', `unknown${n}@example.test`, 'x')).status).toBe(422)
      })
      await repeat(3, async () => {
        expect((await guess('203.0.113.9', developer.email, password)).status).toBe(429)
      })
      expect((await guess('203.0.113.10', developer.email, password)).status).toBe(200)
    },
  )

  test.each([
    ['after each guess', 1],
    ['after three guesses each', 3],
  ])('successes %s do not clear the counter of their network', async (_when, guessesBetween) => {
    const limited = await startLimitedServer({ SIGN_IN_ATTEMPTS: '2' })
    const own = await buildDeveloper(limited)
    let guesses = 0
    const guess = async () => {
      guesses += 1
      const typed = { email: `victim${guesses}@example.test`, password: 'not this one' }
      return (await limited.anonymous().refusal(signInEndpoint, { body: typed })).status
    }
    const succeed = async () =>
      (await limited.anonymous().attempt(signInEndpoint, { body: { email: own.email, password } })).status
    // One network has ten guesses: five times SIGN_IN_ATTEMPTS. A success doesn't count.
    await repeat(9, async () => {
      expect(await guess()).toBe(422)
      if (guesses % guessesBetween === 0) expect(await succeed()).toBe(200)
    })
    expect(await succeed()).toBe(200)
    expect(await guess()).toBe(422)
    expect(await guess()).toBe(429)
    expect(await succeed()).toBe(429)
  })

  describe('from other networks', () => {
    const start = async () => {
      const limited = await startLimitedServer({ SIGN_IN_ATTEMPTS: '2', TRUST_PROXY: 'true' })
      const { email } = await buildDeveloper(limited)
      const guess = async (n: number, typed: string, client = limited.anonymous(), account = email) => {
        const { status } = await client.send({
          method: 'POST',
          url: '/api/v1/session',
          headers: { 'x-forwarded-for': `203.0.113.${n}` },
          payload: { email: account, password: typed },
        })
        return status
      }
      /** Guesses from ten networks, until the account is closed to strangers. */
      const closeAccount = async () => {
        let n = 100
        await repeat(20, async () => {
          n += 0.5
          expect(await guess(Math.floor(n), 'wrong')).toBe(422)
        })
        expect(await guess(120, password)).toBe(429)
      }
      return { limited, email, guess, closeAccount }
    }

    test(
      "guesses by a stranger close the account to that network, not to the owner's network",
      { tags: ['ACC-06'] },
      async () => {
        const { guess } = await start()
        await repeat(2, async () => expect(await guess(1, 'wrong')).toBe(422))
        await repeat(10, async () => expect(await guess(1, password)).toBe(429))
        expect(await guess(2, password)).toBe(200)
      },
    )

    test(
      'guesses from ten networks close it to strangers, not to a browser that signed in before',
      { tags: ['ACC-06'] },
      async () => {
        const { limited, guess, closeAccount } = await start()
        const known = limited.anonymous()
        expect(await guess(1, password, known)).toBe(200)
        await known.call(signOut)
        await closeAccount()
        expect(await guess(1, 'wrong', known)).toBe(422)
        expect(await guess(1, password, known)).toBe(200)
        await repeat(2, async () => expect(await guess(1, 'wrong', known)).toBe(422))
        expect(await guess(2, password, known)).toBe(429)
      },
    )

    test('a success of the owner gives strangers no attempts back', { tags: ['ACC-06'] }, async () => {
      const { limited, guess, closeAccount } = await start()
      const known = limited.anonymous()
      await guess(1, password, known)
      await closeAccount()
      expect(await guess(1, password, known)).toBe(200)
      expect(await guess(121, password)).toBe(429)
    })

    test(
      'the device cookie is valid for one account until the password changes, and starts no session',
      { tags: ['ACC-06'] },
      async () => {
        const { limited, email, guess, closeAccount } = await start()
        const other = await buildDeveloper(limited)
        const [known, changed] = [limited.anonymous(), limited.anonymous()]
        await guess(1, password, known, other.email)
        expect((await known.call(signOut)).status).toBe(204)
        expect((await known.call(getSession)).body.developer).toBeNull()
        await guess(2, password, changed)
        await limited.services.db
          .updateTable('developers')
          .set({ password_hash: await hashPassword('seven rivers and a bridge') })
          .where('email', '=', email)
          .execute()
        await closeAccount()
        expect(await guess(1, password, known)).toBe(429)
        expect(await guess(2, 'seven rivers and a bridge', changed)).toBe(429)
      },
    )

    test('a browser stays known after changing the password in it', { tags: ['ACC-06'] }, async () => {
      const { limited, guess, closeAccount } = await start()
      const known = limited.anonymous()
      await guess(1, password, known)
      const fresh = 'seven rivers and a bridge'
      const change = { current_password: password, password: fresh, password_confirmation: fresh }
      expect((await known.call(changePassword, { body: change })).status).toBe(204)
      await known.call(signOut)
      await closeAccount()
      expect(await guess(1, fresh, known)).toBe(200)
    })
  })

  test(
    'each network has its own attempts, all unknown browsers together have ten times as many, and a known browser always has its own',
    { tags: ['ACC-06'] },
    async () => {
      const attempts = 3
      const limited = await startLimitedServer({ SIGN_IN_ATTEMPTS: String(attempts) })
      let run = 0
      const step = fc.record({
        network: fc.nat(14),
        device: fc.option(fc.nat(1), { nil: undefined, freq: 3 }),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 60 }), async (steps) => {
          run += 1
          const tries = new Map<string, number>()
          const add = (key: string, n = 1) => tries.set(key, (tries.get(key) ?? 0) + n).get(key) ?? 0
          for (const { network, device } of steps) {
            const address = `10.${run}.0.${network}`
            const client = device === undefined ? address : `device ${device}`
            const isAllowed = await countAttempt(limited.services, {
              action: 'sign_in',
              account: `account ${run}`,
              address,
              device: device === undefined ? undefined : String(device),
            }).then(
              () => true,
              () => false,
            )
            const isAddressOpen = add(`all from ${address}`) <= 5 * attempts
            const isOwnTurn = add(`tried from ${client}`) <= attempts
            if (isAllowed) expect(add(`allowed from ${client}`)).toBeLessThanOrEqual(attempts)
            if (isAllowed && device === undefined) {
              expect(add('allowed strangers')).toBeLessThanOrEqual(10 * attempts)
            }
            if (device !== undefined && isAddressOpen && isOwnTurn) expect(isAllowed).toBe(true)
          }
        }),
        { numRuns: 15 },
      )
    },
  )
})
