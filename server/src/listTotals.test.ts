// @module-tag engine
import { suspendDeveloper } from '@trestle/domain/accounts/suspensions/contract.ts'
import { listOauthApplications } from '@trestle/domain/credentials/contract.ts'
import { updateDeveloperApp, createDeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { Endpoint } from '@trestle/domain/http/endpoint.ts'
import { maxFound } from '@trestle/domain/http/paging.ts'
import {
  createNotification,
  listNotifications,
  readNotification,
} from '@trestle/domain/notifications/contract.ts'
import { suspendCredentials } from '@trestle/domain/oauth/contract.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { fillDemo } from '../seed/run.ts'
import { buildApp, buildDeveloper, buildVersion, type DeveloperRow } from '../testing/build.ts'
import { recordStatements } from '../testing/recordStatements.ts'
import { buildPersonalToken } from '../testing/personalTokens.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { byPerson } from './access/actor.ts'
import { enqueue } from './jobs/enqueue.ts'
import { routes } from './routes.ts'
import { recordSecurityEvent, type SecurityEvent } from './securityEvents/record.ts'

let server: TestServer
let staff: DeveloperRow
let owner: DeveloperRow
/** Values of the placeholders in braces below. */
const placeholders: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
  await fillDemo(server.services)
  const { db } = server.services
  const person = (email: string) =>
    db.selectFrom('developers').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  staff = await person('staff@demo.test')
  owner = await person('owner@demo.test')
  const app = await db
    .selectFrom('app_versions')
    .select('developer_app_id')
    .where('versionable_type', '=', 'Sandbox')
    .groupBy('developer_app_id')
    .orderBy((row) => row.fn.countAll(), 'desc')
    .orderBy('developer_app_id')
    .executeTakeFirstOrThrow()
  const waiting = await db
    .selectFrom('app_versions')
    .innerJoin('developer_apps as app', 'app.id', 'developer_app_id')
    .select('app.owner_id')
    .where('state', '=', 'in_review')
    .executeTakeFirstOrThrow()
  const bucket = await db
    .selectFrom('quota_buckets')
    .select('id')
    .where('server', '=', 'Production_US01')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const token = await buildPersonalToken(server, owner)
  await server
    .bearer(token.token)
    .call(updateDeveloperApp, { params: { id: app.developer_app_id }, body: { name: 'Renamed' } })
  const record = (
    event: Pick<SecurityEvent, 'kind' | 'typed_email'>,
    person: DeveloperRow,
    address: string,
  ) =>
    recordSecurityEvent(db, server.services, byPerson(person.id), {
      ...event,
      developer_id: person.id,
      client: { address, userAgent: 'curl/8.0' },
    })
  await record({ kind: 'sign_in.failed', typed_email: owner.email }, owner, '203.0.113.7')
  await record({ kind: 'sign_in.succeeded' }, staff, '198.51.100.7')
  const suspended = await buildDeveloper(server)
  server.clock.advance(3 * dayMs)
  await server
    .as(staff)
    .call(suspendDeveloper, { params: { id: suspended.id }, body: { reason: 'Shared their password' } })
  await record({ kind: 'session.ended' }, staff, '198.51.100.7')
  await server.as(owner).call(createDeveloperApp, { body: { internal_name: 'Audited later' } })
  for (const critical of [true, true, false]) {
    const note = { title: 'New hosts', summary: 'They move.', body: 'All of them.', critical }
    await server.as(staff).call(createNotification, { body: note })
  }
  const [, read] = (await server.as(owner).call(listNotifications)).body
  await server.as(owner).call(readNotification, { params: { id: read?.id ?? 0 } })
  await buildApp(server, { owner_id: staff.id, internal_name: 'Deleted', deleted_at: server.services.now() })
  const deletedInReview = await buildApp(server, { sandbox: 'none', internal_name: 'Deleted in review' })
  await buildVersion(server, deletedInReview, {
    versionable_type: 'ProductionEnvironment',
    state: 'in_review',
    in_review_at: server.services.now(),
  })
  await db
    .updateTable('developer_apps')
    .set({ deleted_at: server.services.now() })
    .where('id', '=', deletedInReview.id)
    .execute()
  await db.transaction().execute(async (tx) => {
    for (const key of ['f1', 'f2']) {
      await enqueue(tx, server.services.now(), { kind: 'file.delete', key, payload: { key } })
    }
  })
  await db.updateTable('jobs').set({ state: 'failed' }).where('key', '=', 'f1').execute()
  const [oauthApplication] = (await server.as(staff).call(listOauthApplications)).body
  await server.as(staff).call(suspendCredentials, {
    params: { id: Number(oauthApplication?.href?.split('/').at(-1)) },
    body: { environment: 'production', reason: 'Leaked' },
  })
  Object.assign(placeholders, {
    app: String(app.developer_app_id),
    bucket: String(bucket.id),
    oauthName: encodeURIComponent(oauthApplication?.name ?? ''),
    oauthUid: oauthApplication?.uid,
    owner: String(owner.id),
    staff: String(staff.id),
    suspended: String(suspended.id),
    token: String(token.id),
    waitingOwner: String(waiting.owner_id),
    yesterday: new Date(server.services.now().getTime() - dayMs).toISOString().slice(0, 10),
  })
})
afterAll(() => server.close())

