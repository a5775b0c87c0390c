import {
  createNotification,
  getNotification,
  listNotifications,
  readAllNotifications,
  readNotification,
  listAdminNotifications,
  getAdminNotification,
  updateNotification,
  deleteNotification,
} from '@trestle/domain/notifications/contract.ts'
import { shownCases } from '../../../domain/testing/shownCases.ts'
import { dayMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildDeveloper, type DeveloperRow } from '../../testing/build.ts'
import { engine } from '../../testing/database.ts'
import { callDuring, holdRow, race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts'
import { statementsDuring } from '../../testing/statements.ts'
import { mailCritical } from './mailCritical.ts'
import { lockNotification } from './store.ts'

let server: TestServer
let staff: DeveloperRow
let admin: Client
let reader: Client

beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
  return () => server.close()
})

beforeEach(async () => {
  await server.services.db.deleteFrom('notifications').execute()
  staff = await buildDeveloper(server, { is_admin: true })
  admin = server.as(staff)
  reader = server.as(await buildDeveloper(server))
})
const draft = {
  title: 'New sandbox hosts',
  summary: 'They **move** in March.',
  body: '# Hosts\n\nAll of them.',
}

const today = () => server.services.now().toISOString().slice(0, 10)

async function announce(changes: object = {}): Promise<number> {
  const { status, body } = await admin.call(createNotification, { body: { ...draft, ...changes } })
  expect(status).toBe(201)
  return body.id
}

