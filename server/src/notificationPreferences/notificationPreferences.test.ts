// @module-tag engine
import { updateAdminDeveloper } from '@trestle/domain/accounts/contract.ts'
import { exportAccount } from '@trestle/domain/accounts/deletion/contract.ts'
import {
  getNotificationPreferences,
  getUnsubscribeLink,
  unsubscribe,
  updateNotificationPreferences,
} from '@trestle/domain/notificationPreferences/contract.ts'
import { defaultPreferences, type Subscription } from '@trestle/domain/notificationPreferences/kinds.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDeveloper, type DeveloperRow } from '../../testing/build.ts'
import { holdRow, race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { testKey } from '../../testing/testKey.ts'
import { signToken } from './signToken.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
})
afterAll(() => server.close())

const read = async (person: DeveloperRow) => (await server.as(person).call(getNotificationPreferences)).body
const change = async (person: DeveloperRow, body: object) =>
  (await server.as(person).call(updateNotificationPreferences, { body })).body
const tokenFor = (person: DeveloperRow, subscription: Subscription, { services } = server) =>
  signToken(services, person, subscription)
const listAudit = async (person: DeveloperRow) =>
  server.services.db
    .selectFrom('audit_events')
    .select(['action', 'actor_kind', 'actor_id', 'changes'])
    .where('subject_type', '=', 'developer')
    .where('subject_id', '=', String(person.id))
    .orderBy('id')
    .execute()

/** Posts as an email program does: without cookies and headers of the portal (RFC 8058, section 3.2). */
const postLikeAnEmailProgram = async (token: string, payload: string, contentType: string) =>
  server.app.inject({
    method: 'POST',
    url: `/unsubscribe/${token}`,
    headers: { 'content-type': contentType },
    payload,
  })
const form = 'application/x-www-form-urlencoded'
const oneClick = 'List-Unsubscribe=One-Click'

test('changes the kinds that were sent, and records what changed', { tags: ['NOTE-33'] }, async () => {
  const person = await buildDeveloper(server)
  expect(await read(person)).toEqual(defaultPreferences)
  expect(await change(person, { reviews: 'daily' })).toEqual({ ...defaultPreferences, reviews: 'daily' })
  await change(person, { reviews: 'off', reports: 'off' })
  await change(person, { reviews: 'off' })
  await change(person, {})
  expect(await read(person)).toEqual({ ...defaultPreferences, reviews: 'off', reports: 'off' })
  const by = { action: 'notification_preferences.updated', actor_kind: 'person', actor_id: person.id }
  expect(await listAudit(person)).toEqual([
    { ...by, changes: { reviews: ['on', 'daily'] } },
    { ...by, changes: { reviews: ['daily', 'off'], reports: ['on', 'off'] } },
  ])
})

test('refuses a delivery and a kind that do not exist', async () => {
  const client = server.as(await buildDeveloper(server))
  const url = '/api/v1/account/notification_preferences'
  const unknown = await client.patch(url, { reviews: 'weekly' })
  expect([unknown.status, Object.keys(unknown.body.fields)]).toEqual([422, ['reviews']])
  const security = await client.patch(url, { security: 'off' })
  expect([security.status, Object.keys(security.body.fields)]).toEqual([422, ['security']])
})

test('shows what a link ends without ending it', { tags: ['NOTE-35'] }, async () => {
  const person = await buildDeveloper(server)
  const token = tokenFor(person, 'collaborators')
  const { body } = await server.anonymous().call(getUnsubscribeLink, { params: { token } })
  expect(body).toEqual({ subscription: 'collaborators', email: person.email, is_subscribed: true })
  expect((await server.anonymous().get(`/unsubscribe/${token}`)).status).toBe(200)
  expect(await read(person)).toEqual(defaultPreferences)
})

