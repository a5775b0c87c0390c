// @module-tag engine
import { randomUUID } from 'node:crypto'
import { getDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { recordPlatformEvents, getMetricsSummary } from '@trestle/domain/metrics/contract.ts'
import { dayMs, hourMs } from '@trestle/domain/time/durations.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildApp, buildDeveloper, type AppRow } from '../../testing/build.ts'
import { apiCall, installation, startService, uninstallation, view } from '../../testing/platform.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

/** Loads all metrics that resulted from the platform's records, for one app. */
async function loadTotals({ services: { db } }: TestServer, { id }: AppRow) {
  const events = await db
    .selectFrom('installation_events')
    .select(['company_id', 'company_name', 'company_is_demo', 'user_email', 'status', 'day'])
    .where('developer_app_id', '=', id)
    .orderBy('occurred_at')
    .orderBy('event_id')
    .execute()
  const installations = await db
    .selectFrom('installations')
    .select(['company_id', 'company_name', 'company_is_demo', 'user_email', 'status', 'updated_at'])
    .where('developer_app_id', '=', id)
    .orderBy('company_id')
    .execute()
  const views = await db
    .selectFrom('marketplace_views')
    .select(['day', 'count'])
    .where('developer_app_id', '=', id)
    .orderBy('day')
    .execute()
  const calls = await db
    .selectFrom('api_call_records')
    .select(['day', 'response_code', 'http_method', 'normalized_route', 'count'])
    .where('developer_app_id', '=', id)
    .orderBy('day')
    .orderBy('response_code')
    .orderBy('http_method')
    .orderBy('normalized_route')
    .execute()
  return { events, installations, views, calls }
}

async function openPlatform() {
  const server = await startTestServer()
  return { server, app: await buildApp(server), service: await startService(server) }
}

test('stores, counts and acknowledges records of every kind', async () => {
  const { server, app, service } = await openPlatform()
  const answer = await service.send([
    installation(app, { user_email: 'Site.Lead@Harbour.example' }),
    uninstallation(app, { occurred_at: '2026-02-01T01:30:00+02:00' }),
    installation(app, {
      company: { id: 7002, name: 'Demo Builders', demo: true },
      occurred_at: '2026-01-31T12:00:01Z',
    }),
    view(app),
    view(app, { occurred_at: '2026-01-31T23:59:59Z', company: { id: 1, name: 'A', demo: false } }),
    apiCall(app, { count: 40 }),
    apiCall(app, { count: 2 }),
    apiCall(app, { response_code: 429, http_method: 'POST' }),
  ])
  expect([answer.status, answer.body]).toEqual([200, { accepted: 8, repeated: 0 }])
  expect(await loadTotals(server, app)).toMatchObject({
    events: [
      { company_name: 'Harbour Build', status: 'installed', user_email: 'site.lead@harbour.example' },
      { company_name: 'Demo Builders', status: 'installed', company_is_demo: true, user_email: null },
      { company_name: 'Harbour Build', status: 'uninstalled', day: '2026-01-31' },
    ],
    installations: [
      { company_id: 7001, status: 'uninstalled', updated_at: '2026-01-31T23:30:00.000Z' },
      { company_id: 7002, status: 'installed' },
    ],
    views: [{ day: '2026-01-31', count: 2 }],
    calls: [
      { day: '2026-01-31', response_code: 200, http_method: 'GET', count: 42 },
      { day: '2026-01-31', response_code: 429, http_method: 'POST', count: 1 },
    ],
  })
})

test('an app is named by its client ID or by its app_id, even if it was deleted since', async () => {
  const { server, service } = await openPlatform()
  const appId = randomUUID()
  const listed = await buildApp(server, { app_id: appId, deleted_at: new Date() })
  const { uid: _uid, ...byAppId } = view(listed, {})
  const answer = await service.send([{ ...byAppId, app_id: appId.toUpperCase() }, view(listed)])
  expect(answer.body).toEqual({ accepted: 2, repeated: 0 })
  expect((await loadTotals(server, listed)).views).toEqual([{ day: '2026-01-31', count: 2 }])
})

test('a repeated record changes nothing, in the same request or in a later one', async () => {
  const { server, app, service } = await openPlatform()
  const first = apiCall(app, { event_id: 'one', count: 5 })
  const again = apiCall(app, { event_id: 'one', count: 900 })
  expect((await service.send([first, again])).body).toEqual({ accepted: 1, repeated: 1 })
  const before = await loadTotals(server, app)
  expect((await service.send([again, first])).body).toEqual({ accepted: 0, repeated: 2 })
  expect(await loadTotals(server, app)).toEqual(before)
  expect(before.calls).toMatchObject([{ count: 5 }])
})

test('a record that arrives late does not undo newer ones', async () => {
  const { server, app, service } = await openPlatform()
  await service.send([uninstallation(app, { occurred_at: '2026-02-02T00:00:00Z' })])
  await service.send([installation(app, { occurred_at: '2026-02-01T00:00:00Z' })])
  const { events, installations } = await loadTotals(server, app)
  expect(events.map(({ status }) => status)).toEqual(['installed', 'uninstalled'])
  expect(installations).toMatchObject([{ status: 'uninstalled' }])
})

const soon = new Date(Date.now() + hourMs).toISOString()

test.each([
  ['an unknown app', { uid: 'unknown' }, 'events.1.uid', "This app doesn't exist"],
  ['a time in the future', { occurred_at: soon }, 'events.1.occurred_at', 'This time is in the future'],
  [
    'the year 0',
    { occurred_at: '0000-01-01T00:00:00Z' },
    'events.1.occurred_at',
    'This time is before 2000-01-01',
  ],
  [
    'an unreadable time',
    { occurred_at: 'yesterday' },
    'events.1.occurred_at',
    'Write a time like 2026-01-31T12:00:00Z',
  ],
  ['an unknown kind', { kind: 'click' }, 'events.1.kind', undefined],
  ['an unknown field', { color: 'red' }, 'events.1.color', 'color is not a known field'],
  ['a count of 0', { count: 0 }, 'events.1.count', 'A count is a whole number from 1 to 1,000,000,000'],
  ['an invalid status code', { response_code: 99 }, 'events.1.response_code', undefined],
  ['two app identifiers', { app_id: randomUUID() }, 'events.1.uid', undefined],
  ['no app identifier', { uid: undefined }, 'events.1.uid', undefined],
  ['an id with a space', { event_id: 'a b' }, 'events.1.event_id', undefined],
])('refuses a whole batch with a record of %s and names the record', async (_, fault, path, message) => {
  const { server, app, service } = await openPlatform()
  const answer = await service.send([view(app), { ...apiCall(app), ...fault }])
  expect(answer.status).toBe(422)
  expect(Object.keys(answer.body.fields)).toEqual([path])
  if (message !== undefined) expect(answer.body.fields[path]).toEqual([message])
  // Paths are for programs.
  for (const text of [answer.body.message, ...answer.body.errors]) expect(text).not.toContain('events.')
  expect(await loadTotals(server, app)).toEqual({ events: [], installations: [], views: [], calls: [] })
  const ids = await server.services.db.selectFrom('platform_events').select('event_id').execute()
  expect(ids).toEqual([])
})

test('a request contains 1 to 1,000 records', async () => {
  const { app, service } = await openPlatform()
  const many = (count: number) => Array.from({ length: count }, () => view(app))
  expect((await service.send([])).body.errors).toEqual(['Send at least one record'])
  expect((await service.send(many(1001))).body.errors).toEqual(['A call carries at most 1,000 records'])
  expect((await service.send(many(1000))).body).toEqual({ accepted: 1000, repeated: 0 })
})

test('only a created and unrevoked token authorizes the platform endpoints; a session does not', async () => {
  const { server, app, service } = await openPlatform()
  const call = (headers: Record<string, string>) =>
    server.as(null).send({
      method: 'POST',
      url: '/api/v1/platform/events',
      headers,
      payload: { events: [view(app)] },
    })
  for (const headers of [
    {},
    { authorization: 'Bearer unknown' },
    { authorization: `Basic ${service.token}` },
    { authorization: `Bearer ${service.token}x` },
  ]) {
    const refused = await call(headers as Record<string, string>)
    const challenge = 'authorization' in headers ? 'Bearer error="invalid_token"' : 'Bearer'
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, challenge])
    expect(refused.text).not.toContain(service.token)
  }
  const staff = await buildDeveloper(server, { is_admin: true })
  const signedIn = await server.as(staff).refusal(recordPlatformEvents, { body: { events: [view(app)] } })
  expect(signedIn.status).toBe(401)
  expect((await call({ authorization: `bearer ${service.token}` })).status).toBe(200)
})

