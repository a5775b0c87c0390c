// @module-tag engine
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
  type Session,
} from '@trestle/domain/accounts/contract.ts'
import {
  createPasskeyRequest,
  createTotp,
  deletePasskey,
  deleteTotp,
  getSecondFactors,
  listPasskeys,
} from '@trestle/domain/accounts/factors/contract.ts'
import { hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildDeveloper, buildSuspension, password, type DeveloperRow } from '../../../testing/build.ts'
import { addPasskey, addRecoveryCodes, addTotp, totpCode } from '../../../testing/factors.ts'
import { listEmailsTo, readMailedToken } from '../../../testing/emails.ts'
import { holdRow, race, raceInOrder } from '../../../testing/race.ts'
import { repeated } from '../../../testing/rounds.ts'
import { openSession, startTestServer, type Client, type TestServer } from '../../../testing/server.ts'
import type { EncryptedColumn } from '../../encryption/columns.ts'
import { createEncryption } from '../../encryption/encryption.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: { REQUESTS_PER_MINUTE: '100000' } })
})
afterAll(() => server.close())
// Limits no longer count the attempts of earlier tests and rounds.
beforeEach(() => server.clock.advance(2 * hourMs))

async function newPerson(to = server) {
  const developer = await buildDeveloper(to)
  return { developer, client: to.as(developer) }
}

async function withTotp(to = server) {
  const { developer, client } = await newPerson(to)
  return { developer, client, secret: await addTotp(to, client) }
}

const typePassword = (client: Client, { email }: DeveloperRow) =>
  client.call(signIn, { body: { email, password } })

/** Returns a browser that waits for the second factor of this person. */
async function startSignIn(developer: DeveloperRow, to = server): Promise<Client> {
  const browser = to.anonymous()
  expect((await typePassword(browser, developer)).body.second_factor).not.toBeNull()
  return browser
}

/** Starts a server whose log can be read. */
async function startLogged() {
  const log: string[] = []
  const stream = { write: (line: string) => void log.push(line) }
  const logged = await startTestServer({ logger: { level: 'info', stream } })
  return { logged, linesWith: (text: string) => log.filter((line) => line.includes(text)) }
}

const sorted = (statuses: number[]): number[] => statuses.toSorted((a, b) => a - b)

const listSessions = (id: number) =>
  server.services.db.selectFrom('sessions').selectAll().where('developer_id', '=', id).orderBy('id').execute()

