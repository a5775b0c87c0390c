import { getSession, signIn } from '@trestle/domain/accounts/contract.ts'
import { listNotifications } from '@trestle/domain/notifications/contract.ts'
import { dayMs, hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { expect, test } from 'vitest'
import { buildDeveloper, password } from '../../testing/build.ts'
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts'

const isSignedIn = async (client: Client) => (await client.call(getSession)).body.developer !== null

async function signedIn(server: TestServer, developer: { email: string }): Promise<Client> {
  const client = server.anonymous()
  const { headers } = await client.call(signIn, { body: { email: developer.email, password } })
  expect(String(headers['set-cookie'])).toContain('trestle_session=')
  return client
}

/** Uses the session at intervals. Returns after how long it ended. */
async function useUntilEnd(server: TestServer, client: Client, intervalMs: number): Promise<number> {
  for (let usedMs = intervalMs; usedMs < 400 * intervalMs; usedMs += intervalMs) {
    server.clock.advance(intervalMs)
    if (!(await isSignedIn(client))) return usedMs
  }
  return Infinity
}

test('a session ends 30 days after the sign-in, even if it is used every day', async () => {
  const server = await startTestServer()
  const client = await signedIn(server, await buildDeveloper(server))
  expect(await useUntilEnd(server, client, dayMs)).toBe(30 * dayMs)
})

test.each(['is_admin', 'is_employee'])(
  'the session of staff (%s) ends 12 hours after the sign-in, or an hour after its last use',
  async (role) => {
    const server = await startTestServer()
    const staff = await buildDeveloper(server, { [role]: true })
    expect(await useUntilEnd(server, await signedIn(server, staff), 30 * minuteMs)).toBe(12 * hourMs)
    const idle = await signedIn(server, staff)
    server.clock.advance(59 * minuteMs)
    expect(await isSignedIn(idle)).toBe(true)
    server.clock.advance(hourMs)
    expect(await isSignedIn(idle)).toBe(false)
    const used = await signedIn(server, staff)
    server.clock.advance(4 * minuteMs)
    await isSignedIn(used)
    server.clock.advance(58 * minuteMs)
    expect(await isSignedIn(used), 'early use counts too').toBe(true)
  },
)

test('what an open page loads by itself does not keep a session alive', async () => {
  const server = await startTestServer()
  const client = await signedIn(server, await buildDeveloper(server, { is_admin: true }))
  const poll = () =>
    client.send({
      method: 'GET',
      url: '/api/v1/notifications?per_page=1&filters[unread]=true',
      headers: { 'x-user-idle': 'true' },
    })
  for (let minute = 1; minute < 60; minute += 1) {
    server.clock.advance(minuteMs)
    expect((await poll()).status).toBe(200)
  }
  server.clock.advance(minuteMs)
  expect((await poll()).status).toBe(401)
  const used = await signedIn(server, await buildDeveloper(server, { is_admin: true }))
  server.clock.advance(59 * minuteMs)
  await used.call(listNotifications)
  server.clock.advance(59 * minuteMs)
  expect(await isSignedIn(used)).toBe(true)
})

test('someone who becomes staff gets the shorter limits immediately', async () => {
  const server = await startTestServer()
  const developer = await buildDeveloper(server)
  const client = await signedIn(server, developer)
  server.clock.advance(13 * hourMs)
  expect(await isSignedIn(client)).toBe(true)
  await server.services.db
    .updateTable('developers')
    .set({ is_employee: true })
    .where('id', '=', developer.id)
    .execute()
  expect(await isSignedIn(client)).toBe(false)
})

test('the limits follow the settings', async () => {
  const server = await startTestServer({
    env: {
      SESSION_MAX_DAYS: '3',
      SESSION_IDLE_DAYS: '2',
      STAFF_SESSION_MAX_HOURS: '2',
      STAFF_SESSION_IDLE_MINUTES: '5',
    },
  })
  const developer = await signedIn(server, await buildDeveloper(server))
  expect(await useUntilEnd(server, developer, dayMs)).toBe(3 * dayMs)
  const idle = await signedIn(server, await buildDeveloper(server))
  expect(await useUntilEnd(server, idle, 2 * dayMs)).toBe(2 * dayMs)
  const staff = await buildDeveloper(server, { is_admin: true })
  expect(await useUntilEnd(server, await signedIn(server, staff), 4 * minuteMs)).toBe(2 * hourMs)
  expect(await useUntilEnd(server, await signedIn(server, staff), 5 * minuteMs)).toBe(5 * minuteMs)
})

test('a session of the previous release ends like any other', async () => {
  const server = await startTestServer()
  const client = await signedIn(server, await buildDeveloper(server))
  await server.services.db
    .updateTable('sessions')
    .set({ authenticated_at: null, confirmed_at: null, absolute_expires_at: null })
    .execute()
  expect(await useUntilEnd(server, client, dayMs)).toBe(30 * dayMs)
})

test('the cookie lasts as long as the session can, and no reply overwrites it', async () => {
  const server = await startTestServer()
  const developer = await buildDeveloper(server)
  const client = server.anonymous()
  const { headers } = await client.call(signIn, { body: { email: developer.email, password } })
  const expires = /trestle_session=[^;]+;.*?Expires=([^;]+)/.exec(String(headers['set-cookie']))?.[1]
  const inDays = (Date.parse(expires ?? '') - server.services.now().getTime()) / dayMs
  expect(Math.round(inDays)).toBe(30)
  // A reply that arrives after the token was renewed must not bring the old one back.
  expect(String((await client.call(getSession)).headers['set-cookie'])).not.toContain('trestle_session=')
})
