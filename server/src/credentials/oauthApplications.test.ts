// @module-tag engine
import { exportOauthApplications, listOauthApplications } from '@trestle/domain/credentials/contract.ts'
import { suspendCredentials, unsuspendCredentials } from '@trestle/domain/oauth/contract.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buildApp,
  buildDeveloper,
  buildVersion,
  type AppRow,
  type DeveloperRow,
} from '../../testing/build.ts'
import type { RequestFor } from '../../testing/call.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let staff: DeveloperRow
let owner: DeveloperRow
let listed: AppRow
let sandboxed: AppRow
let gone: AppRow
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
  staff = await buildDeveloper(server, { is_admin: true })
  owner = await buildDeveloper(server, { email: 'mira@oauth.test', first_name: 'Mira', last_name: 'Stone' })
  const connected = async (columns: Partial<AppRow>) => {
    const app = await buildApp(server, { owner_id: owner.id, ...columns })
    await buildVersion(server, app, { versionable_type: 'ProductionEnvironment', has_data_connector: true })
    return app
  }
  listed = await connected({ internal_name: 'listed inside', name: 'Public Name', uid: 'b_uid-of-listed' })
  gone = await connected({
    internal_name: 'Gone app',
    uid: 'a-uid-of-gone',
    deleted_at: new Date().toISOString(),
  })
  sandboxed = await buildApp(server, { internal_name: 'Only sandbox', owner_id: owner.id })
  await buildApp(server, { internal_name: 'No sandbox yet', sandbox: 'pending' })
})
afterAll(() => server.close())

const path = '/api/v1/admin/oauth_applications'
type Query = NonNullable<RequestFor<typeof listOauthApplications>['query']>

const list = (query: Query = {}) => server.as(staff).call(listOauthApplications, { query })
const uids = (rows: { uid: string }[]) => rows.map(({ uid }) => uid)

async function sandboxUid(app: AppRow): Promise<string | null> {
  const row = await server.services.db
    .selectFrom('sandboxes')
    .select('app_id')
    .where('developer_app_id', '=', app.id)
    .executeTakeFirstOrThrow()
  return row.app_id
}

test(
  'production lists apps with production credentials; a deleted app has no link',
  { tags: ['AOAUTH-04', 'AOAUTH-06', 'AOAUTH-13', 'AOAUTH-14', 'API-16'] },
  async () => {
    const { body, headers } = await list()
    expect(body).toEqual([
      {
        uid: 'a-uid-of-gone',
        name: 'Gone app',
        href: null,
        developer_app_name: null,
        owner_name: 'Mira Stone',
        owner_email: 'mira@oauth.test',
        suspended: false,
      },
      {
        uid: 'b_uid-of-listed',
        name: 'Public Name',
        href: `/admin/developer_apps/${listed.id}`,
        developer_app_name: 'listed inside',
        owner_name: 'Mira Stone',
        owner_email: 'mira@oauth.test',
        suspended: false,
      },
    ])
    expect([headers['total'], headers['per-page']]).toEqual(['2', '50'])
  },
)

test(
  'the sandbox has its own credentials; the monthly sandbox has those of production',
  { tags: ['AOAUTH-02'] },
  async () => {
    const expected = await Promise.all([sandboxed, gone, listed].map(sandboxUid))
    expect(uids((await list({ environment: 'sandbox' })).body)).toEqual(expected)
    expect((await list({ environment: 'monthly_sandbox' })).body).toEqual(
      (await list({ environment: 'production' })).body,
    )
    expect((await server.as(staff).get(`${path}?environment=moon`)).status).toBe(422)
  },
)

test('sorts by name and by uid in both directions', { tags: ['AOAUTH-05', 'AOAUTH-07'] }, async () => {
  expect(uids((await list({ sort: 'name' })).body)).toEqual(['a-uid-of-gone', 'b_uid-of-listed'])
  expect(uids((await list({ sort: '-name' })).body)).toEqual(['b_uid-of-listed', 'a-uid-of-gone'])
  expect(uids((await list({ sort: 'uid' })).body)).toEqual(['a-uid-of-gone', 'b_uid-of-listed'])
  expect(uids((await list({ sort: '-uid' })).body)).toEqual(['b_uid-of-listed', 'a-uid-of-gone'])
  const sandboxUids = uids((await list({ environment: 'sandbox', sort: 'uid' })).body)
  expect(sandboxUids).toEqual(sandboxUids.toSorted((a, b) => (a < b ? -1 : 1)))
  expect((await server.as(staff).get(`${path}?sort=owner`)).status).toBe(422)
})

