import { analyticsKeys, recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

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
    'A property name holds at most 100 characters',
  ],
  [
    'a long property',
    { key: opened, additional_properties: { note: 'x'.repeat(501) } },
    'A property holds at most 500 characters',
  ],
  [
    '21 properties',
    { key: opened, additional_properties: list(21, 'x') },
    'An event holds at most 20 properties',
  ],
])('refuses %s', { tags: ['API-28', 'API-30'] }, async (_name, body, message) => {
  const answer = await server.as(await buildDeveloper(server)).post('/api/v1/analytics', body)
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toContain(message)
})
