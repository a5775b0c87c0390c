import {
  endAccountSession,
  endDeveloperSessions,
  getSession,
  listAccountSessions,
  signIn,
  signOutOthers,
} from '@trestle/domain/accounts/contract.ts'
import { hourMs } from '@trestle/domain/time/durations.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDeveloper, password, type DeveloperRow } from '../../../testing/build.ts'
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
})
afterAll(() => server.close())

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function otherBrowser({ email }: DeveloperRow, userAgent = firefox): Promise<Client> {
  const client = server.anonymous()
  const headers = { 'user-agent': userAgent }
  await client.send({ method: 'POST', url: signIn.path, headers, payload: { email, password } })
  return client
}

const isSignedIn = async (client: Client) => (await client.call(getSession)).body.developer !== null
const fetchSessions = async (client: Client) => (await client.call(listAccountSessions)).body
const actionsBy = async ({ id }: DeveloperRow) =>
  (await server.audit()).filter(({ actor_id }) => actor_id === id).map(({ action }) => action)
const fetchSecurityEvents = ({ id }: DeveloperRow) =>
  server.services.db
    .selectFrom('security_events')
    .select(['kind', 'details'])
    .where('developer_id', '=', id)
    .orderBy('id')
    .execute()

test('reads only the start of a long user agent', async () => {
  const developer = await buildDeveloper(server)
  await otherBrowser(developer, `${'x'.repeat(500)} ${firefox}`)
  const { browser } = await server.services.db
    .selectFrom('security_events')
    .select('browser')
    .where('developer_id', '=', developer.id)
    .executeTakeFirstOrThrow()
  expect(browser).toBe('Unknown browser')
})

describe('the list of sessions', () => {
  test(
    'the list of sessions has each browser, most recently used first, and marks the current one',
    { tags: ['ACC-06'] },
    async () => {
      const developer = await buildDeveloper(server)
      await otherBrowser(developer)
      server.clock.advance(120_000)
      const body = await fetchSessions(server.as(developer))
      expect(body).toMatchObject([
        { current: true, browser: 'Unknown browser' },
        { current: false, browser: 'Firefox on Linux', network: '127.0.0.0/24' },
      ])
      expect(Object.keys(body[0] ?? {}).toSorted()).toEqual([
        'browser',
        'created_at',
        'current',
        'ends_at',
        'id',
        'last_seen_at',
        'network',
      ])
    },
  )

  test('says when each session ends, and omits those that have ended', async () => {
    const staff = await buildDeveloper(server, { is_admin: true })
    const client = server.as(staff)
    await otherBrowser(staff)
    const [first, second] = await fetchSessions(client)
    expect(Date.parse(first?.ends_at ?? '') - Date.parse(first?.last_seen_at ?? '')).toBe(hourMs)
    expect(second).toBeDefined()
    server.clock.advance(hourMs / 2)
    expect(await fetchSessions(client)).toHaveLength(2)
    server.clock.advance(hourMs / 2)
    expect(await fetchSessions(client)).toHaveLength(1)
  })
})

describe('ending sessions', () => {
  test('signs out one other browser', async () => {
    const developer = await buildDeveloper(server)
    const [one, two] = [await otherBrowser(developer), await otherBrowser(developer)]
    const id = (await fetchSessions(one)).find(({ current }) => current)?.id ?? 0
    const client = server.as(developer)
    expect((await client.call(endAccountSession, { params: { id } })).status).toBe(204)
    expect([await isSignedIn(one), await isSignedIn(two), await isSignedIn(client)]).toEqual([
      false,
      true,
      true,
    ])
    expect((await actionsBy(developer)).at(-1)).toBe('session.ended')
    expect((await fetchSecurityEvents(developer)).map(({ kind }) => kind)).toContain('session.ended')
    const again = await client.refusal(endAccountSession, { params: { id } })
    expect([again.status, again.body.message]).toEqual([404, 'Session not found. It may have ended already.'])
  })

  test("refuses to end the caller's own session or that of someone else", async () => {
    const client = server.as(await buildDeveloper(server))
    const [own] = await fetchSessions(client)
    const refused = await client.refusal(endAccountSession, { params: { id: own?.id ?? 0 } })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This is the browser you are using. Sign out instead.',
    ])
    const stranger = server.as(await buildDeveloper(server))
    await stranger.call(getSession)
    const notFound = await stranger.refusal(endAccountSession, { params: { id: own?.id ?? 0 } })
    expect(notFound.status).toBe(404)
    expect(await isSignedIn(client)).toBe(true)
  })

  test(
    'signing out the others ends every other session and is in the audit log',
    { tags: ['ACC-06'] },
    async () => {
      const developer = await buildDeveloper(server)
      const other = await otherBrowser(developer)
      const client = server.as(developer)
      expect((await client.call(signOutOthers)).status).toBe(204)
      expect(await fetchSessions(client)).toHaveLength(1)
      expect(await isSignedIn(other)).toBe(false)
      expect((await actionsBy(developer)).at(-1)).toBe('sessions.ended')
      expect((await server.audit()).at(-1)).toMatchObject({ changes: { other_sessions: [1, 0] } })
      expect((await fetchSecurityEvents(developer)).at(-1)).toEqual({
        kind: 'sessions.ended',
        details: { count: 1 },
      })
    },
  )

  test('signing out the others when there are none records nothing', async () => {
    const developer = await buildDeveloper(server)
    const client = server.as(developer)
    await client.call(getSession)
    const entries = (await server.audit()).length
    const events = (await fetchSecurityEvents(developer)).length
    expect((await client.call(signOutOthers)).status).toBe(204)
    expect(await server.audit()).toHaveLength(entries)
    expect(await fetchSecurityEvents(developer)).toHaveLength(events)
  })

  test('platform admins sign a developer out of every browser', async () => {
    const developer = await buildDeveloper(server)
    const browsers = [await otherBrowser(developer), server.as(developer)]
    const staff = await buildDeveloper(server, { is_admin: true })
    const admin = server.as(staff)
    const params = { id: developer.id }
    expect(await isSignedIn(server.as(developer))).toBe(true)
    expect((await admin.call(endDeveloperSessions, { params })).status).toBe(204)
    expect(await Promise.all(browsers.map(isSignedIn))).toEqual([false, false])
    expect(await isSignedIn(admin)).toBe(true)
    expect((await actionsBy(staff)).at(-1)).toBe('sessions.ended')
    expect((await server.audit()).at(-1)).toMatchObject({ changes: { sessions: [2, 0] } })
    expect((await fetchSecurityEvents(developer)).at(-1)).toEqual({
      kind: 'sessions.ended',
      details: { count: 2 },
    })
    const unknown = await admin.refusal(endDeveloperSessions, { params: { id: 999_999 } })
    expect(unknown.status).toBe(404)
  })
})
