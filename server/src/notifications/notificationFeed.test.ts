// @module-tag engine
import { PassThrough } from 'node:stream'
import {
  createNotification,
  renewNotificationFeed,
  getNotificationFeed,
  deleteNotificationFeed,
  updateNotification,
} from '@trestle/domain/notifications/contract.ts'
import { dayMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildDeveloper, type DeveloperRow } from '../../testing/build.ts'
import { holdRow, race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts'
import { loggerOptions } from '../logging.ts'

const own = '/api/v1/account/notification_feed'
const log = new PassThrough()

let server: TestServer
let staff: Client
beforeAll(async () => {
  server = await startTestServer({
    keepOpen: true,
    logger: { ...loggerOptions({ LOG_LEVEL: 'debug' }), stream: log },
  })
  staff = server.as(await buildDeveloper(server, { is_admin: true }))
  return () => server.close()
})

const announce = (title: string, more: object = {}) =>
  staff.call(createNotification, { body: { title, summary: 'Short.', body: 'A <b> & more.', ...more } })

/** Returns the address as a feed reader uses it, without the host. */
const toPath = (url: string): string => url.replace(server.services.settings.PUBLIC_URL, '')

interface Subscriber {
  person: DeveloperRow
  client: Client
  atom: string
  json: string
}

async function subscribe(): Promise<Subscriber> {
  const person = await buildDeveloper(server)
  const client = server.as(person)
  const { status, body } = await client.call(renewNotificationFeed)
  expect(status).toBe(201)
  return { person, client, atom: toPath(body.atom_url), json: toPath(body.json_url) }
}

const read = (address: string) => server.anonymous().get(address)

describe('private feed of announcements', { tags: ['NOTE-30'] }, () => {
  test('a private feed has a secret address that is shown once; later only its creation and last read are shown', async () => {
    const person = await buildDeveloper(server)
    const client = server.as(person)
    expect((await client.call(getNotificationFeed)).body).toEqual({ made_at: null, last_read_at: null })
    const { body: made } = await client.call(renewNotificationFeed)
    expect(made).toEqual({
      atom_url: expect.stringMatching(/^http:\/\/localhost:3000\/feeds\/notifications\/[\w-]{43}\.atom$/),
      json_url: made.atom_url.replace(/\.atom$/, '.json'),
      made_at: expect.any(String),
      last_read_at: null,
    })
    expect((await client.call(getNotificationFeed)).body).toEqual({
      made_at: made.made_at,
      last_read_at: null,
    })
    const other = await subscribe()
    server.clock.advance(1000)
    const readAt = server.services.now().getTime()
    expect((await read(toPath(made.json_url))).status).toBe(200)
    const { body } = await client.get(own)
    expect(Date.parse(body.last_read_at)).toBeGreaterThanOrEqual(readAt)
    expect((await other.client.call(getNotificationFeed)).body.last_read_at).toBeNull()
    server.clock.advance(30_000)
    await read(toPath(made.json_url))
    expect((await client.call(getNotificationFeed)).body).toEqual(body)
    const stored = await server.services.db
      .selectFrom('notification_feeds')
      .selectAll()
      .where('developer_id', '=', person.id)
      .execute()
    expect(stored).toHaveLength(1)
    const [, token] = /notifications\/([\w-]+)\./.exec(made.atom_url) ?? []
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  test('dates an announcement with a later start by its start', async () => {
    const { json } = await subscribe()
    const now = server.services.now()
    const today = now.toISOString().slice(0, 10)
    const { body } = await announce('Planned ahead', { show_after: today })
    await server.services.db
      .updateTable('notifications')
      .set({ created_at: new Date(now.getTime() - 3 * dayMs) })
      .where('id', '=', body.id)
      .execute()
    const { items } = JSON.parse((await read(json)).text)
    const item = items.find(({ title }: { title: string }) => title === 'Planned ahead')
    expect(item.date_published).toBe(`${today}T00:00:00.000Z`)
  })

  test('dates an announcement with an earlier start by its creation, and its last change by the change', async () => {
    const { json } = await subscribe()
    const { body } = await announce('Late news', { show_after: '2020-01-31' })
    server.clock.advance(1000)
    const changed = await staff.call(updateNotification, { params: body, body: { body: 'All of it.' } })
    const { items } = JSON.parse((await read(json)).text)
    expect(items.find(({ title }: { title: string }) => title === 'Late news')).toMatchObject({
      date_published: body.created_at,
      date_modified: changed.body.updated_at,
    })
  })

  test('contains what every developer sees: no draft, no later day, nothing hidden', async () => {
    const { atom, json } = await subscribe()
    await server.services.db.deleteFrom('notifications').execute()
    expect(JSON.parse((await read(json)).text).items).toEqual([])
    await announce('Hosts & names')
    await announce('A draft', { draft: true })
    const tomorrow = new Date(server.services.now().getTime() + dayMs).toISOString().slice(0, 10)
    await announce('Later', { show_after: tomorrow })
    await announce('At once', { critical: true })
    const answer = await read(json)
    expect(answer.headers['content-type']).toBe('application/feed+json; charset=utf-8')
    const feed = JSON.parse(answer.text)
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      authors: [{ name: 'Trestle', url: 'http://localhost:3000' }],
    })
    for (const absent of ['author', 'next_url', 'feed_url']) expect(feed).not.toHaveProperty(absent)
    expect(feed.items.map(({ title, tags }: { title: string; tags: string[] }) => [title, tags])).toEqual([
      ['At once', ['critical']],
      ['Hosts & names', []],
    ])
    expect(feed.items[1]).toMatchObject({
      title: 'Hosts & names',
      url: expect.stringMatching(/^http:\/\/localhost:3000\/notifications\/\d+$/),
      content_html: '<p>Short.</p>\n<p>A &lt;b&gt; &amp; more.</p>',
    })
    const { text, headers } = await read(atom)
    expect(text).toContain('<![CDATA[Hosts &amp; names]]>')
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      etag: expect.any(String),
      'last-modified': expect.any(String),
    })
  })

  test('contains the newest 50 announcements', async () => {
    const { json } = await subscribe()
    for (let number = 1; number <= 51; number += 1) await announce(`Number ${number}`)
    const { items } = JSON.parse((await read(json)).text)
    expect([items.length, items.at(0).title, items.at(-1).title]).toEqual([50, 'Number 51', 'Number 2'])
  })

  test('a private feed stays readable when a notification contains a character that XML does not allow', async () => {
    const { atom } = await subscribe()
    const note = {
      title: 'Pasted\ufffe',
      summary: 'One\u000btwo.',
      body: 'A\u0008 & more.\n\nEnd \u{1f3d7}.',
    }
    expect((await staff.call(createNotification, { body: note })).status).toBe(201)
    const { text } = await read(atom)
    expect(text).toContain('<p>One two.</p>\n<p>A  &amp; more.</p>\n<p>End \u{1f3d7}.</p>')
    // oxlint-disable-next-line no-control-regex -- the test looks for control characters
    expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
  })

  test('a private feed does not repeat its own address, which readers store and share with the content', async () => {
    const { atom, json } = await subscribe()
    for (const address of [atom, json]) {
      expect((await read(address)).text).not.toContain('/feeds/')
      expect(address).toContain('/feeds/')
    }
  })

  test('renewing replaces the address, and only the newest one works', async () => {
    const { client, atom, json } = await subscribe()
    expect((await read(atom)).status).toBe(200)
    const { body } = await client.call(renewNotificationFeed)
    expect(body.last_read_at).toBeNull()
    expect([(await read(atom)).status, (await read(json)).status]).toEqual([404, 404])
    expect((await read(toPath(body.atom_url))).status).toBe(200)
  })

  test('of two concurrent renewals, exactly one address works', repeated, async () => {
    const { client, person } = await subscribe()
    const renew = () => client.call(renewNotificationFeed)
    const made = await race(server, holdRow('developers', person.id), [renew, renew, renew])
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
    const answers = await Promise.all(made.map(({ body }) => read(toPath(body.atom_url))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('switching it off ends the address, and a second time changes nothing', async () => {
    const { client, atom } = await subscribe()
    expect((await client.call(deleteNotificationFeed)).status).toBe(204)
    const refused = await read(atom)
    expect(refused.status).toBe(404)
    expect(refused.body.message).toBe(
      'This feed URL no longer works. Create a new one at http://localhost:3000/account#feed.',
    )
    expect((await client.call(getNotificationFeed)).body).toEqual({ made_at: null, last_read_at: null })
    expect((await client.call(deleteNotificationFeed)).status).toBe(204)
  })

  test('ends with the account', async () => {
    const { person, atom } = await subscribe()
    expect((await read(atom)).status).toBe(200)
    await server.services.db.deleteFrom('sessions').where('developer_id', '=', person.id).execute()
    await server.services.db.deleteFrom('developers').where('id', '=', person.id).execute()
    expect((await read(atom)).status).toBe(404)
  })

  test('records every change in the audit log, without the address', async () => {
    const { client, person, atom } = await subscribe()
    await client.call(renewNotificationFeed)
    await client.call(deleteNotificationFeed)
    await client.call(deleteNotificationFeed)
    const events = await server.services.db
      .selectFrom('audit_events')
      .selectAll()
      .where('actor_id', '=', person.id)
      .orderBy('id')
      .execute()
    expect(events.map(({ action, subject_id }) => [action, subject_id])).toEqual([
      ['notification_feed.created', String(person.id)],
      ['notification_feed.renewed', String(person.id)],
      ['notification_feed.deleted', String(person.id)],
    ])
    const [, token] = /notifications\/([\w-]+)\./.exec(atom) ?? []
    expect(token).toHaveLength(43)
    expect(JSON.stringify(events)).not.toContain(token)
  })

  test('never writes its address to the log', async () => {
    const { client, atom } = await subscribe()
    log.read()
    await read(atom)
    await client.call(deleteNotificationFeed)
    await read(atom)
    server.services.log.error({ err: new Error(`GET ${atom} failed`) }, 'request failed')
    const lines = String(log.read())
    expect(lines).toContain('/feeds/notifications/:token.atom')
    const [, token] = /notifications\/([\w-]+)\./.exec(atom) ?? []
    expect(token).toHaveLength(43)
    expect(lines).not.toContain(token)
  })

  test.each(['/notifications.atom', '/notifications.json'])(
    '%s answers 401 and says where to get a personal address',
    async (address) => {
      for (const client of [server.anonymous(), staff]) {
        const { status, body } = await client.get(address)
        expect([status, body.code]).toEqual([401, 'not_signed_in'])
        expect(body.message).toBe(
          'This feed is private. Sign in and create your own feed URL at http://localhost:3000/account#feed.',
        )
      }
    },
  )

  test.each(['a', 'x'.repeat(43), '%00', 'a'.repeat(290)])(
    'an unknown token answers 404: %s',
    async (token) => {
      expect((await read(`/feeds/notifications/${token}.atom`)).status).toBe(404)
    },
  )

  test('a reader that has the newest version gets no body, and the read counts', async () => {
    const { client, atom } = await subscribe()
    const { etag } = (await read(atom)).headers
    const before = (await client.get(own)).body.last_read_at
    server.clock.advance(10 * minuteMs)
    const again = await server.anonymous().send({
      method: 'GET',
      url: atom,
      headers: { 'if-none-match': String(etag) },
    })
    expect([again.status, again.text]).toEqual([304, ''])
    expect(Date.parse((await client.get(own)).body.last_read_at)).toBeGreaterThan(Date.parse(before))
  })
})