test('an app has metrics as soon as the platform has reported any of it', { tags: ['APP-17'] }, async () => {
  const { server, app, service } = await openPlatform()
  const owner = server.as({ id: app.owner_id })
  const hasMetrics = async () =>
    (await owner.call(getDeveloperApp, { params: { id: app.id } })).body.has_metrics
  expect(await hasMetrics()).toBe(false)
  await service.send([apiCall(app)])
  expect(await hasMetrics()).toBe(true)
})

test('the summary counts current installations, and 30 UTC days of views and calls', async () => {
  const { server, app, service } = await openPlatform()
  const ago = (days: number) => new Date(server.services.now().getTime() - days * dayMs).toISOString()
  const company = (id: number, demo = false) => ({ company: { id, name: `Company ${id}`, demo } })
  await service.send([
    installation(app, company(1)),
    installation(app, company(2)),
    installation(app, company(3, true)),
    uninstallation(app, { ...company(2), occurred_at: ago(1) }),
    view(app, { occurred_at: ago(0) }),
    view(app, { occurred_at: ago(29) }),
    view(app, { occurred_at: ago(30) }),
    apiCall(app, { occurred_at: ago(29), count: 70 }),
    apiCall(app, { occurred_at: ago(31), count: 900 }),
  ])
  const owner = server.as({ id: app.owner_id })
  const { body } = await owner.call(getMetricsSummary, { params: { id: app.id } })
  expect(body).toEqual({
    installations: 1,
    demo_installations: 1,
    marketplace_views: 2,
    api_calls: 70,
    from: ago(29).slice(0, 10),
    to: ago(0).slice(0, 10),
    reported_at: expect.stringMatching(/^\d{4}-/),
  })
})

