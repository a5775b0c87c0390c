// @module-tag engine
import {
  listAdminDevelopers,
  updateAdminDeveloper,
  updateAccount,
} from '@trestle/domain/accounts/contract.ts'
import {
  exportAdminDeveloperApps,
  exportReviewQueue,
  listLiveAppIds,
  listReviewQueue,
  updateDeveloperApp,
  deleteDeveloperApp,
  listAdminDeveloperApps,
} from '@trestle/domain/apps/contract.ts'
import { listAuditEvents } from '@trestle/domain/audit/contract.ts'
import { listOauthApplications } from '@trestle/domain/credentials/contract.ts'
import { updateAdminSubmission, updateSubmission } from '@trestle/domain/listings/contract.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildApp,
  buildDeveloper,
  buildVersion,
  type AppRow,
  type DeveloperRow,
} from '../../testing/build.ts'
import type { RequestFor } from '../../testing/call.ts'
import { engine } from '../../testing/database.ts'
import { buildSubmission } from '../../testing/listings.ts'
import { startTestServer, type Answer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let staff: DeveloperRow
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
  staff = await buildDeveloper(server, { is_admin: true, email: 'staff@lists.test' })
})
afterAll(() => server.close())

type Query = NonNullable<RequestFor<typeof listAdminDeveloperApps>['query']>

const list = (filters: Query['filters'] = {}, query: Omit<Query, 'filters'> = {}) =>
  server.as(staff).call(listAdminDeveloperApps, { query: { ...query, filters } })
const names = (rows: { internal_name: string }[]) => rows.map((row) => row.internal_name)