describe('signing in with a second factor', () => {
  test('the right password opens nothing but the second step', async () => {
    const { developer, client } = await withTotp()
    await addRecoveryCodes(client)
    const before = await listSessions(developer.id)
    const browser = server.anonymous()
    const first = await typePassword(browser, developer)
    expect(first.body).toMatchObject({
      developer: null,
      is_admin: false,
      second_factor: { methods: ['totp', 'recovery_code'] },
    })
    const minutes = Date.parse(first.body.second_factor?.expires_at ?? '') - server.services.now().getTime()
    expect(Math.round(minutes / minuteMs)).toBe(10)
    expect(String(first.headers['set-cookie'])).toMatch(/trestle_pending=[\w-]{43}; .*HttpOnly/)
    expect(String(first.headers['set-cookie'])).not.toMatch(/trestle_(session|device)=\w/)
    expect((await browser.refusal(getSecondFactors)).status).toBe(401)
    expect(await listSessions(developer.id)).toEqual(before)
    // A reload continues with the second step.
    expect((await browser.call(getSession)).body.second_factor).toEqual(first.body.second_factor)
  })

  test('a browser with a session has no second step, even if it still has the cookie of one', async () => {
    const { developer } = await withTotp()
    const { headers } = await typePassword(server.anonymous(), developer)
    const trestle_pending = /trestle_pending=([\w-]{43});/.exec(String(headers['set-cookie']))?.[1] ?? ''
    const loadSession = async (cookies: Record<string, string>) =>
      (await server.app.inject({ url: getSession.path, cookies })).json<Session>()
    expect((await loadSession({ trestle_pending })).second_factor).not.toBeNull()
    const trestle_session = await openSession(server, developer.id)
    expect(await loadSession({ trestle_session, trestle_pending })).toMatchObject({
      developer: { id: developer.id },
      second_factor: null,
    })
  })

  test('signing out ends it', async () => {
    const { developer } = await withTotp()
    const browser = await startSignIn(developer)
    const waiting = () =>
      server.services.db
        .selectFrom('pending_sign_ins')
        .select('id')
        .where('developer_id', '=', developer.id)
        .execute()
    expect(await waiting()).toHaveLength(1)
    await browser.call(signOut)
    expect(await waiting()).toEqual([])
  })

  test('a wrong password gets the answer of an account without a factor', async () => {
    const { developer } = await withTotp()
    const { developer: other } = await newPerson()
    const answers = await Promise.all(
      [developer.email, other.email, 'unknown@example.test'].map((email) =>
        server.anonymous().refusal(signIn, { body: { email, password: 'not the password' } }),
      ),
    )
    const [first, ...others] = answers.map(({ body: { request_id: _id, ...body } }) => body)
    expect(others).toEqual([first, first])
  })

  test('a code of the authenticator app finishes it, and every token is new', async () => {
    const { developer, secret } = await withTotp()
    const browser = server.anonymous()
    const csrf = [(await browser.call(getSession)).body.csrf_token]
    csrf.push((await typePassword(browser, developer)).body.csrf_token)
    const finished = await browser.call(finishSignIn, { body: { totp: totpCode(server, secret, 1) } })
    csrf.push(finished.body.csrf_token)
    expect(finished.body).toMatchObject({ developer: { id: developer.id }, second_factor: null })
    expect(String(finished.headers['set-cookie'])).toMatch(/trestle_pending=;/)
    for (const token of csrf) {
      const { status } = await browser.send({
        method: 'POST',
        url: '/api/v1/account/totp',
        headers: { 'x-csrf-token': token },
      })
      // The last one belongs to the session, and there is already an app.
      expect(status).toBe(token === csrf.at(-1) ? 409 : 403)
    }
    const [, session] = await listSessions(developer.id)
    expect(session?.methods).toEqual(['password', 'totp'])
    expect((await browser.call(getSession)).body.developer?.id).toBe(developer.id)
  })

  test('a code works once, even with concurrent requests', repeated, async () => {
    const { developer, secret } = await withTotp()
    const browsers = await Promise.all([1, 2, 3].map(() => startSignIn(developer)))
    const totp = totpCode(server, secret, 1)
    const statuses = await race(
      server,
      holdRow('developers', developer.id),
      browsers.map((browser) => async () => (await browser.attempt(finishSignIn, { body: { totp } })).status),
    )
    expect(sorted(statuses)).toEqual([200, 422, 422])
    const earlier = await startSignIn(developer)
    const refused = await earlier.refusal(finishSignIn, { body: { totp: totpCode(server, secret) } })
    expect(refused.body.fields).toHaveProperty('totp')
  })

  test(
    'a recovery code works once, even with concurrent requests, and its owner gets an email',
    repeated,
    async () => {
      const { developer, client } = await withTotp()
      const [first = '', second = ''] = await addRecoveryCodes(client)
      const browsers = await Promise.all([1, 2, 3].map(() => startSignIn(developer)))
      const statuses = await race(
        server,
        holdRow('developers', developer.id),
        browsers.map(
          (browser) => async () =>
            (await browser.attempt(finishSignIn, { body: { recovery_code: first.toLowerCase() } })).status,
        ),
      )
      expect(sorted(statuses)).toEqual([200, 422, 422])
      const email = (await listEmailsTo(server, developer.email)).at(-1)
      expect([email?.kind, email?.body]).toEqual([
        'recovery_code_used',
        expect.stringContaining('9 recovery codes are left'),
      ])
      expect(await server.audit()).toContainEqual(
        expect.objectContaining({ action: 'recovery_code.used', changes: { recovery_codes_left: [10, 9] } }),
      )
      const events = await server.services.db
        .selectFrom('security_events')
        .select('kind')
        .where('developer_id', '=', developer.id)
        .execute()
      expect(events.filter(({ kind }) => kind === 'recovery_code.used')).toHaveLength(1)
      const browser = await startSignIn(developer)
      await browser.call(finishSignIn, { body: { recovery_code: second } })
      expect((await browser.call(getSecondFactors)).body.recovery_codes_left).toBe(8)
      expect((await listSessions(developer.id)).at(-1)?.methods).toEqual(['password', 'recovery_code'])
    },
  )

  test('two factors at the same time finish it once', repeated, async () => {
    const { developer, client } = await withTotp()
    const codes = (await addRecoveryCodes(client)).slice(0, 2)
    const browser = await startSignIn(developer)
    const statuses = await race(
      server,
      holdRow('developers', developer.id),
      codes.map(
        (recovery_code) => async () =>
          (await browser.attempt(finishSignIn, { body: { recovery_code } })).status,
      ),
    )
    expect(sorted(statuses)).toEqual([200, 401])
  })

  test('a passkey finishes it', async () => {
    const { developer, client } = await newPerson()
    const passkey = await addPasskey(client)
    const browser = server.anonymous()
    expect((await typePassword(browser, developer)).body.second_factor?.methods).toEqual(['passkey'])
    const request = (await browser.call(createPasskeyRequest, { body: { purpose: 'second_factor' } })).body
    expect(request).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(request.allowCredentials).toHaveLength(1)
    await browser.call(finishSignIn, { body: { passkey: passkey.get(request) } })
    expect((await listSessions(developer.id)).at(-1)?.methods).toEqual(['password', 'passkey'])
    expect((await browser.call(listPasskeys)).body[0]?.last_used_at).not.toBeNull()
  })

  test("refuses another person's passkey, and the challenge of another sign-in", async () => {
    const { developer, client } = await newPerson()
    const own = await addPasskey(client)
    const foreign = await addPasskey((await newPerson()).client)
    const browser = await startSignIn(developer)
    const request = async (from: Client) =>
      (await from.call(createPasskeyRequest, { body: { purpose: 'second_factor' } })).body
    const elsewhere = await startSignIn(developer)
    for (const passkey of [
      foreign.get(await request(browser)),
      own.get(await request(elsewhere)),
      own.get((await browser.call(createPasskeyRequest)).body),
    ]) {
      expect((await browser.refusal(finishSignIn, { body: { passkey } })).status).toBe(422)
    }
  })

  test('ten wrong codes of either kind lock the second step for 15 minutes, not the passkey', async () => {
    const limited = await startTestServer({ env: { SIGN_IN_ATTEMPTS: '10' } })
    const { developer, client, secret } = await withTotp(limited)
    const passkey = await addPasskey(client)
    const browser = await startSignIn(developer, limited)
    const wrong = [{ totp: totpCode(limited, secret, 9) }, { recovery_code: 'AAAA-AAAA-AAAA-AAAA' }]
    const statuses: number[] = []
    for (let index = 0; index < 10; index += 1) {
      statuses.push((await browser.refusal(finishSignIn, { body: wrong[index % 2] ?? {} })).status)
    }
    expect(statuses).toEqual(Array(10).fill(422))
    const right = { totp: totpCode(limited, secret, 1) }
    expect((await browser.refusal(finishSignIn, { body: right })).status).toBe(429)
    const request = (await browser.call(createPasskeyRequest, { body: { purpose: 'second_factor' } })).body
    await browser.call(finishSignIn, { body: { passkey: passkey.get(request) } })
    const later = await startSignIn(developer, limited)
    expect((await later.refusal(finishSignIn, { body: right })).status).toBe(429)
    limited.clock.advance(16 * minuteMs)
    const again = await startSignIn(developer, limited)
    await again.call(finishSignIn, { body: { totp: totpCode(limited, secret) } })
  })

  test('a new password from an emailed link keeps the second factor', async () => {
    const { developer, secret } = await withTotp()
    const browser = server.anonymous()
    await browser.call(forgotPassword, { body: { email: developer.email } })
    const token = await readMailedToken(server, developer.email, 'reset_password')
    const fresh = 'seven rivers and a bridge'
    await browser.call(resetPassword, { body: { token, password: fresh, password_confirmation: fresh } })
    expect((await browser.call(getSession)).body.developer).toBeNull()
    const typed = await browser.call(signIn, { body: { email: developer.email, password: fresh } })
    expect(typed.body).toMatchObject({ developer: null, second_factor: { methods: ['totp'] } })
    await browser.call(finishSignIn, { body: { totp: totpCode(server, secret, 1) } })
    expect((await browser.call(getSession)).body.developer?.id).toBe(developer.id)
  })

  test('right codes do not count as tries', async () => {
    const { developer, client } = await withTotp()
    const codes = [...(await addRecoveryCodes(client)), ...(await addRecoveryCodes(client))].slice(10)
    for (const recovery_code of codes) {
      await (await startSignIn(developer)).call(finishSignIn, { body: { recovery_code } })
    }
    const bodies = (await listEmailsTo(server, developer.email))
      .filter(({ kind }) => kind === 'recovery_code_used')
      .map(({ body }) => body.split('\n\n')[1])
    expect(bodies.slice(-3)).toEqual([
      '2 recovery codes are left. You can create new ones on your account page:',
      'One recovery code is left. You can create new ones on your account page:',
      'It was the last one. Create new ones on your account page:',
    ])
    const browser = await startSignIn(developer)
    const wrong = { recovery_code: 'AAAA-AAAA-AAAA-AAAA' }
    expect((await browser.refusal(finishSignIn, { body: wrong })).status).toBe(422)
  })

  test("a right code does not undo someone else's wrong ones", async () => {
    const { developer, secret } = await withTotp()
    const other = await startSignIn(developer)
    const guess = async () => (await other.refusal(finishSignIn, { body: { totp: '000000' } })).status
    const statuses = [await guess(), await guess(), await guess(), await guess(), await guess()]
    const browser = await startSignIn(developer)
    await browser.call(finishSignIn, { body: { totp: totpCode(server, secret, 1) } })
    statuses.push(await guess(), await guess(), await guess(), await guess(), await guess(), await guess())
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429])
  })

  test('the second step ends after 10 minutes, and after the first use', async () => {
    const timed = await startTestServer()
    const { developer, secret } = await withTotp(timed)
    const browser = await startSignIn(developer, timed)
    timed.clock.advance(10 * minuteMs)
    const late = await browser.refusal(finishSignIn, { body: { totp: totpCode(timed, secret) } })
    expect([late.status, late.body.message]).toEqual([401, expect.stringContaining('has expired')])
    expect((await timed.anonymous().refusal(finishSignIn, { body: { totp: '123456' } })).status).toBe(401)
  })

  test.each<[string, (client: Client) => Promise<unknown>]>([
    [
      'the password is changed',
      (client) =>
        client.call(changePassword, {
          body: {
            current_password: password,
            password: 'another-fine-phrase-42',
            password_confirmation: 'another-fine-phrase-42',
          },
        }),
    ],
    ['other browsers are signed out', (client) => client.call(signOutOthers)],
    ['the only factor is removed', (client) => client.call(deleteTotp)],
  ])('the second step ends when %s', async (_, end) => {
    const { developer, client, secret } = await withTotp()
    const browser = await startSignIn(developer)
    await end(client)
    expect((await browser.call(getSession)).body.second_factor).toBeNull()
    const body = { totp: totpCode(server, secret, 1) }
    expect((await browser.refusal(finishSignIn, { body })).status).toBe(401)
  })

  test('signing out ends the second step', async () => {
    const { developer } = await withTotp()
    const browser = await startSignIn(developer)
    const { headers } = await browser.call(signOut)
    expect((await browser.call(getSession)).body.second_factor).toBeNull()
    // Otherwise the CSRF tokens of the second step would stay valid in this browser.
    expect(headers['set-cookie']).toContainEqual(expect.stringMatching(/^trestle_pending=;/))
  })

  test('the first step ends the earlier session of the browser', async () => {
    const { developer, client } = await withTotp()
    await typePassword(client, developer)
    expect((await client.call(getSession)).body.developer).toBeNull()
    expect(await listSessions(developer.id)).toEqual([])
  })

  test('an authenticator app that is not confirmed, and one that was removed, ask for nothing', async () => {
    const { developer, client } = await newPerson()
    await client.post('/api/v1/account/totp')
    expect((await typePassword(server.anonymous(), developer)).body.developer).not.toBeNull()
    const { developer: other, client: owner } = await withTotp()
    await owner.call(deleteTotp)
    expect((await typePassword(server.anonymous(), other)).body.developer).not.toBeNull()
  })

  test('an authenticator app that is not confirmed does not count as a factor next to another one', async () => {
    const { developer, client } = await newPerson()
    await addPasskey(client)
    const { secret } = (await client.call(createTotp)).body
    const body = () => ({ totp: totpCode(server, secret) })
    const browser = await startSignIn(developer)
    expect((await browser.refusal(finishSignIn, { body: body() })).body.fields).toHaveProperty('totp')
    expect((await client.refusal(confirmSession, { body: body() })).body.fields).toHaveProperty('totp')
    expect((await client.call(getSecondFactors)).body.totp_confirmed_at).toBeNull()
  })

  test.each([{}, { totp: '123456', recovery_code: 'AAAA-AAAA-AAAA-AAAA' }])(
    'takes exactly one factor, not %j',
    async (body) => {
      expect((await server.anonymous().refusal(finishSignIn, { body })).status).toBe(422)
    },
  )
})

