// @module-tag engine
import { updateAccount, updateAdminDeveloper } from '@trestle/domain/accounts/contract.ts'
import type { AuditAction } from '@trestle/domain/audit/actions.ts'
import { getAuditVocabulary, exportAuditEvents, listAuditEvents } from '@trestle/domain/audit/contract.ts'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp, buildDeveloper, type AppRow, type DeveloperRow } from '../../testing/build.ts'
import type { RequestFor } from '../../testing/call.ts'
import { buildPersonalToken } from '../../testing/personalTokens.ts'
import { recordStatements } from '../../testing/recordStatements.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let staff: DeveloperRow
let actor: DeveloperRow
let app: AppRow
let token: { id: number; token: string }
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
  staff = await buildDeveloper(server, { is_admin: true })
  actor = await buildDeveloper(server, { email: 'iris@trail.test', first_name: 'Iris', last_name: 'Flint' })
  app = await buildApp(server, { internal_name: 'Trail mark', owner_id: actor.id })
  token = await buildPersonalToken(server, actor, { name: 'Nightly build' })
  const add = (at: string, action: AuditAction, more = {}) =>
    server.services.db
      .insertInto('audit_events')
      .values({
        at,
        actor_id: actor.id,
        actor_kind: 'person',
        app_id: app.id,
        action,
        subject_type: 'app',
        subject_id: String(app.id),
        changes: JSON.stringify({ internal_name: ['Old', '=New()'] }),
        request_id: `req-${action}`,
        ...more,
      })
      .execute()
  await add('2026-03-01T00:00:00Z', 'app.created')
  await add('2026-03-01T23:59:59.999Z', 'app.updated')
  await add('2026-03-02T00:00:00Z', 'app.updated', { token_id: token.id })
  await add('2026-03-03T12:00:00Z', 'sandbox.built', {
    actor_id: null,
    actor_kind: 'job',
    app_id: null,
    subject_type: 'sandbox',
    subject_id: '77',
    request_id: null,
    changes: '{}',
  })
})
afterAll(() => server.close())

type Query = NonNullable<RequestFor<typeof listAuditEvents>['query']>
type Filters = NonNullable<Query['filters']>

const list = (query: Query = {}) => server.as(staff).call(listAuditEvents, { query })
const refusedFields = async (filters: Filters) =>
  (await server.as(staff).refusal(listAuditEvents, { query: { filters } })).body.fields
const days = (rows: { at: string }[]) => rows.map(({ at }) => at.slice(8, 10))

test('lists the audit log newest first: when, who, what, on which app, what changed, by which request', async () => {
  const { body, headers } = await list()
  expect([headers['total'], days(body)]).toEqual(['4', ['03', '02', '01', '01']])
  expect(body[0]).toMatchObject({ actor_kind: 'job', actor: null, app: null, request_id: null, changes: {} })
  expect(body[3]).toEqual({
    id: expect.any(Number),
    at: '2026-03-01T00:00:00.000Z',
    actor_kind: 'person',
    actor: { id: actor.id, name: 'Iris Flint', email: 'iris@trail.test' },
    token: null,
    action: 'app.created',
    app: { id: app.id, internal_name: 'Trail mark' },
    subject: { type: 'app', id: String(app.id), name: null },
    changes: { internal_name: ['Old', '=New()'] },
    request_id: 'req-app.created',
  })
  expect(body[1]?.token).toEqual({ id: token.id, name: 'Nightly build', last_four: token.token.slice(-4) })
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ per_page: 1, page })))
  expect(pages.flatMap((page) => page.body)).toEqual(body)
})

test.each<[string, toFilters: () => Filters, expected: string[]]>([
  ['actor_id', () => ({ actor_id: actor.id }), ['02', '01', '01']],
  ['app_id', () => ({ app_id: app.id }), ['02', '01', '01']],
  ['token_id', () => ({ token_id: token.id }), ['02']],
  ['token_id and action', () => ({ token_id: token.id, action: 'app.created' }), []],
  ['action', () => ({ action: 'app.updated' }), ['02', '01']],
  ['subject type', () => ({ subject_type: 'sandbox' }), ['03']],
  ['first day', () => ({ from: '2026-03-02' }), ['03', '02']],
  ['last day', () => ({ to: '2026-03-01' }), ['01', '01']],
  ['days and action', () => ({ from: '2026-03-01', to: '2026-03-01', action: 'app.updated' }), ['01']],
  ['actor and days', () => ({ actor_id: actor.id, from: '2026-03-02' }), ['02']],
  ['part of an address', () => ({ search: 'is@tra' }), ['02', '01', '01']],
  ['part of a name', () => ({ search: 'RIS FLI' }), ['02', '01', '01']],
  ['part of an app', () => ({ search: 'ail mar' }), ['02', '01', '01']],
  ['id of a subject', () => ({ search: '77' }), ['03']],
  ['id of a request', () => ({ search: 'req-app.created' }), ['01']],
  ['nothing', () => ({ search: 'is%tra' }), []],
])('filters by %s and counts exactly', async (_, toFilters, expected) => {
  const { body, headers } = await list({ filters: toFilters() })
  expect(days(body)).toEqual(expected)
  expect(headers['total']).toBe(String(expected.length))
})