interface Row {
  list: string
  /** Queries that filter or widen the list. A word in braces is an id of the demo, or a day. */
  queries: string[]
  /** The query that the list requires. */
  base?: string
  as?: 'owner'
}

const table: Row[] = [
  {
    list: '/api/v1/admin/developers',
    queries: [
      'search=olivia',
      'filters[search]=siteline',
      'filters[search]=ol',
      'filters[owner_id]={owner}',
      'filters[owner_id][]={owner}&filters[owner_id][]={staff}',
      'filters[in_review]=true',
      'filters[in_review]=true&filters[with_deleted]=true',
      'filters[suspended]=true',
    ],
  },
  {
    list: '/api/v1/account/security_events',
    queries: [],
  },
  {
    list: '/api/v1/admin/security_events',
    queries: [
      'filters[kind]=sign_in.failed',
      'filters[developer_id]={owner}',
      'filters[network]=203.0.113.0/24',
      'filters[typed_email]=owner@demo.test',
      'filters[from]={yesterday}',
      'filters[to]={yesterday}',
    ],
  },
  {
    list: '/api/v1/developer_apps',
    as: 'owner',
    queries: ['filters[search]=sync'],
  },
  {
    list: '/api/v1/admin/developer_apps',
    queries: [
      'filters[search]=site',
      'filters[search]=si',
      'filters[owner_id]={owner}',
      'filters[in_review]=true',
      'filters[with_deleted]=true',
      'filters[owner_id]={owner}&filters[with_deleted]=true',
      'filters[owner_id]={waitingOwner}&filters[in_review]=true',
    ],
  },
  {
    list: '/api/v1/admin/review_queue',
    queries: [
      'filters[in_review]=false',
      'filters[in_review]=false&filters[with_deleted]=true',
      'filters[in_review]=false&filters[search]=site',
      'filters[with_deleted]=true',
      'filters[user_id]={waitingOwner}',
    ],
  },
  {
    list: '/api/v1/admin/oauth_applications',
    queries: [
      'environment=sandbox',
      'filters[search]=sync',
      'filters[name]={oauthName}',
      'filters[uid]={oauthUid}',
      'environment=sandbox&filters[name]=s',
      'filters[suspended]=true',
    ],
  },
  {
    list: '/api/v1/admin/audit_events',
    queries: [
      'filters[actor_id]={owner}',
      'filters[app_id]={app}',
      'filters[action]=app.created',
      'filters[token_id]={token}',
      'filters[developer_id]={suspended}',
      'filters[subject_type]=app',
      'filters[from]={yesterday}',
      'filters[to]={yesterday}',
      'filters[search]=olivia',
      'filters[actor_id]={owner}&filters[from]={yesterday}',
    ],
  },
  {
    list: '/api/v1/admin/jobs',
    queries: [
      'filters[state]=failed',
      'filters[kind]=file.delete',
      'filters[state]=waiting&filters[kind]=file.delete',
    ],
  },
  {
    list: '/api/v1/manifests',
    as: 'owner',
    base: 'filters[developer_app_id]={app}',
    queries: ['filters[versionable_type]=Sandbox', 'filters[versionable_type]=ProductionEnvironment'],
  },
  {
    list: '/api/v1/developer_apps/{app}/reviews',
    as: 'owner',
    queries: [],
  },
  {
    list: '/api/v1/developer_apps/{app}/submission_events',
    as: 'owner',
    queries: [],
  },
  {
    list: '/api/v1/admin/developer_apps/{app}/submission_events',
    queries: [],
  },
  {
    list: '/api/v1/notifications',
    as: 'owner',
    queries: [
      'filters[unread]=true',
      'filters[critical]=true',
      'filters[unread]=true&filters[critical]=true',
    ],
  },
  { list: '/api/v1/admin/notifications', queries: ['filters[search]=new hosts', 'filters[search]=wh'] },
  {
    list: '/api/v1/resource_groups/aggregated_changelog',
    queries: [
      'filters[type]=fix',
      'filters[type][]=fix&filters[type][]=new',
      'filters[breaking]=true',
      'filters[search]=budget',
      'custom_service_sha=8c41d07be2aa',
    ],
  },
  {
    list: '/api/v1/admin/quota_minder_servers/Production_US01/bucket_changes',
    queries: ['filters[bucket_id]={bucket}'],
  },
  {
    list: '/api/v1/marketplace/apps',
    queries: [
      'filters[search]=punch',
      'filters[category_id]=1',
      'filters[region_id]=2',
      'filters[country_id]=840',
      'filters[region_id][]=1&filters[region_id][]=2',
    ],
  },
]