const boundary = 'form-of-an-email-program'
const multipart = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`

test.each([
  ['a form', oneClick, form],
  ['a form in parts', multipart, `multipart/form-data; boundary=${boundary}`],
])('an email program unsubscribes with %s, without a session or a CSRF token', async (_, payload, type) => {
  const person = await buildDeveloper(server)
  const token = tokenFor(person, 'announcements')
  const { statusCode } = await postLikeAnEmailProgram(token, payload, type)
  expect(statusCode).toBe(200)
  const { body } = await server.anonymous().call(getUnsubscribeLink, { params: { token } })
  expect(body.is_subscribed).toBe(false)
  expect(await read(person)).toEqual({ ...defaultPreferences, announcements: 'off' })
  expect(await listAudit(person)).toEqual([
    {
      action: 'notification_preferences.unsubscribed',
      actor_kind: 'visitor',
      actor_id: null,
      changes: { announcements: ['on', 'off'] },
    },
  ])
})

test.each([
  ['', form],
  ['List-Unsubscribe=Two-Clicks', form],
  ['List-Unsubscribe=One-Click&reviews=off', form],
])('refuses the one-click form "%s"', async (payload, type) => {
  const person = await buildDeveloper(server)
  const { statusCode } = await postLikeAnEmailProgram(tokenFor(person, 'reviews'), payload, type)
  expect(statusCode).toBe(422)
  expect(await read(person)).toEqual(defaultPreferences)
})

test('the link of a daily email ends every kind that is in it', async () => {
  const person = await buildDeveloper(server)
  await change(person, { reviews: 'daily', reports: 'daily' })
  const token = tokenFor(person, 'daily')
  await server.anonymous().call(unsubscribe, { params: { token }, body: { 'List-Unsubscribe': 'One-Click' } })
  expect(await read(person)).toEqual({ ...defaultPreferences, reviews: 'off', reports: 'off' })
})

test('refuses a changed link, and that of another developer, kind or address', async () => {
  const [person, other] = [await buildDeveloper(server), await buildDeveloper(server)]
  const token = tokenFor(person, 'reviews')
  const signature = token.split('.')[2] ?? ''
  const forged = [
    `${token}x`,
    `${token}.x`,
    `${other.id}.reviews.${signature}`,
    `${person.id}.reports.${signature}`,
    `${person.id}.security.${signature}`,
    `${person.id}.reviews.`,
    `0.reviews.${signature}`,
    tokenFor({ ...person, email: 'former@example.test' }, 'reviews'),
  ]
  for (const each of forged) {
    const posted = await postLikeAnEmailProgram(each, oneClick, form)
    expect([each, posted.statusCode]).toEqual([each, 404])
    expect((await server.anonymous().get(`/api/v1/unsubscribe_links/${each}`)).status).toBe(404)
  }
  expect([await read(person), await read(other)]).toEqual([defaultPreferences, defaultPreferences])
})

test('a link stops working when the account gets another address', async () => {
  const [person, staff] = [await buildDeveloper(server), await buildDeveloper(server, { is_admin: true })]
  const token = tokenFor(person, 'reviews')
  const email = `moved-${person.id}@example.test`
  await server.as(staff).call(updateAdminDeveloper, { params: { id: person.id }, body: { email } })
  const refused = await server.anonymous().refusal(getUnsubscribeLink, { params: { token } })
  expect(refused.body.message).toBe(
    'The link is incomplete, or its account has another email address or was deleted.',
  )
})

test('links signed with an earlier key keep working, and stop when the key is removed', async () => {
  const newKey = Buffer.alloc(32, 7).toString('base64')
  const rotated = await startTestServer({ env: { ENCRYPTION_KEYS: `${newKey},${testKey}` } })
  const reader = await buildDeveloper(rotated)
  // `server` still signs with the earlier key, and has no other.
  const earlier = tokenFor(reader, 'reviews')
  const { body } = await rotated.anonymous().call(getUnsubscribeLink, { params: { token: earlier } })
  expect(body).toMatchObject({ email: reader.email, is_subscribed: true })
  const person = await buildDeveloper(server)
  const later = tokenFor(person, 'reviews', rotated)
  expect((await postLikeAnEmailProgram(later, oneClick, form)).statusCode).toBe(404)
})

test('two concurrent unsubscriptions change and record one preference once', repeated, async () => {
  const person = await buildDeveloper(server)
  const token = tokenFor(person, 'reviews')
  const post = () => postLikeAnEmailProgram(token, oneClick, form)
  const replies = await race(server, holdRow('developers', person.id), [post, post])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await listAudit(person)).toHaveLength(1)
})

test('concurrent changes of two kinds are both stored', repeated, async () => {
  const person = await buildDeveloper(server)
  const client = server.as(person)
  await client.call(getNotificationPreferences)
  await race(server, holdRow('developers', person.id), [
    async () => void (await postLikeAnEmailProgram(tokenFor(person, 'reviews'), oneClick, form)),
    async () => void (await client.patch('/api/v1/account/notification_preferences', { reports: 'daily' })),
  ])
  expect(await read(person)).toEqual({ ...defaultPreferences, reviews: 'off', reports: 'daily' })
})

test('limits how often an address tries links', async () => {
  const limited = await startTestServer({ env: { REQUESTS_PER_MINUTE: '3' } })
  const post = () =>
    limited.app.inject({
      method: 'POST',
      url: '/unsubscribe/1.reviews.guess',
      headers: { 'content-type': form },
      payload: oneClick,
    })
  const statuses: number[] = []
  for (const _ of [1, 2, 3, 4]) statuses.push((await post()).statusCode)
  expect(statuses).toEqual([404, 404, 404, 429])
})

test('the export of an account contains its preferences', async () => {
  const person = await buildDeveloper(server)
  await change(person, { announcements: 'off' })
  const { body } = await server.as(person).call(exportAccount)
  expect(body.tables['notification_preferences']).toMatchObject([{ kind: 'announcements', delivery: 'off' }])
})