describe('list of developer apps', () => {
  let zoe: DeveloperRow
  let adam: DeveloperRow
  const apps: Record<string, AppRow> = {}

  beforeAll(async () => {
    zoe = await buildDeveloper(server, { email: 'zoe@north.test', first_name: 'Zoe', last_name: 'Quartz' })
    adam = await buildDeveloper(server, { email: 'adam@south.test', first_name: 'Adam', last_name: 'Ruby' })
    const add = async (internal_name: string, owner: DeveloperRow, day: number, more = {}) => {
      apps[internal_name] = await buildApp(server, {
        internal_name,
        owner_id: owner.id,
        created_at: `2026-01-0${day}T00:00:00Z`,
        ...more,
      })
    }
    await add('beta Bridge', zoe, 1, { marketplace_listing_in_review_at: '2026-03-01T00:00:00Z' })
    await add('Alpha_100% Board', adam, 2, { app_id: '11111111-1111-4111-8111-111111111111' })
    await add('Gamma Gate', zoe, 3, { deleted_at: '2026-02-02T00:00:00Z' })
    await add('delta Dock', adam, 4, { deleted_at: '2026-02-01T00:00:00Z' })
    await buildVersion(server, apps['Alpha_100% Board'] as AppRow, {
      versionable_type: 'ProductionEnvironment',
      state: 'in_review',
      in_review_at: '2026-04-01T00:00:00Z',
    })
  })

  test(
    'lists every app that is not deleted, newest first, with owner, app_id and dates',
    { tags: ['AAPP-06', 'AAPP-09', 'API-10', 'API-12'] },
    async () => {
      const { body, headers } = await list()
      expect(body).toEqual([
        {
          id: apps['Alpha_100% Board']?.id,
          internal_name: 'Alpha_100% Board',
          owner: { id: adam.id, name: 'Adam Ruby', email: 'adam@south.test' },
          app_id: '11111111-1111-4111-8111-111111111111',
          created_at: '2026-01-02T00:00:00.000Z',
          marketplace_listing_in_review_at: null,
          deleted_at: null,
        },
        expect.objectContaining({
          internal_name: 'beta Bridge',
          app_id: null,
          marketplace_listing_in_review_at: '2026-03-01T00:00:00.000Z',
        }),
      ])
      expect([headers['total'], headers['per-page'], headers['page']]).toEqual(['2', '50', '1'])
    },
  )

  test(
    'filters by owners and by apps in review, and can include deleted apps',
    { tags: ['AAPP-02', 'AAPP-04', 'AAPP-05', 'API-11'] },
    async () => {
      expect(names((await list({ owner_id: [zoe.id] })).body)).toEqual(['beta Bridge'])
      const withoutBrackets = (id: string) =>
        server.as(staff).get(`/api/v1/admin/developer_apps?filters[owner_id]=${id}`)
      expect(names((await withoutBrackets(String(zoe.id))).body)).toEqual(['beta Bridge'])
      const split = await withoutBrackets(`${zoe.id},${adam.id}`)
      expect([split.status, Object.keys(split.body.fields)]).toEqual([422, ['filters.owner_id.0']])
      const both = await list({ owner_id: [zoe.id, adam.id] })
      expect(names(both.body)).toEqual(['Alpha_100% Board', 'beta Bridge'])
      const deleted = await list({ with_deleted: true })
      expect(names(deleted.body)).toEqual(['delta Dock', 'Gamma Gate', 'Alpha_100% Board', 'beta Bridge'])
      expect(deleted.headers['total']).toBe('4')
      // One has a version in review, one a listing.
      const waiting = await list({ in_review: true })
      expect(names(waiting.body)).toEqual(['Alpha_100% Board', 'beta Bridge'])
      expect(waiting.headers['total']).toBe('2')
    },
  )

  test.each<[sort: Query['sort'], expected: string[]]>([
    ['internal_name', ['Alpha_100% Board', 'beta Bridge', 'delta Dock', 'Gamma Gate']],
    ['owner', ['Alpha_100% Board', 'delta Dock', 'beta Bridge', 'Gamma Gate']],
    ['-owner', ['Gamma Gate', 'beta Bridge', 'delta Dock', 'Alpha_100% Board']],
    ['created_at', ['beta Bridge', 'Alpha_100% Board', 'Gamma Gate', 'delta Dock']],
    ['-created_at', ['delta Dock', 'Gamma Gate', 'Alpha_100% Board', 'beta Bridge']],
    ['marketplace_listing_in_review_at', ['beta Bridge', 'Alpha_100% Board', 'Gamma Gate', 'delta Dock']],
    ['-marketplace_listing_in_review_at', ['beta Bridge', 'delta Dock', 'Gamma Gate', 'Alpha_100% Board']],
    ['deleted_at', ['delta Dock', 'Gamma Gate', 'beta Bridge', 'Alpha_100% Board']],
    ['-deleted_at', ['Gamma Gate', 'delta Dock', 'Alpha_100% Board', 'beta Bridge']],
  ])(
    'sorts by %s, with missing dates last, and pages follow the same order',
    { tags: ['AAPP-07', 'AAPP-08', 'AAPP-10'] },
    async (sort, expected) => {
      const all = { with_deleted: true }
      expect(names((await list(all, { sort })).body)).toEqual(expected)
      const pages = await Promise.all([1, 2, 3, 4].map((page) => list(all, { sort, per_page: 1, page })))
      expect(pages.flatMap(({ body }) => names(body))).toEqual(expected)
    },
  )

  test(
    'page counts are exact; a page beyond the last is refused with the number of the last one',
    { tags: ['AAPP-14', 'AAPP-18', 'API-13'] },
    async () => {
      const { headers, body } = await list({ with_deleted: true }, { per_page: 3, page: 2 })
      expect([headers['total'], headers['per-page'], body.length]).toEqual(['4', '3', 1])
      const beyond = await server
        .as(staff)
        .refusal(listAdminDeveloperApps, { query: { per_page: 2, page: 2 } })
      expect([beyond.status, beyond.body.errors]).toEqual([422, ['Page must be between 1 and 1']])
      expect((await server.as(staff).get('/api/v1/admin/developer_apps?sort=secret')).status).toBe(422)
    },
  )

  test(
    'finds any part of the name of the app or its owner, or of the address, taken literally',
    { tags: ['AAPP-03'] },
    async () => {
      const find = async (search: string) => names((await list({ search })).body)
      expect(await find('TA BRI')).toEqual(['beta Bridge'])
      expect(await find('oe quar')).toEqual(['beta Bridge'])
      expect(await find('am@sou')).toEqual(['Alpha_100% Board'])
      // Fewer than three characters match only the start of a word.
      expect(await find('br')).toEqual(['beta Bridge'])
      expect(await find('ri')).toEqual([])
      // Wildcards of a LIKE pattern are literal here.
      expect(await find('_100%')).toEqual(['Alpha_100% Board'])
      expect(await find('Alpha%Board')).toEqual([])
      expect(await find('Alpha-100')).toEqual([])
      expect(await find('beta Bridge zoe')).toEqual([])
      expect(await find('beta,Bridge')).toEqual([])
      const broken = await server
        .as(staff)
        .refusal(listAdminDeveloperApps, { query: { filters: { search: 'a\nb' } } })
      expect(broken.status).toBe(422)
    },
  )

  test(
    'reflects changes of apps and their owners immediately',
    { tags: ['AAPP-03', 'AAPP-04'] },
    async () => {
      const owner = await buildDeveloper(server, { email: 'first@moved.test' })
      const app = await buildApp(server, { internal_name: 'Wanderer One', owner_id: owner.id })
      const search = async (text: string) => (await list({ search: text })).headers['total']
      expect(await search('anderer on')).toBe('1')
      await server
        .as(owner)
        .call(updateDeveloperApp, { params: { id: app.id }, body: { internal_name: 'Nomad Two' } })
      expect([await search('anderer on'), await search('omad tw')]).toEqual(['0', '1'])
      await server
        .as(staff)
        .call(updateAdminDeveloper, { params: { id: owner.id }, body: { email: 'later@moved.test' } })
      expect([await search('first@moved'), await search('ater@moved')]).toEqual(['0', '1'])
      await server.as(owner).call(deleteDeveloperApp, { params: { id: app.id } })
      expect(await search('omad tw')).toBe('0')
      await server.services.db
        .updateTable('developer_apps')
        .set({ deleted_at: null })
        .where('id', '=', app.id)
        .execute()
      expect(await search('omad tw')).toBe('1')
      await server.services.db
        .updateTable('developer_apps')
        .set({ deleted_at: new Date() })
        .where('id', '=', app.id)
        .execute()
    },
  )

  test('exports CSV with the filters applied and formulas disarmed', async () => {
    const evil = await buildApp(server, { internal_name: '=1+1 "evil", app', owner_id: zoe.id })
    const { headers, text } = await server
      .as(staff)
      .call(exportAdminDeveloperApps, { query: { filters: { owner_id: [zoe.id] } } })
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="developer-apps.csv"')
    const rows: Record<string, string>[] = parse(text, { columns: true, bom: true })
    expect(rows).toEqual([
      expect.objectContaining({
        id: String(evil.id),
        internal_name: `'=1+1 "evil", app`,
        owner_name: 'Zoe Quartz',
      }),
      {
        id: String(apps['beta Bridge']?.id),
        internal_name: 'beta Bridge',
        owner_name: 'Zoe Quartz',
        owner_email: 'zoe@north.test',
        app_id: '',
        created_at: '2026-01-01T00:00:00.000Z',
        marketplace_listing_in_review_at: '2026-03-01T00:00:00.000Z',
        deleted_at: '',
      },
    ])
    const empty = await server
      .as(staff)
      .call(exportAdminDeveloperApps, { query: { filters: { search: 'nothing like it' } } })
    expect(empty.text).toBe(
      '\uFEFF"id","internal_name","owner_name","owner_email","app_id","created_at","marketplace_listing_in_review_at","deleted_at"\r\n',
    )
  })

  test('refuses callers who are not platform admins', { tags: ['AAPP-01'] }, async () => {
    for (const call of [
      listAdminDeveloperApps,
      exportAdminDeveloperApps,
      listLiveAppIds,
      exportReviewQueue,
    ]) {
      expect((await server.as(zoe).refusal(call)).status).toBe(403)
    }
  })
})