test('lists what was done to a developer, and counts it', async () => {
  const other = await startTestServer()
  const admin = await buildDeveloper(other, { is_admin: true })
  const person = await buildDeveloper(other)
  const change = async (is_admin: boolean) =>
    other.as(admin).call(updateAdminDeveloper, { params: { id: person.id }, body: { is_admin } })
  await change(true)
  await change(false)
  await other.as(person).call(updateAccount, { body: { first_name: 'Kim' } })
  await sql`
    insert into audit_events (at, actor_kind, action, subject_type, subject_id)
    values (now(), 'job', 'sandbox.built', 'sandbox', ${String(person.id)})`.execute(other.services.db)
  const find = async (filters: Filters) => {
    const { body, headers } = await other.as(admin).call(listAuditEvents, { query: { filters } })
    expect(headers['total']).toBe(String(body.length))
    return body.map(({ action }) => action)
  }
  const done = ['account.updated', 'developer.admin_removed', 'developer.admin_granted']
  expect(await find({ developer_id: person.id })).toEqual(done)
  expect(await find({ developer_id: person.id, actor_id: admin.id })).toEqual(done.slice(1))
  expect(await find({ developer_id: person.id, action: 'developer.admin_granted' })).toEqual(done.slice(2))
  expect(await find({ developer_id: admin.id })).toEqual([])
})

test('names developers as they are called now, and other subjects as they were called then', async () => {
  const other = await startTestServer()
  const person = await buildDeveloper(other, { first_name: 'Ida', last_name: 'Moss' })
  const { db } = other.services
  await sql`
    insert into audit_events (at, actor_kind, action, subject_type, subject_id, changes)
    values (now(), 'job', 'sandbox.built', 'sandbox', ${String(person.id)}, '{}'),
      (now(), 'job', 'notification.updated', 'notification', '5', '{"title": ["New", "Newer"]}'),
      (now(), 'command', 'developer.deleted', 'developer', '123456', '{}'),
      (now(), 'command', 'developer.admin_granted', 'developer', ${String(person.id)}, '{}')`.execute(db)
  const admin = other.as(await buildDeveloper(other, { is_admin: true }))
  const { body } = await admin.call(listAuditEvents)
  const names = ['Ida Moss', null, 'Newer', null]
  expect(body.map(({ subject }) => subject.name)).toEqual(names)
  const exported = await admin.call(exportAuditEvents)
  const rows: Record<string, string>[] = parse(exported.text, { columns: true, bom: true })
  expect(rows.map(({ subject_name: name }) => name).slice(-4)).toEqual(names.map((name) => name ?? ''))
})

test.each(['yesterday', '2026-02-30', '0000-01-01'])('refuses %s as a day', async (text) => {
  expect(await refusedFields({ from: text })).toEqual({
    'filters.from': ['Write a day like 2026-01-31'],
  })
})

test('refuses an action or subject type that neither this release nor an entry has', async () => {
  expect(await refusedFields({ action: 'zz' })).toEqual({
    'filters.action': ['Action must be one of those that GET /api/v1/admin/audit_vocabulary lists'],
  })
  expect(await refusedFields({ subject_type: 'zz' })).toEqual({
    'filters.subject_type': [expect.stringMatching(/^Subject type must be one of app, app_version, /)],
  })
  const csv = await server.as(staff).get('/api/v1/admin/audit_events.csv?filters[action]=zz')
  expect(csv.status).toBe(422)
  const unused = await list({ filters: { action: 'video.hosted', subject_type: 'hosted_video' } })
  expect(unused.body).toEqual([])
})

test('an entry of another release can be found by its action and subject type', async () => {
  const other = await startTestServer()
  const admin = await buildDeveloper(other, { is_admin: true })
  await sql`
    insert into audit_events (at, actor_kind, action, subject_type, subject_id)
    values (now(), 'job', 'crane.painted', 'crane', '7')`.execute(other.services.db)
  const filters = { action: 'crane.painted', subject_type: 'crane' }
  const { body } = await other.as(admin).call(listAuditEvents, { query: { filters } })
  expect(body.map(({ subject }) => subject.id)).toEqual(['7'])
})

test('an action that the kind of subject does not have is not looked for among the events', async () => {
  const readsEvents = async (filters: Filters, rows: number) => {
    const statements = await recordStatements(server.database.pool, async () => {
      const { body, headers } = await list({ filters })
      expect([body.length, headers['total']]).toEqual([rows, String(rows)])
    })
    return statements.some(({ text }) => /from audit_events/.test(text))
  }
  expect(await readsEvents({ action: 'app.updated', subject_type: 'sandbox' }, 0)).toBe(false)
  const day = { from: '2026-03-02', to: '2026-03-02' }
  expect(await readsEvents({ action: 'app.created', subject_type: 'app', ...day }, 0)).toBe(false)
  expect(await readsEvents({ action: 'app.updated', subject_type: 'app', ...day }, 1)).toBe(true)
})