test(
  'finds names, owners and addresses by any part, and client ids by prefix',
  { tags: ['AOAUTH-01', 'AOAUTH-12'] },
  async () => {
    const find = async (filters: Query['filters'], environment?: Query['environment']) =>
      uids((await list({ filters, environment })).body)
    const both = ['a-uid-of-gone', 'b_uid-of-listed']
    expect(await find({ search: 'lic nam' })).toEqual(['b_uid-of-listed'])
    expect(await find({ search: 'ted ins' })).toEqual(['b_uid-of-listed'])
    expect(await find({ search: 'ra@oau' })).toEqual(both)
    expect(await find({ search: 'b_uid-of' })).toEqual(['b_uid-of-listed'])
    expect(await find({ search: 'b-uid-of' })).toEqual([])
    expect(await find({ name: 'lic nam' })).toEqual(['b_uid-of-listed'])
    expect(await find({ name: 'mira' })).toEqual([])
    expect(await find({ name: 'pu' })).toEqual(['b_uid-of-listed'])
    expect(await find({ uid: 'a-uid' })).toEqual(['a-uid-of-gone'])
    expect(await find({ uid: 'A-uid' })).toEqual([])
    const search = (await sandboxUid(sandboxed)) ?? ''
    expect(await find({ search }, 'sandbox')).toEqual([search])
    expect(await find({ search })).toEqual([])
  },
)

test('marks and finds suspended credentials in their environment only', async () => {
  const params = { id: listed.id }
  const suspended = async (environment?: Query['environment']) => {
    const { body, headers } = await list({ environment, filters: { suspended: true } })
    expect(body.every((row) => row.suspended)).toBe(true)
    expect(headers['total']).toBe(String(body.length))
    const all = (await list({ environment })).body
    expect(uids(all.filter((row) => row.suspended))).toEqual(uids(body))
    return uids(body)
  }
  expect(await suspended()).toEqual([])
  await server
    .as(staff)
    .call(suspendCredentials, { params, body: { environment: 'production', reason: 'Leaked' } })
  expect(await suspended()).toEqual(['b_uid-of-listed'])
  expect(await suspended('monthly_sandbox')).toEqual(['b_uid-of-listed'])
  expect(await suspended('sandbox')).toEqual([])
  expect(uids((await list({ filters: { suspended: true, search: 'Gone' } })).body)).toEqual([])
  const { text } = await server
    .as(staff)
    .call(exportOauthApplications, { query: { filters: { suspended: true } } })
  expect(parse(text, { columns: true, bom: true })).toMatchObject([
    { uid: 'b_uid-of-listed', suspended: 'true' },
  ])
  await server.as(staff).call(unsuspendCredentials, { params, body: { environment: 'production' } })
  await server
    .as(staff)
    .call(suspendCredentials, { params, body: { environment: 'sandbox', reason: 'Leaked' } })
  expect(await suspended()).toEqual([])
  expect(await suspended('sandbox')).toEqual([await sandboxUid(listed)])
})

test('exports CSV', async () => {
  const { headers, text } = await server
    .as(staff)
    .call(exportOauthApplications, { query: { filters: { name: 'lic nam' } } })
  expect(headers['content-disposition']).toBe('attachment; filename="oauth-applications.csv"')
  expect(parse(text, { columns: true, bom: true })).toEqual([
    {
      uid: 'b_uid-of-listed',
      name: 'Public Name',
      developer_app_name: 'listed inside',
      href: `/admin/developer_apps/${listed.id}`,
      owner_name: 'Mira Stone',
      owner_email: 'mira@oauth.test',
      suspended: 'false',
    },
  ])
})

test('has only production in government cloud', { tags: ['AOAUTH-03', 'AOAUTH-04'] }, async () => {
  const gov = await startTestServer({ env: { GOV_CLOUD: 'true' } })
  const admin = await buildDeveloper(gov, { is_admin: true })
  expect((await gov.as(admin).call(listOauthApplications)).status).toBe(200)
  for (const refused of [
    await gov.as(admin).refusal(listOauthApplications, { query: { environment: 'sandbox' } }),
    await gov.as(admin).refusal(exportOauthApplications, { query: { environment: 'monthly_sandbox' } }),
  ]) {
    expect([refused.status, refused.body.message]).toEqual([404, 'Sandbox not found.'])
  }
})

test('refuses callers who are not platform admins', { tags: ['AOAUTH-15'] }, async () => {
  expect((await server.as(owner).refusal(listOauthApplications)).status).toBe(403)
  expect((await server.as(owner).refusal(exportOauthApplications)).status).toBe(403)
})