describe('notifications for developers', () => {
  test(
    'a notification has the documented fields and its address',
    { tags: ['NOTE-09', 'NOTE-31', 'API-02'] },
    async () => {
      const id = await announce()
      const { status, body } = await reader.call(getNotification, { params: { id } })
      expect(status).toBe(200)
      expect(body).toEqual({
        id,
        ...draft,
        created_at: expect.any(String),
        read_at: null,
        critical: false,
        draft: false,
        show_after: null,
        visible: true,
        visible_by_show_after: true,
        href: `/notifications/${id}`,
      })
    },
  )

  test(
    'lists notifications from the newest to the oldest, page by page',
    { tags: ['NOTE-21', 'API-01'] },
    async () => {
      const ids: number[] = []
      for (const title of ['First', 'Second', 'Third']) {
        ids.unshift(await announce({ title }))
        server.clock.advance(1000)
      }
      const { body, headers } = await reader.call(listNotifications, { query: { per_page: 2 } })
      expect(body.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 2))
      expect(headers['total']).toBe('3')
    },
  )

  test.each(shownCases)(
    '%j is listed and opened on 2026-02-10: %s',
    { tags: ['NOTE-22', 'NOTE-23'] },
    async (note, shown) => {
      const now = server.services.now()
      const day = (date: string | null) =>
        date === null
          ? null
          : new Date(Date.parse(date) - Date.parse('2026-02-10') + now.getTime()).toISOString().slice(0, 10)
      const { id } = await server.services.db
        .insertInto('notifications')
        .values({
          ...draft,
          ...note,
          show_after: day(note.show_after),
          created_by: staff.id,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      expect((await reader.call(listNotifications)).body).toHaveLength(shown ? 1 : 0)
      expect((await reader.attempt(getNotification, { params: { id } })).status).toBe(shown ? 200 : 404)
      expect((await reader.attempt(readNotification, { params: { id } })).status).toBe(shown ? 200 : 404)
      expect((await admin.call(listAdminNotifications)).body).toHaveLength(1)
    },
  )

  test('staff find notifications, also drafts, by any part of the title or summary, newest first', async () => {
    const names: Record<number, string> = {}
    const add = async (name: string, changes: object) => {
      names[await announce(changes)] = name
      server.clock.advance(1000)
    }
    await add('hosts', { draft: true })
    await add('outage', {
      title: 'Störung behoben',
      summary: '100% of the hosts are back.',
      body: 'Sandbox.',
    })
    await add('other', { title: 'Terms of use', summary: 'They change.' })
    const find = async (search: string) => {
      const { body, headers } = await admin.call(listAdminNotifications, { query: { filters: { search } } })
      expect(Number(headers['total'])).toBe(body.length)
      return body.map(({ id }) => names[id])
    }
    expect(await find('HOSTS')).toEqual(['outage', 'hosts'])
    expect(await find('storung')).toEqual(['outage'])
    expect(await find('0%')).toEqual(['outage'])
    expect(await find('_')).toEqual([])
    expect(await find('sandbox')).toEqual(['hosts'])
    expect(await find('')).toEqual(['other', 'outage', 'hosts'])
    const [first] = (await admin.call(listAdminNotifications)).body
    await admin.call(readNotification, { params: { id: first?.id ?? 0 } })
    const { body } = await admin.call(listAdminNotifications, { query: { filters: { search: 'terms' } } })
    expect(body).toMatchObject([{ title: 'Terms of use', read_at: expect.any(String) }])
  })

  test('reading one that is being deleted answers 404', repeated, async () => {
    const id = await announce()
    const { status } = await callDuring(
      server,
      (tx) => tx.deleteFrom('notifications').where('id', '=', id).execute(),
      () => reader.attempt(readNotification, { params: { id } }),
    )
    expect(status).toBe(404)
  })

  test(
    'reading marks it as read for the reader only, and keeps the time of the first read',
    { tags: ['NOTE-01', 'NOTE-02', 'NOTE-30', 'API-03'] },
    async () => {
      const id = await announce()
      await announce({ title: 'Another' })
      const unread = async (client: Client) =>
        (await client.call(listNotifications, { query: { filters: { unread: 'true' }, per_page: 1 } }))
          .headers['total']
      expect([await unread(reader), await unread(admin)]).toEqual(['2', '2'])
      const first = await reader.call(readNotification, { params: { id } })
      expect(first.body.read_at).not.toBeNull()
      server.clock.advance(minuteMs)
      expect((await reader.call(readNotification, { params: { id } })).body.read_at).toBe(first.body.read_at)
      expect([await unread(reader), await unread(admin)]).toEqual(['1', '2'])
      const reads = (await server.audit()).filter(({ action }) => action === 'notification.read')
      expect(reads.filter(({ subject_id }) => subject_id === String(id))).toMatchObject([
        { changes: { title: ['New sandbox hosts', 'New sandbox hosts'] } },
      ])
    },
  )
})

describe('marking all as read', () => {
  const readAll = () => reader.call(readAllNotifications, { body: {} })
  const reads = async () =>
    (await server.audit())
      .filter(({ action }) => action === 'notification.all_read')
      .map(({ changes }) => changes)

  test('affects what the reader sees, keeps earlier times, and is in the audit log once', async () => {
    const first = await announce()
    const { read_at } = (await reader.call(readNotification, { params: { id: first } })).body
    server.clock.advance(minuteMs)
    await announce({ critical: true })
    await announce()
    const later = await announce({ draft: true })
    expect((await readAll()).status).toBe(204)
    expect((await readAll()).status).toBe(204)
    expect((await reader.call(getNotification, { params: { id: first } })).body.read_at).toBe(read_at)
    expect(await reads()).toEqual([{ unread: [2, 0] }])
    await admin.call(updateNotification, { params: { id: later }, body: { draft: false } })
    const unread = { query: { filters: { unread: 'true' } } } as const
    expect((await reader.call(listNotifications, unread)).body).toMatchObject([{ id: later }])
    expect((await admin.call(listNotifications, unread)).body).toHaveLength(4)
  })

  test('omits one that is being deleted', repeated, async () => {
    const id = await announce()
    const { status } = await callDuring(
      server,
      (tx) => tx.deleteFrom('notifications').where('id', '=', id).execute(),
      () => reader.attempt(readAllNotifications, { body: {} }),
    )
    expect(status).toBe(204)
  })

  test('twice at the same time is recorded once', repeated, async () => {
    await announce()
    const before = (await reads()).length
    const replies = await Promise.all([readAll(), readAll()])
    expect(replies.map(({ status }) => status)).toEqual([204, 204])
    expect((await reads()).length - before).toBe(1)
  })
})

test.each([
  [{ critical: 'true' }, ['Outage']],
  [{ critical: 'false' }, ['Read', 'Unread']],
  [{ unread: 'true' }, ['Outage', 'Unread']],
  [{ unread: 'false' }, ['Read']],
  [{ critical: 'false', unread: 'true' }, ['Unread']],
] as const)('with the filters %j a reader gets the announcements %j', async (filters, titles) => {
  await announce({ title: 'Unread' })
  const id = await announce({ title: 'Read' })
  await announce({ title: 'Outage', critical: true })
  await announce({ title: 'Later', draft: true })
  await reader.call(readNotification, { params: { id } })
  const { body, headers } = await reader.call(listNotifications, { query: { filters } })
  expect(body.map(({ title }) => title).toSorted()).toEqual(titles)
  expect(headers['total']).toBe(String(titles.length))
})

describe('notifications for staff', () => {
  test(
    'creating, changing and deleting a notification are in the audit log',
    { tags: ['ANOTE-18', 'API-04', 'API-05', 'API-06', 'API-07', 'API-08', 'API-09'] },
    async () => {
      const created = await admin.call(createNotification, {
        body: { ...draft, draft: true, show_after: '2026-01-31' },
      })
      const { id } = created.body
      expect([created.status, created.body]).toEqual([
        201,
        {
          id: expect.any(Number),
          ...draft,
          created_at: expect.any(String),
          updated_at: expect.any(String),
          read_at: null,
          critical: false,
          draft: true,
          show_after: '2026-01-31',
          visible: true,
          visible_by_show_after: true,
          href: `/notifications/${id}`,
        },
      ])
      const stored = await admin.call(getAdminNotification, { params: { id } })
      expect([stored.status, stored.body]).toEqual([200, created.body])
      expect(stored.body).toMatchObject({
        draft: true,
        show_after: '2026-01-31',
        updated_at: expect.any(String),
      })
      const changed = await admin.call(updateNotification, {
        params: { id },
        body: { title: 'Newer', show_after: '', draft: 'false' },
      })
      expect(changed.status).toBe(200)
      expect(changed.body).toMatchObject({ title: 'Newer', show_after: null, draft: false, body: draft.body })
      expect((await admin.call(getAdminNotification, { params: { id } })).body).toEqual(changed.body)
      const rewritten = await admin.call(updateNotification, {
        params: { id },
        body: { summary: 'They moved.', body: 'Done.' },
      })
      expect(rewritten.body).toMatchObject({ title: 'Newer', summary: 'They moved.', body: 'Done.' })
      const { body: rows, headers } = await admin.call(listAdminNotifications)
      expect(rows[0]).toMatchObject({ id, title: 'Newer' })
      expect(Number(headers['total'])).toBe(rows.length)
      expect((await admin.call(deleteNotification, { params: { id } })).status).toBe(204)
      expect((await admin.refusal(getAdminNotification, { params: { id } })).status).toBe(404)
      expect((await server.audit()).slice(-4)).toMatchObject([
        {
          action: 'notification.created',
          changes: { title: [null, 'New sandbox hosts'], critical: [null, false], draft: [null, true] },
        },
        { action: 'notification.updated', changes: { title: ['New sandbox hosts', 'Newer'] } },
        {
          action: 'notification.updated',
          changes: { title: ['Newer', 'Newer'], body: [draft.body, 'Done.'] },
        },
        {
          action: 'notification.deleted',
          changes: { title: ['Newer', null], summary: ['They moved.', null], body: ['Done.', null] },
        },
      ])
    },
  )

  test(
    'names each missing field and each invalid date',
    { tags: ['ANOTE-08', 'ANOTE-09', 'ANOTE-10', 'ANOTE-15'] },
    async () => {
      const { status, body } = await admin.refusal(createNotification, {
        body: {
          title: ' ',
          summary: '',
          body: '',
          show_after: 'soon',
        },
      })
      expect(status).toBe(422)
      expect(body.fields).toEqual({
        title: ['This field is required'],
        summary: ['This field is required'],
        body: ['This field is required'],
        show_after: ['Show after must be a date like 2026-01-31'],
      })
    },
  )

  test(
    'refuses a notification that is both critical and a draft, on create and on update',
    { tags: ['ANOTE-19', 'ANOTE-21'] },
    async () => {
      expect(
        (await admin.refusal(createNotification, { body: { ...draft, critical: true, draft: true } })).status,
      ).toBe(422)
      const id = await announce({ critical: true })
      expect(
        (await admin.refusal(updateNotification, { params: { id }, body: { draft: true } })).status,
      ).toBe(422)
      expect(
        (await admin.refusal(updateNotification, { params: { id }, body: { critical: false } })).status,
      ).toBe(422)
      expect(
        (await admin.call(updateNotification, { params: { id }, body: { critical: true, title: 'Same' } }))
          .status,
      ).toBe(200)
    },
  )

  test(
    'the emergency switch hides a notification from developers, and shows it again',
    { tags: ['NOTE-23', 'ANOTE-07'] },
    async () => {
      const id = await announce()
      await admin.call(updateNotification, { params: { id }, body: { visible: false } })
      expect((await reader.call(listNotifications)).body).toEqual([])
      await admin.call(updateNotification, { params: { id }, body: { visible: true } })
      expect((await reader.call(listNotifications)).body).toHaveLength(1)
    },
  )

  test('refuses a stale save with the stored values', async () => {
    const id = await announce()
    const { body: before } = await admin.call(getAdminNotification, { params: { id } })
    server.clock.advance(1000)
    await admin.call(updateNotification, { params: { id }, body: { title: 'Theirs' } })
    const late = await admin.refusal(updateNotification, {
      params: { id },
      body: { title: 'Mine', if_unchanged_since: before.updated_at },
    })
    expect(late.status).toBe(409)
    expect(late.body.current).toMatchObject({ id, title: 'Theirs' })
  })

  test('of two saves of the same version at the same time, one is refused', repeated, async () => {
    const id = await announce()
    const { updated_at } = (await admin.call(getAdminNotification, { params: { id } })).body
    server.clock.advance(1000)
    const save = (title: string) => () =>
      admin.attempt(updateNotification, { params: { id }, body: { title, if_unchanged_since: updated_at } })
    const replies = await race(server, holdRow('notifications', id), [save('One'), save('Two')])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('the day of visibility is the UTC day', { tags: ['ANOTE-07'] }, async () => {
    const tomorrow = new Date(server.services.now().getTime() + dayMs).toISOString().slice(0, 10)
    const id = await announce({ show_after: tomorrow })
    expect((await admin.call(getAdminNotification, { params: { id } })).body.visible_by_show_after).toBe(
      false,
    )
    await admin.call(updateNotification, { params: { id }, body: { show_after: today() } })
    expect((await admin.call(getAdminNotification, { params: { id } })).body.visible_by_show_after).toBe(true)
  })
})

describe('a critical notification', () => {
  test(
    'a critical notification is emailed once to every confirmed developer, in batches',
    { tags: ['NOTE-32'] },
    async () => {
      const own = await startTestServer()
      const author = await buildDeveloper(own, { is_admin: true })
      const now = own.services.now()
      await buildDeveloper(own, { email_confirmed_at: null, email: 'unconfirmed@example.test' })
      for (let n = 0; n < 205; n += 1) {
        await own.services.db
          .insertInto('developers')
          .values({
            email: `reader-${n}@example.test`,
            first_name: 'Reader',
            last_name: String(n),
            password_hash: 'none',
            email_confirmed_at: now,
            terms_version: '1',
            terms_accepted_at: now,
            created_at: now,
            updated_at: now,
          })
          .execute()
      }
      await own.as(author).call(createNotification, {
        body: { ...draft, summary: '**Now**: [hosts](/documentation/sandboxes)', critical: true },
      })
      await own.drainJobs()
      // A batch whose completion was not recorded runs again.
      await own.services.db
        .updateTable('jobs')
        .set({ state: 'waiting', finished_at: null })
        .where('kind', '=', 'notification.mail')
        .execute()
      await own.drainJobs()
      const sent = (await own.emails()).filter(({ kind }) => kind === 'critical_notification')
      expect(sent).toHaveLength(206)
      expect(new Set(sent.map(({ recipient }) => recipient)).size).toBe(206)
      expect(sent[0]).toMatchObject({
        subject: 'Trestle: New sandbox hosts',
        body: expect.stringMatching(
          /^.+\n\nRead the full announcement:\n\nhttp:\/\/localhost:3000\/notifications\/\d+\n/,
        ),
      })
      expect(sent[0]?.body).toMatch(/^Now: hosts \(http:\/\/localhost:3000\/documentation\/sandboxes\)\n/)
      expect(sent.map(({ recipient }) => recipient)).not.toContain('unconfirmed@example.test')
    },
  )

  // The embedded database runs one transaction at a time.
  test.skipIf(engine === 'embedded')(
    'a critical notification can be read while its emails are queued',
    { tags: ['NOTE-29', 'NOTE-32'] },
    async () => {
      const id = await announce({ critical: true })
      await server.services.db.transaction().execute(async (tx) => {
        await lockNotification(tx, id)
        const { status, body } = await reader.call(readNotification, { params: { id } })
        expect([status, body.read_at]).toEqual([200, expect.any(String)])
      })
    },
  )

  test('queues a batch of emails with as many statements as one email', { tags: ['NOTE-32'] }, async () => {
    const own = await startTestServer()
    const author = await buildDeveloper(own, { is_admin: true })
    const body = { ...draft, critical: true }
    const { id } = (await own.as(author).call(createNotification, { body })).body
    const countAfter = async (after: number) => {
      const run = () => mailCritical.run(own.services, { notification_id: id, after })
      return (await statementsDuring(own, run)).length
    }
    const forOne = await countAfter(author.id - 1)
    for (let n = 0; n < 10; n += 1) await buildDeveloper(own)
    expect(await countAfter(author.id)).toBe(forOne)
    await own.drainJobs()
    expect(await own.emails()).toHaveLength(11)
  })

  test(
    'a critical notification is not emailed if hidden before its emails go out; an ordinary one is never emailed, even if shown again',
    { tags: ['NOTE-32'] },
    async () => {
      const id = await announce({ critical: true })
      const ordinary = await announce()
      const show = (each: number, visible: boolean) =>
        admin.call(updateNotification, { params: { id: each }, body: { visible } })
      await show(id, false)
      await show(ordinary, false)
      await show(ordinary, true)
      await server.drainJobs()
      expect((await server.emails()).filter(({ kind }) => kind === 'critical_notification')).toEqual([])
    },
  )

  test(
    'a critical notification is emailed once to everyone if hidden while its emails go out, and shown again',
    { tags: ['NOTE-32'] },
    async () => {
      const own = await startTestServer()
      const author = await buildDeveloper(own, { is_admin: true })
      for (let n = 0; n < 250; n += 1) await buildDeveloper(own)
      const staff = own.as(author)
      const { id } = (await staff.call(createNotification, { body: { ...draft, critical: true } })).body
      const show = (visible: boolean) => staff.call(updateNotification, { params: { id }, body: { visible } })
      const countEmails = async () => (await own.emails()).length
      await mailCritical.run(own.services, { notification_id: id, after: 0 })
      await show(false)
      await own.drainJobs()
      expect(await countEmails()).toBe(200)
      await show(true)
      await own.drainJobs()
      expect(await countEmails()).toBe(251)

      await buildDeveloper(own)
      await show(false)
      await show(true)
      await own.drainJobs()
      expect(await countEmails(), 'after all emails were sent').toBe(251)
    },
  )
})