test(
  'live ids are the app_ids of published apps enabled on the marketplace',
  { tags: ['AAPP-12', 'AAPP-13'] },
  async () => {
    const live = crypto.randomUUID()
    const others = [crypto.randomUUID(), crypto.randomUUID()]
    await buildApp(server, { app_id: live, marketplace_enabled: true })
    await buildApp(server, { app_id: others[0] as string })
    await buildApp(server, { app_id: others[1] as string, marketplace_enabled: true, deleted_at: new Date() })
    await buildApp(server, { marketplace_enabled: true })
    const client = server.as(staff)
    const liveAmong = async (app_id?: string[]) =>
      (await client.call(listLiveAppIds, { query: { app_id } })).body
    expect(await liveAmong()).toEqual([live])
    expect(await liveAmong([live, ...others])).toEqual([live])
    expect(await liveAmong(others.slice(0, 1))).toEqual([])
    expect((await client.get(`/api/v1/admin/live_app_ids?app_id=${live}`)).body).toEqual([live])
  },
)

test(
  'the queue also shows listings in review, dated by the later of both reviews',
  { tags: ['AREV-10', 'AREV-14', 'AREV-16'] },
  async () => {
    const app = await buildApp(server, {
      internal_name: 'Both waiting',
      marketplace_listing_in_review_at: '2026-05-02T00:00:00Z',
    })
    await buildVersion(server, app, {
      versionable_type: 'ProductionEnvironment',
      state: 'in_review',
      in_review_at: '2026-05-01T00:00:00Z',
    })
    const early = await buildApp(server, {
      internal_name: 'Both earlier',
      marketplace_listing_in_review_at: '2026-05-01T12:00:00Z',
    })
    const filters = { search: 'both' }
    const { body } = await server
      .as(staff)
      .call(listReviewQueue, { query: { filters, sort: '-in_review_at' } })
    expect(body).toEqual([
      expect.objectContaining({
        id: app.id,
        has_marketplace_listing_in_review: true,
        has_app_version_in_review: true,
        marketplace_listing_in_review_at: '2026-05-02T00:00:00.000Z',
        app_version_in_review_at: '2026-05-01T00:00:00.000Z',
      }),
      expect.objectContaining({ id: early.id, has_app_version_in_review: false }),
    ])
    const { text } = await server.as(staff).call(exportReviewQueue, { query: { filters } })
    const csv: string[][] = parse(text, { bom: true })
    expect(csv.map(([, name]) => name)).toEqual(['internal_name', 'Both earlier', 'Both waiting'])
  },
)

