// @module-tag engine
import { changePassword, confirmSession, getSession } from '@trestle/domain/accounts/contract.ts'
import { getDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { resetAppSecret } from '@trestle/domain/credentials/contract.ts'
import { hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { expect, test } from 'vitest'
import { buildApp, buildDeveloper, password } from '../../testing/build.ts'
import { startLimitedServer } from '../../testing/limited.ts'
import { holdRow, race, raceInOrder } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type Answer } from '../../testing/server.ts'

async function start(env: Record<string, string> = {}) {
  const server = await startTestServer({ env })
  const developer = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: developer.id })
  const client = server.as(developer)
  const params = { id: app.id }
  await client.call(getDeveloperApp, { params })
  return {
    server,
    developer,
    client,
    reset: () => client.attempt(resetAppSecret, { params, body: { confirmed: true } }),
    confirm: (typed: string = password) => client.attempt(confirmSession, { body: { password: typed } }),
  }
}

const sessionCookie = ({ headers }: Pick<Answer, 'headers'>): string | undefined =>
  /trestle_session=([\w-]{43});/.exec(String(headers['set-cookie']))?.[1]

test('signing in opens marked calls for 15 minutes; then the caller confirms who they are', async () => {
  const { server, reset, confirm } = await start()
  server.clock.advance(14 * minuteMs)
  expect((await reset()).body).not.toMatchObject({ code: 'confirmation_required' })
  server.clock.advance(minuteMs)
  expect(await reset()).toMatchObject({
    status: 403,
    body: {
      code: 'confirmation_required',
      message: "Confirm that it's you to continue.",
      methods: ['password'],
    },
  })
  const { status, body } = await confirm()
  expect(status).toBe(200)
  expect(Date.parse(body.confirmed_until ?? '') - server.services.now().getTime()).toBeGreaterThan(
    14.9 * minuteMs,
  )
  server.clock.advance(14 * minuteMs)
  expect((await reset()).body).not.toMatchObject({ code: 'confirmation_required' })
  server.clock.advance(minuteMs)
  expect((await reset()).body).toMatchObject({ code: 'confirmation_required' })
})

test('SUDO_MINUTES says how long', async () => {
  const { server, reset } = await start({ SUDO_MINUTES: '2' })
  server.clock.advance(2 * minuteMs)
  expect((await reset()).body).toMatchObject({ code: 'confirmation_required' })
})

test('a confirmation renews the tokens of the session and is in the audit log', async () => {
  const { server, client, developer, confirm } = await start()
  const before = await client.call(getSession)
  const stored = await server.services.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
  server.clock.advance(hourMs)
  const confirmed = await confirm()
  const token = sessionCookie(confirmed)
  const [, expires = ''] =
    /trestle_session=[^;]+;.*Expires=([^;]+)/.exec(String(confirmed.headers['set-cookie'])) ?? []
  expect(Date.parse(expires)).toBe(Math.floor(Date.parse(stored.absolute_expires_at ?? '') / 1000) * 1000)
  const renewed = await server.services.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
  expect(token).toBeDefined()
  expect(renewed.token_hash.equals(stored.token_hash)).toBe(false)
  expect(renewed).toMatchObject({ id: stored.id, absolute_expires_at: stored.absolute_expires_at })
  // The client has the new cookie, which an earlier CSRF token no longer matches.
  const stale = await client.send({
    method: 'POST',
    url: confirmSession.path,
    headers: { 'x-csrf-token': before.body.csrf_token },
    payload: { password },
  })
  expect([stale.status, Object.keys(stale.body.fields)]).toEqual([403, ['x-csrf-token']])
  const entry = (await server.audit()).at(-1)
  expect(entry).toMatchObject({
    action: 'session.confirmed',
    actor_id: developer.id,
    subject_id: String(stored.id),
  })
})

test('the token from before a confirmation is worthless', async () => {
  const { server, client, confirm } = await start()
  await client.call(getSession)
  const old = sessionCookie(await confirm())
  await confirm()
  const answer = await server.app.inject({
    url: '/api/v1/session',
    cookies: { trestle_session: old ?? '' },
  })
  expect(answer.json<{ developer: unknown }>().developer).toBeNull()
})

test('a wrong password confirms nothing, and too many are refused', async () => {
  const server = await startLimitedServer({ SIGN_IN_ATTEMPTS: '3' })
  const client = server.as(await buildDeveloper(server))
  const confirm = (typed: string) => client.attempt(confirmSession, { body: { password: typed } })
  const wrong = await confirm('not the password')
  expect([wrong.status, wrong.body]).toMatchObject([
    422,
    { fields: { password: ["This isn't your password."] } },
  ])
  expect(sessionCookie(wrong)).toBeUndefined()
  await confirm('nor this')
  await confirm('nor that')
  expect((await confirm(password)).status).toBe(429)
  const { confirmed_at, authenticated_at } = await server.services.db
    .selectFrom('sessions')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(confirmed_at).toBe(authenticated_at)
})

test('right passwords never count as attempts', async () => {
  const server = await startLimitedServer({ SIGN_IN_ATTEMPTS: '2' })
  const client = server.as(await buildDeveloper(server))
  for (let n = 0; n < 4; n += 1) await client.call(confirmSession, { body: { password } })
})

test('an old password confirms nothing if it changes while it is verified', repeated, async () => {
  const { server, client, developer, confirm } = await start()
  await client.call(getSession)
  const fresh = 'seven rivers and a bridge'
  const body = { current_password: password, password: fresh, password_confirmation: fresh }
  const [changed, confirmed] = await raceInOrder<{ status: number }>(
    server,
    holdRow('developers', developer.id),
    [() => client.attempt(changePassword, { body }), () => confirm()],
  )
  expect([changed?.status, confirmed?.status]).toEqual([204, 422])
})

test('two confirmations at the same time both work, and only one renews the token', repeated, async () => {
  const { server, client, developer, confirm } = await start()
  await client.call(getSession)
  const answers = await race(server, holdRow('developers', developer.id), [() => confirm(), () => confirm()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers.filter((answer) => sessionCookie(answer) !== undefined)).toHaveLength(1)
  expect((await client.call(getSession)).body.developer?.id).toBe(developer.id)
})