describe('signing in with a passkey alone', () => {
  test('signing in with a passkey alone is refused while the account is suspended, which the security log says', async () => {
    const { developer, client } = await newPerson()
    const passkey = await addPasskey(client)
    const staff = await buildDeveloper(server, { is_admin: true })
    await buildSuspension(server, { developer_id: developer.id, suspended_by: staff.id })
    const browser = server.anonymous()
    const request = (await browser.call(createPasskeyRequest)).body
    const refused = await browser.refusal(signIn, { body: { passkey: passkey.get(request) } })
    expect(refused.body.message).toMatch(/suspended/)
    const kinds = await server.services.db
      .selectFrom('security_events')
      .select('kind')
      .where('developer_id', '=', developer.id)
      .orderBy('id', 'desc')
      .execute()
    expect(kinds[0]).toEqual({ kind: 'sign_in.refused' })
  })

  test('starts a session without a second step', async () => {
    const { developer, client } = await withTotp()
    const passkey = await addPasskey(client)
    const browser = server.anonymous()
    const request = (await browser.call(createPasskeyRequest)).body
    expect(request.allowCredentials).toBeUndefined()
    const answer = await browser.call(signIn, { body: { passkey: passkey.get(request) } })
    expect(answer.body).toMatchObject({ developer: { id: developer.id }, second_factor: null })
    expect((await listSessions(developer.id)).at(-1)?.methods).toEqual(['passkey'])
    const actions = (await server.audit()).filter(({ actor_id }) => actor_id === developer.id)
    expect(actions.at(-1)?.action).toBe('session.started')
  })

  test('needs a device that asked for a PIN or a fingerprint', async () => {
    const { client } = await newPerson()
    const passkey = await addPasskey(client)
    const browser = server.anonymous()
    const answer = async () => passkey.get((await browser.call(createPasskeyRequest)).body)
    passkey.setVerified(false)
    const refused = await browser.refusal(signIn, { body: { passkey: await answer() } })
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['passkey']])
    passkey.setVerified(true)
    expect((await browser.call(signIn, { body: { passkey: await answer() } })).status).toBe(200)
  })

  test('needs no person id from an authenticator that stores none', async () => {
    const { developer, client } = await newPerson()
    const passkey = await addPasskey(client)
    const browser = server.anonymous()
    const answer = passkey.get((await browser.call(createPasskeyRequest)).body)
    const { userHandle: _, ...response } = answer.response
    const signedIn = await browser.call(signIn, { body: { passkey: { ...answer, response } } })
    expect(signedIn.body.developer?.id).toBe(developer.id)
  })

  test('uses each challenge once, even with concurrent requests', async () => {
    const { client } = await newPerson()
    const passkey = await addPasskey(client)
    const request = (await server.anonymous().call(createPasskeyRequest)).body
    const answer = passkey.get(request)
    const statuses = await Promise.all(
      [1, 2, 3].map(
        async () => (await server.anonymous().attempt(signIn, { body: { passkey: answer } })).status,
      ),
    )
    expect(sorted(statuses)).toEqual([200, 422, 422])
  })

  test('refuses an old challenge, a removed passkey and one of someone else by name', async () => {
    const timed = await startTestServer()
    const { client } = await newPerson(timed)
    const passkey = await addPasskey(client)
    const browser = timed.anonymous()
    const ask = async () => (await browser.call(createPasskeyRequest)).body
    const refuse = async (answer: ReturnType<typeof passkey.get>) =>
      (await browser.refusal(signIn, { body: { passkey: answer } })).status
    const old = passkey.get(await ask())
    timed.clock.advance(5 * minuteMs)
    expect(await refuse(old)).toBe(422)
    const other = await addPasskey((await newPerson(timed)).client)
    const named = passkey.get(await ask())
    const { userHandle } = other.get(await ask()).response
    expect(await refuse({ ...named, response: { ...named.response, userHandle } })).toBe(422)
    const forged = passkey.get(await ask())
    const { signature } = passkey.get(await ask()).response
    expect(await refuse({ ...forged, response: { ...forged.response, signature } })).toBe(422)
    await client.call(deletePasskey, { params: { id: passkey.id } })
    expect(await refuse(passkey.get(await ask()))).toBe(422)
  })

  test('refuses a passkey that is removed while its answer is verified', repeated, async () => {
    const { developer, client } = await newPerson()
    const passkey = await addPasskey(client)
    const browser = server.anonymous()
    const answer = passkey.get((await browser.call(createPasskeyRequest)).body)
    const statuses = await raceInOrder(server, holdRow('developers', developer.id), [
      async () => (await client.attempt(deletePasskey, { params: { id: passkey.id } })).status,
      async () => (await browser.attempt(signIn, { body: { passkey: answer } })).status,
    ])
    expect(statuses).toEqual([204, 422])
  })

  test('refuses an answer that was made on another site, and logs why', async () => {
    const { logged, linesWith } = await startLogged()
    const { client } = await newPerson(logged)
    const passkey = await addPasskey(client)
    const browser = logged.anonymous()
    const elsewhere = passkey.get((await browser.call(createPasskeyRequest)).body, 'https://portal.example')
    expect((await browser.refusal(signIn, { body: { passkey: elsewhere } })).status).toBe(422)
    const [line = '{}'] = linesWith('a passkey could not be verified')
    expect(JSON.parse(line)).toMatchObject({ err: { message: expect.stringContaining('origin') } })
  })

  test('signing in with a passkey alone is not limited for those who sign in successfully', async () => {
    const limited = await startTestServer({ env: { SIGN_IN_ATTEMPTS: '1' } })
    const { client } = await newPerson(limited)
    const passkey = await addPasskey(client)
    for (let index = 0; index < 8; index += 1) {
      const browser = limited.anonymous()
      const request = (await browser.call(createPasskeyRequest)).body
      await browser.call(signIn, { body: { passkey: passkey.get(request) } })
    }
  })

  test('failures are in the security log, and limited by network', async () => {
    const limited = await startTestServer({ env: { SIGN_IN_ATTEMPTS: '1' } })
    const { client } = await newPerson(limited)
    const removed = await addPasskey(client)
    await client.call(deletePasskey, { params: { id: removed.id } })
    const browser = limited.anonymous()
    const statuses: number[] = []
    for (let index = 0; index < 6; index += 1) {
      const passkey = removed.get((await browser.call(createPasskeyRequest)).body)
      statuses.push((await browser.refusal(signIn, { body: { passkey } })).status)
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
    const { db } = limited.services
    const events = await db
      .selectFrom('security_events')
      .select(['kind', 'developer_id'])
      .where('kind', '=', 'sign_in.failed')
      .execute()
    expect(events).toEqual(Array(5).fill({ kind: 'sign_in.failed', developer_id: null }))
  })

  test('accepts a lower counter, which synchronized passkeys send, and logs it', async () => {
    const { logged, linesWith } = await startLogged()
    const { client } = await newPerson(logged)
    const passkey = await addPasskey(client)
    for (const counter of [7, 3, 0]) {
      passkey.setCounter(counter)
      const browser = logged.anonymous()
      const request = (await browser.call(createPasskeyRequest)).body
      await browser.call(signIn, { body: { passkey: passkey.get(request) } })
    }
    expect(linesWith('a passkey has a lower counter than before')).toHaveLength(2)
  })

  test.each([{ email: 'a@example.test' }, { password: 'x' }, {}])('needs more than %j', async (body) => {
    const { status, body: refused } = await server.anonymous().refusal(signIn, { body })
    const missing = ['email', 'password'].filter((field) => !(field in body))
    expect([status, Object.keys(refused.fields ?? {})]).toEqual([422, missing])
  })
})