test(
  'a listing is in the queue from its submission until it is withdrawn or decided',
  { tags: ['AREV-10', 'AREV-12'] },
  async () => {
    const app = await buildApp(server, { internal_name: 'Listing on its way', marketplace_enabled: true })
    const { id } = await buildSubmission(server, app)
    const setState = (state: 'in_review' | 'draft') =>
      server.as({ id: app.owner_id }).call(updateSubmission, { params: { id }, body: { state } })
    const queued = async () => {
      const query = { filters: { search: 'listing on its' } }
      return (await server.as(staff).call(listReviewQueue, { query })).body
    }
    const before = await server.services.db
      .selectFrom('developer_apps')
      .select('updated_at')
      .where('id', '=', app.id)
      .execute()
    expect(await queued()).toEqual([])
    const submitted = await setState('in_review')
    expect(await queued()).toEqual([
      expect.objectContaining({
        has_marketplace_listing_in_review: true,
        marketplace_listing_in_review_at: submitted.body.in_review_at,
      }),
    ])
    await setState('draft')
    expect(await queued()).toEqual([])
    await setState('in_review')
    expect(await queued()).toHaveLength(1)
    await server
      .as(staff)
      .call(updateAdminSubmission, { params: { id }, body: { state: 'draft', admin_message: '<p>No.</p>' } })
    expect(await queued()).toEqual([])
    const after = await server.services.db
      .selectFrom('developer_apps')
      .select('updated_at')
      .where('id', '=', app.id)
      .execute()
    expect(after).toEqual(before)
  },
)

