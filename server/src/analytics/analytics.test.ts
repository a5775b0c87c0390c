import { analyticsKeys, recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import { dayMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { jobHandlers } from '../jobHandlers.ts'
import { cleanUpAnalytics } from './cleanUpAnalytics.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
})
afterAll(() => server.close())

const opened = 'developers.sandbox_manifest_editor.opened'
const list = (length: number, value: string) =>
  Object.fromEntries(Array.from({ length }, (_, n) => [`p${n}`, value]))

test('records an event with its properties and answers 204', { tags: ['API-28', 'API-29'] }, async () => {
  const person = await buildDeveloper(server)
  const event = { key: opened, additional_properties: { app_id: 7, app_name: 'Site Sync' } }
  const answer = await server.as(person).post('/api/v1/analytics', event)
  expect([answer.status, answer.text]).toEqual([204, ''])
  const rows = await server.services.db.selectFrom('analytics_events').selectAll().execute()
  expect(rows).toMatchObject([
    { key: opened, developer_id: person.id, properties: { app_id: 7, app_name: 'Site Sync' } },
  ])
  expect(Math.abs(Date.parse(String(rows[0]?.at)) - server.services.now().getTime())).toBeLessThan(60_000)
})

test(
  'accepts every event, without properties or with as many and as long ones as possible',
  { tags: ['API-28', 'API-30'] },
  async () => {
    const client = server.as(await buildDeveloper(server))
    for (const key of analyticsKeys) await client.call(recordAnalytics, { body: { key } })
    const additional_properties = { ...list(19, 'x'.repeat(500)), ['n'.repeat(100)]: null }
    await client.call(recordAnalytics, { body: { key: opened, additional_properties } })
  },
)

test.each([
  ['an unknown key', { key: 'developers.nothing' }, 'This event key is unknown'],
  [
    'a property with a long name',
    { key: opened, additional_properties: { ['n'.repeat(101)]: 1 } },
    'A property name can have at most 100 characters',
  ],
  [
    'a long property',
    { key: opened, additional_properties: { note: 'x'.repeat(501) } },
    'A property can have at most 500 characters',
  ],
  [
    '21 properties',
    { key: opened, additional_properties: list(21, 'x') },
    'An event can have at most 20 properties',
  ],
])('refuses %s', { tags: ['API-28', 'API-30'] }, async (_name, body, message) => {
  const answer = await server.as(await buildDeveloper(server)).post('/api/v1/analytics', body)
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toContain(message)
})

test('refuses more than 60 events of one developer in a minute', { tags: ['API-74'] }, async () => {
  const [client, other] = [server.as(await buildDeveloper(server)), server.as(await buildDeveloper(server))]
  const report = (of: typeof client) => of.attempt(recordAnalytics, { body: { key: opened } })
  // All of them in one minute.
  const { clock, services } = server
  clock.advance(minuteMs - (services.now().getTime() % minuteMs))
  const replies = []
  for (let batch = 0; batch < 7; batch += 1) {
    replies.push(...(await Promise.all(Array.from({ length: 9 }, () => report(client)))))
  }
  expect(replies.filter(({ status }) => status === 204)).toHaveLength(60)
  const refused = replies.find(({ status }) => status !== 204)
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'rate_limited', message: 'Too many events. Wait a minute and try again.' },
  })
  expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect((await report(other)).status).toBe(204)
  clock.advance(minuteMs)
  expect((await report(client)).status).toBe(204)
})

test('on the last day of a month no event of the month before is deleted too early', async () => {
  const own = await startTestServer()
  const { db } = own.services
  const { id } = await buildDeveloper(own)
  const at = (time: string) => ({ developer_id: id, key: opened, properties: '{}', at: new Date(time) })
  const [old, recent] = ['2025-02-28T11:59:59.000Z', '2025-02-28T12:00:01.000Z']
  await db
    .insertInto('analytics_events')
    .values([at(old), at(recent)])
    .execute()
  await cleanUpAnalytics({ ...own.services, now: () => new Date('2026-03-31T12:00:00Z') })
  const rows = await db.selectFrom('analytics_events').select('at').execute()
  expect(rows).toEqual([{ at: recent }])
})

test('events are deleted after 13 months, in batches', { tags: ['API-74'] }, async () => {
  const own = await startTestServer()
  const { db, now } = own.services
  const { id } = await buildDeveloper(own)
  const daysAgo = (days: number) => new Date(now().getTime() - days * dayMs)
  const eventAt = (at: Date) => ({ developer_id: id, key: opened, properties: '{}', at })
  const recent = daysAgo(390)
  const old = Array.from({ length: 2001 }, () => eventAt(daysAgo(400)))
  await db
    .insertInto('analytics_events')
    .values([...old, eventAt(recent)])
    .execute()
  await jobHandlers['analytics.cleanUp'].run(own.services, {})
  const rows = await db.selectFrom('analytics_events').select('at').execute()
  expect(rows).toEqual([{ at: recent.toISOString() }])
})