describe('confirming a session', () => {
  test('takes a code or a passkey, and no password alone where there is a second factor', async () => {
    const timed = await startTestServer()
    const { client, secret } = await withTotp(timed)
    const passkey = await addPasskey(client)
    timed.clock.advance(hourMs)
    const due = await client.refusal(deleteTotp)
    expect(due.body).toMatchObject({ code: 'confirmation_required', methods: ['passkey', 'totp'] })
    const refused = await client.refusal(confirmSession, { body: { password } })
    expect(refused.body.fields).toHaveProperty('password')
    expect((await client.refusal(deleteTotp)).status).toBe(403)
    const totp = totpCode(timed, secret)
    await client.call(confirmSession, { body: { totp } })
    expect((await client.refusal(confirmSession, { body: { totp } })).status).toBe(422)
    await client.call(deleteTotp)
    timed.clock.advance(hourMs)
    const request = (await client.call(createPasskeyRequest, { body: { purpose: 'confirmation' } })).body
    expect((await client.refusal(deletePasskey, { params: { id: passkey.id } })).status).toBe(403)
    await client.call(confirmSession, { body: { passkey: passkey.get(request) } })
    await client.call(deletePasskey, { params: { id: passkey.id } })
  })

  test('someone who lost their factors signs out and in again with a recovery code instead', async () => {
    const timed = await startTestServer()
    const { developer, client } = await withTotp(timed)
    const [first = '', second = ''] = await addRecoveryCodes(client)
    const browser = await startSignIn(developer, timed)
    await browser.call(finishSignIn, { body: { recovery_code: first } })
    timed.clock.advance(hourMs)
    expect((await browser.refusal(deleteTotp)).body).toMatchObject({ code: 'confirmation_required' })
    await browser.call(signOut)
    await typePassword(browser, developer)
    await browser.call(finishSignIn, { body: { recovery_code: second } })
    await browser.call(deleteTotp)
  })

  test('offers only the factors that someone has', async () => {
    const timed = await startTestServer()
    const { client: withApp } = await withTotp(timed)
    const { client: withPasskey } = await newPerson(timed)
    const { id } = await addPasskey(withPasskey)
    timed.clock.advance(hourMs)
    expect((await withApp.refusal(deleteTotp)).body).toMatchObject({ methods: ['totp'] })
    const refused = await withPasskey.refusal(deletePasskey, { params: { id } })
    expect(refused.body).toMatchObject({ methods: ['passkey'] })
  })

  test("a visitor can't ask for a passkey to confirm, nor to finish a sign-in that didn't start", async () => {
    for (const purpose of ['confirmation', 'second_factor'] as const) {
      expect((await server.anonymous().refusal(createPasskeyRequest, { body: { purpose } })).status).toBe(401)
    }
  })
})