const lists = routes.map(({ endpoint }): Endpoint => endpoint).filter(({ paged }) => paged)

const notFilters = new Set(['filters', 'page', 'per_page', 'sort'])

/** Returns the filters of a list, from its contract. */
function toFilters({ query }: Endpoint): string[] {
  if (!query) return []
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })
  const { filters } = properties
  const inner = typeof filters === 'object' ? Object.keys(filters.properties ?? {}) : []
  const others = Object.keys(properties).filter((name) => !notFilters.has(name))
  return [...inner.map((name) => `filters[${name}]`), ...others]
}

const filterNames = (queries: string[]): string[] =>
  queries.flatMap((query) => [...new URLSearchParams(query.replaceAll('[]', '')).keys()])

const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted()

test('lists every list and every filter in the table', () => {
  const named = table.map(({ list, base = '', queries }) => [
    list.replace('{app}', ':id').replace('Production_US01', ':server'),
    sorted(filterNames([base, ...queries])),
  ])
  const declared = lists.map((endpoint) => [endpoint.path, sorted(toFilters(endpoint))])
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(declared))
})

const fill = (text: string) =>
  text.replaceAll(/\{(\w+)\}/g, (_match, name: string) => placeholders[name] ?? '')

async function fetchPages(url: string, as: Row['as']) {
  const client = server.as(as === 'owner' ? owner : staff)
  const pages: unknown[][] = []
  const totals = new Set<unknown>()
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { status, body, headers } = await client.get(`${url}&per_page=2&page=${page}`)
    expect([status, url]).toEqual([200, url])
    pages.push(body)
    totals.add(Number(headers['total']))
    last = Math.max(1, Math.ceil(Number(headers['total']) / 2))
  }
  const rows = pages.flat()
  return { rows, distinct: new Set(rows.map((row) => JSON.stringify(row))).size, totals: [...totals] }
}

const cases = table.flatMap(({ list, base = '', as, queries }) =>
  ['', ...queries].map((query): [list: string, query: string, base: string, as: Row['as']] => [
    list,
    query,
    base,
    as,
  ]),
)

test.each(cases)('the total of %s?%s is the number of its rows', async (list, query, base, as) => {
  const url = fill(`${list}?${base}`)
  const all = await fetchPages(url, as)
  const { rows, distinct, totals } = query ? await fetchPages(fill(`${url}&${query}`), as) : all
  expect(totals).toEqual([rows.length])
  expect(distinct).toBe(rows.length)
  expect(rows.length).toBeGreaterThan(0)
  if (query) expect(rows.length).not.toBe(all.rows.length)
})

/** Searches in the database, also by the beginning of a name or a client ID. */
const searches = cases.filter(
  ([list, query]) => /search\b|\[(name|uid)\]/.test(query) && !list.endsWith('/aggregated_changelog'),
)

test.each(searches)(
  '%s?%s stops after 10,000 matches',
  { tags: ['API-13'] },
  async (list, query, base, as) => {
    const client = server.as(as === 'owner' ? owner : staff)
    const fetchList = (filter: string) =>
      recordStatements(server.database.pool, () => client.get(fill(`${list}?${base}&${filter}`)))
    const limits = async (filter: string) =>
      (await fetchList(filter)).flatMap(({ values }) => values).filter((value) => value === maxFound + 1)
    // The audit log reads each kind of match on its own.
    expect([...new Set(await limits(query))]).toEqual([maxFound + 1])
    expect(await limits('')).toEqual([])
  },
)

const exported = new Set<string>(
  routes.flatMap(({ endpoint }) => (endpoint.csv === undefined ? [] : [endpoint.path])),
)

// A search without other filters is only for the list.
test.each(cases.filter(([list, query]) => exported.has(`${list}.csv`) && !query.startsWith('search=')))(
  'the export of %s?%s has as many records as the list has rows',
  async (list, query) => {
    // First, because it adds a row to the audit log.
    const { status, text } = await server.as(staff).get(fill(`${list}.csv?${query}`))
    const { headers } = await server.as(staff).get(fill(`${list}?${query}`))
    expect(status).toBe(200)
    expect(parse(text, { columns: true, bom: true })).toHaveLength(Number(headers['total']))
  },
)