test('the events of an actor or an app are filtered by an index alone', async () => {
  const other = await startTestServer()
  const admin = await buildDeveloper(other, { is_admin: true })
  await sql`
    insert into audit_events (at, actor_id, actor_kind, app_id, action, subject_type, subject_id)
    select now(), n % 10, 'person', n % 10, case n % 2 when 0 then 'app.created' else 'app.updated' end,
      case n % 2 when 0 then 'app' else 'app_version' end, n
    from generate_series(1, 10000) n`.execute(other.services.db)
  await sql`vacuum analyze audit_events`.execute(other.services.db)
  const { pool } = other.database
  const filters = ['actor_id', 'app_id'].flatMap((narrow) =>
    [{ action: 'app.created' }, { action: 'app.updated' }, { subject_type: 'app' }].map((filter) => ({
      [narrow]: 7,
      ...filter,
    })),
  )
  for (const filter of filters) {
    const statements = await recordStatements(pool, () =>
      other.as(admin).call(listAuditEvents, { query: { filters: filter } }),
    )
    const reading = statements.filter(({ text }) => /(actor|app)_id = /.test(text) && !/ join /.test(text))
    expect(reading.length).toBeGreaterThan(0)
    for (const { text, values } of reading) {
      const { rows } = await pool.query(`explain ${text}`, values)
      expect(JSON.stringify(rows)).toMatch(/Index Only Scan/)
    }
  }
})

test('refuses days in the wrong order', async () => {
  expect(await refusedFields({ from: '2026-03-02', to: '2026-03-01' })).toEqual({
    'filters.to': ['The last day is before the first'],
  })
})

test('offers the values that occur in the audit log', async () => {
  const { body } = await server.as(staff).call(getAuditVocabulary)
  expect(body).toEqual({
    actions: ['app.created', 'app.updated', 'sandbox.built'],
    subject_types: ['app', 'sandbox'],
  })
})

test('exports the audit log as CSV, even a long one, with formulas escaped', async () => {
  const small = await server
    .as(staff)
    .call(exportAuditEvents, { query: { filters: { action: 'app.created' } } })
  const [row]: Record<string, string>[] = parse(small.text, { columns: true, bom: true })
  expect(row).toMatchObject({
    actor_email: 'iris@trail.test',
    app_name: 'Trail mark',
    changes: '{"internal_name":["Old","=New()"]}',
    token_id: '',
  })
  const byToken = await server
    .as(staff)
    .call(exportAuditEvents, { query: { filters: { token_id: token.id } } })
  expect(parse(byToken.text, { columns: true, bom: true })).toMatchObject([
    { token_id: String(token.id), token_name: 'Nightly build' },
  ])
  const other = await startTestServer()
  const boss = await buildDeveloper(other, { is_admin: true })
  await other.services.db
    .insertInto('audit_events')
    .values(
      Array.from({ length: 2500 }, (_, n) => ({
        // Several events at the same time: batches must neither skip nor repeat one.
        at: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(n / 7))),
        actor_kind: 'command' as const,
        actor_id: null,
        app_id: null,
        action: 'app.updated' as const,
        subject_type: 'app' as const,
        subject_id: String(n),
        request_id: '@formula',
      })),
    )
    .execute()
  const { text } = await other.as(boss).call(exportAuditEvents)
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true })
  expect(rows.shift()).toMatchObject({ action: 'data.exported', subject_id: 'audit-events.csv' })
  expect(rows.map(({ subject_id: id }) => Number(id))).toEqual(
    Array.from({ length: 2500 }, (_, n) => 2499 - n),
  )
  expect(rows[0]?.request_id).toBe("'@formula")
})

describe('entries of an earlier month', () => {
  const add = (event: { subject_type: 'app' | 'developer'; subject_id: string; app_id?: number }) =>
    server.services.db
      .insertInto('audit_events')
      .values({
        at: '2026-02-01T00:00:00Z',
        actor_id: staff.id,
        actor_kind: 'person',
        action: 'app.updated',
        ...event,
      })
      .execute()

  test('are found by the name of their app, not by its owner', async () => {
    const owner = await buildDeveloper(server, { first_name: 'Quill', last_name: 'Sorrel' })
    const { id } = await buildApp(server, { internal_name: 'Fernbank', owner_id: owner.id })
    await add({ subject_type: 'app', subject_id: String(id), app_id: id })
    const find = async (search: string) => days((await list({ filters: { search } })).body)
    expect([await find('fernb'), await find('quill sor')]).toEqual([['01'], []])
  })

  test('are counted for the developer they are about', async () => {
    const person = await buildDeveloper(server)
    const entry = { subject_type: 'developer', subject_id: String(person.id) } as const
    await add(entry)
    await add(entry)
    const { headers } = await list({ filters: { developer_id: person.id }, per_page: 1 })
    expect(headers['total']).toBe('2')
  })
})

test('the audit log is for platform admins', async () => {
  for (const call of [listAuditEvents, exportAuditEvents, getAuditVocabulary]) {
    expect((await server.as(actor).refusal(call)).status).toBe(403)
  }
})