test('an authenticator app whose encryption key is lost refuses its codes clearly, and a recovery code works', async () => {
  const lines: { level: number; msg: string }[] = []
  const own = await startTestServer({
    logger: { level: 'warn', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } },
  })
  const { developer, client, secret } = await withTotp(own)
  const [code = ''] = await addRecoveryCodes(client)
  const otherKey = createEncryption<EncryptedColumn>([Buffer.alloc(32, 7)])
  await own.services.db
    .updateTable('totp_secrets')
    .set({ secret: otherKey.encrypt(Buffer.alloc(20, 1), 'totp_secrets.secret') })
    .execute()
  const browser = await startSignIn(developer, own)
  const refused = await browser.refusal(finishSignIn, { body: { totp: totpCode(own, secret, 1) } })
  const message = `The portal can't check the codes of your authenticator app anymore. Sign in with a passkey or a recovery code and set the app up again, or contact developer-support@trestle.localhost.`
  expect([refused.status, refused.body.message]).toEqual([409, message])
  expect(lines).toMatchObject([
    {
      level: 50,
      developer: developer.id,
      msg: "can't check an authenticator app: ENCRYPTION_KEYS doesn't have the key of its secret",
    },
  ])
  const again = await client.refusal(confirmSession, { body: { totp: totpCode(own, secret, 2) } })
  expect([again.status, again.body.message]).toEqual([409, message])
  await browser.call(finishSignIn, { body: { recovery_code: code } })
  await browser.call(deleteTotp)
  await addTotp(own, browser)
})