/** Two records of one company at the same time: the larger ID wins, in any order. */
const tie = ['installation', 'uninstallation'].flatMap((smaller) =>
  ['one call', 'two calls', 'two concurrent calls'].flatMap((how) =>
    ['smaller id first', 'larger id first'].map((order) => [smaller, how, order] as const),
  ),
)

test.each(tie)(
  'a tie that begins with an %s, sent in %s, %s, has the same result',
  async (smaller, how, order) => {
    const { server, app, service } = await openPlatform()
    const larger = smaller === 'installation' ? 'uninstallation' : 'installation'
    const records = [
      {
        ...installation(app, { event_id: 'tie-1', company: { id: 1, name: 'As of 1', demo: false } }),
        kind: smaller,
      },
      {
        ...installation(app, { event_id: 'tie-2', company: { id: 1, name: 'As of 2', demo: true } }),
        kind: larger,
      },
    ]
    const sent = order === 'smaller id first' ? records : records.toReversed()
    if (how === 'one call') await service.send(sent)
    else if (how === 'two concurrent calls') await Promise.all(sent.map((record) => service.send([record])))
    else {
      await service.send(sent.slice(0, 1))
      await service.send(sent.slice(1))
    }
    expect((await loadTotals(server, app)).installations).toMatchObject([
      {
        company_name: 'As of 2',
        company_is_demo: true,
        status: larger === 'installation' ? 'installed' : 'uninstalled',
      },
    ])
  },
)

const day = fc.constantFrom('2026-01-30', '2026-01-31', '2026-02-01')
/** Few distinct times, so that many records share one. */
const time = fc
  .tuple(day, fc.constantFrom(0, 23))
  .map(([d, h]) => `${d}T${String(h).padStart(2, '0')}:00:00Z`)
const company = fc.record({
  id: fc.integer({ min: 1, max: 2 }),
  name: fc.constantFrom('Harbour Build', 'Ridge & Sons'),
  demo: fc.boolean(),
})
const anyRecord = fc.oneof(
  fc.record({ kind: fc.constantFrom('installation', 'uninstallation'), occurred_at: time, company }),
  fc.record({ kind: fc.constant('marketplace_view'), occurred_at: time }),
  fc.record({
    kind: fc.constant('api_call'),
    occurred_at: time,
    response_code: fc.constantFrom(200, 404),
    http_method: fc.constantFrom('GET', 'POST'),
    normalized_route: fc.constantFrom('/a', '/b'),
    count: fc.integer({ min: 1, max: 9 }),
  }),
)

test('records in any order, batches and repetitions, even concurrent, result in the same totals', async () => {
  const { server, service } = await openPlatform()
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRecord, { minLength: 1, maxLength: 12 }),
      fc.array(fc.array(fc.nat(), { minLength: 1, maxLength: 15 }), { maxLength: 4 }),
      async (records, picks) => {
        const [once, often] = [await buildApp(server), await buildApp(server)]
        const run = randomUUID()
        // Two sets of IDs in the same order, because the ID breaks a tie of times.
        const of = (app: AppRow) =>
          records.map((record, index) => ({
            ...record,
            uid: app.uid,
            event_id: `${run}-${app.id === once.id ? 'a' : 'b'}-${String(index).padStart(3, '0')}`,
          }))
        expect((await service.send(of(once))).body).toEqual({ accepted: records.length, repeated: 0 })
        const again = of(often)
        const batches = picks.map((batch) => batch.flatMap((pick) => again[pick % again.length] ?? []))
        const answers = await Promise.all(
          [...batches, again.toReversed()].map((batch) => service.send(batch)),
        )
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
        const accepted = answers.reduce((sum, { body }) => sum + body.accepted, 0)
        const repeated = answers.reduce((sum, { body }) => sum + body.repeated, 0)
        expect(accepted).toBe(records.length)
        expect(accepted + repeated).toBe(batches.flat().length + again.length)
        expect(await loadTotals(server, often)).toEqual(await loadTotals(server, once))
      },
    ),
    { numRuns: 30 },
  )
})