test('the directory matches its source tables after concurrent changes', async () => {
  const alone = await startTestServer()
  const boss = await buildDeveloper(alone, { is_admin: true })
  const owner = await buildDeveloper(alone)
  const apps = await Promise.all(Array.from({ length: 4 }, () => buildApp(alone, { owner_id: owner.id })))
  const changes = Array.from({ length: 6 }, (_, n) => [
    ...apps.map((app) =>
      alone
        .as(owner)
        .call(updateDeveloperApp, { params: { id: app.id }, body: { internal_name: `Round ${n}` } }),
    ),
    alone.as(owner).call(updateAccount, { body: { last_name: `Round${n}` } }),
    alone
      .as(boss)
      .call(updateAdminDeveloper, { params: { id: owner.id }, body: { email: `round${n}@race.test` } }),
  ])
  const answers = await Promise.all(changes.flat())
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const { rows } = await alone.database.pool.query(
    `(select * from app_directory except select * from app_directory_source)
     union all (select * from app_directory_source except select * from app_directory)`,
  )
  expect(rows).toEqual([])
  const counted = await alone.as(boss).call(listAdminDeveloperApps)
  expect(counted.headers['total']).toBe('4')
})

test.skipIf(engine === 'embedded')(
  'a transaction that waits for another change to a directory entry sees that change',
  async () => {
    const alone = await startTestServer()
    const app = await buildApp(alone, { internal_name: 'Before' })
    const [first, second] = [await alone.database.pool.connect(), await alone.database.pool.connect()]
    await first.query('begin')
    await second.query('begin')
    await first.query("update developer_apps set internal_name = 'After' where id = $1", [app.id])
    await second.query("update developers set email = 'after@race.test' where id = $1", [app.owner_id])
    await first.query('set constraints all immediate')
    const waiting = second.query('set constraints all immediate')
    const { pid } = (await alone.database.pool.query('select pg_backend_pid() as pid')).rows[0]
    await expect
      .poll(async () => {
        const { rows } = await alone.database.pool.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and pid <> $1",
          [pid],
        )
        return rows.length
      })
      .toBe(1)
    await first.query('commit')
    await waiting
    await second.query('commit')
    first.release()
    second.release()
    const { rows } = await alone.database.pool.query('select name_key, owner_key from app_directory')
    expect(rows).toEqual([{ name_key: 'after', owner_key: 'after@race.test' }])
  },
)

test('totals are exact during concurrent changes, before and after the counters are consolidated', async () => {
  const alone = await startTestServer()
  const boss = await buildDeveloper(alone, { is_admin: true })
  const owner = await buildDeveloper(alone)
  const total = ({ headers }: { headers: Answer['headers'] }) => Number(headers['total'])
  const apps = await Promise.all(
    Array.from({ length: 20 }, () => buildApp(alone, { owner_id: owner.id, sandbox: 'none' })),
  )
  const remove = (app: AppRow) => alone.as(owner).call(deleteDeveloperApp, { params: { id: app.id } })
  await Promise.all([
    ...apps.slice(0, 7).map(remove),
    ...Array.from({ length: 5 }, () => buildApp(alone, { owner_id: owner.id })),
    ...Array.from({ length: 6 }, () => buildDeveloper(alone)),
  ])
  const failed = alone.services.db.transaction().execute(async (tx) => {
    await tx.updateTable('developer_apps').set({ deleted_at: new Date() }).execute()
    throw new Error('undone')
  })
  await expect(failed).rejects.toThrow('undone')
  const expectTotals = async () => {
    // The sessions of staff end within the hour that passes below.
    const client = alone.asAgain(boss)
    expect(total(await client.call(listAdminDeveloperApps))).toBe(18)
    const query = { filters: { with_deleted: true } }
    expect(total(await client.call(listAdminDeveloperApps, { query }))).toBe(25)
    expect(total(await client.call(listOauthApplications, { query: { environment: 'sandbox' } }))).toBe(5)
    expect(total(await client.call(listAdminDevelopers))).toBe(8)
    const events = await alone.services.db.selectFrom('audit_events').select('id').execute()
    expect(total(await client.call(listAuditEvents))).toBe(events.length)
  }
  await expectTotals()
  alone.clock.advance(3_700_000)
  await alone.drainJobs()
  await expectTotals()
})
