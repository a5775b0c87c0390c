import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { absentInGovernmentCloud } from '../../domain/testing/governmentCloud.ts'
import { fillDemo } from '../seed/run.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { validateManifest } from './manifests/validate.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { GOV_CLOUD: 'true' }, keepOpen: true })
  await fillDemo(server.services)
})
afterAll(() => server.close())

/** Returns the texts in a value, also those in JSON, without names of fields. */
function findTexts(value: unknown): string[] {
  if (typeof value === 'string' && /^[[{]/.test(value)) return findTexts(JSON.parse(value))
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(findTexts) : []
}

/** Versions of the sandbox aren't shown there. */
const loadProductionVersions = () =>
  server.services.db
    .selectFrom('app_versions')
    .select(['semantic_version', 'content', 'changelog', 'developer_notes', 'admin_notes'])
    .where('versionable_type', '=', 'ProductionEnvironment')
    .execute()

test(
  'the demo of government cloud names nothing that does not exist there',
  { tags: ['SBX-23'] },
  async () => {
    const { db } = server.services
    const shown = [
      await db.selectFrom('notifications').selectAll().execute(),
      await loadProductionVersions(),
      await db.selectFrom('submissions').selectAll().execute(),
      await db.selectFrom('submission_media').selectAll().execute(),
      await db.selectFrom('quota_buckets').selectAll().execute(),
      await db.selectFrom('quota_counters').selectAll().execute(),
      await db.selectFrom('audit_events').selectAll().execute(),
    ]
    expect(shown.map((rows) => rows.length > 0)).toEqual(shown.map(() => true))
    expect(findTexts(shown).filter((text) => absentInGovernmentCloud.test(text))).toEqual([])
  },
)

test('every manifest in the demo of government cloud is valid there', { tags: ['CONF-18'] }, async () => {
  const context = { isGovernmentCloud: true, allowEmpty: false, authCodeLocked: false }
  for (const { content } of await loadProductionVersions()) {
    expect(validateManifest(JSON.parse(content), context), content).toEqual([])
  }
})

describe('the demo of another portal', () => {
  let other: TestServer
  beforeAll(async () => {
    other = await startTestServer({ keepOpen: true })
    await fillDemo(other.services)
  })
  afterAll(() => other.close())

  test('has what government cloud omits', async () => {
    const { db } = other.services
    const titles = await db.selectFrom('notifications').select('title').execute()
    expect(findTexts(titles)).toContain('Side panels open on schedule tasks')
    expect(findTexts(titles)).toContain('Sandbox hosts restart on Saturday')
    const contents = await db.selectFrom('app_versions').select('content').execute()
    expect(contents.filter(({ content }) => content.includes('sidepanel')).length).toBeGreaterThan(5)
    const servers = await db.selectFrom('quota_buckets').select('server').execute()
    expect(findTexts(servers)).toContain('Monthly_Sandbox_US01')
  })

  test('has no visits to a listing and no limits for its customers before it was published', async () => {
    const { db } = other.services
    const { rows: visited } = await sql<{ app: string; is_early: boolean }>`
      select app.internal_name as app, min(visit.day) < min(listing.published_at)::date as is_early
      from marketplace_views visit
      join developer_apps app on app.id = visit.developer_app_id
      left join submissions listing on listing.developer_app_id = app.id
      group by app.internal_name order by app`.execute(db)
    expect(visited).toEqual([
      { app: 'Ledger Bridge', is_early: false },
      { app: 'Site Sync', is_early: false },
    ])
    const { rows: limited } = await sql<{ name: string; is_early: boolean }>`
      select bucket.name, bucket.created_at < listing.published_at as is_early
      from quota_buckets bucket
      join developer_apps app on app.uid = bucket.domain
      join submissions listing on listing.developer_app_id = app.id
      where bucket.server like 'Production%' order by bucket.name`.execute(db)
    expect(limited).toEqual([
      { name: 'Ledger Bridge month end', is_early: false },
      { name: 'Site Sync', is_early: false },
      { name: 'Site Sync', is_early: false },
    ])
  })

  test('has its changes at different times within working hours', async () => {
    const { rows } = await sql<{ time: string }>`
      select distinct to_char(updated_at, 'HH24:MI') as time from developer_apps
      where updated_at < ${other.services.now()}::timestamptz - interval '1 day'`.execute(other.services.db)
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.filter(({ time }) => time < '14:00')).toEqual([])
  })

  test('has apps that belong to a person of the company that builds them', async () => {
    const { rows } = await sql<{ app: string; builder: string; company: string }>`
      select app.internal_name as app, listing.content::jsonb ->> 'built_by' as builder, owner.company_name as company
      from submissions listing
      join developer_apps app on app.id = listing.developer_app_id
      join developers owner on owner.id = app.owner_id`.execute(other.services.db)
    expect(rows.length).toBeGreaterThan(8)
    expect(rows.filter(({ builder, company }) => !builder.startsWith(company))).toEqual([])
  })

  test("names the owner's own ID on the platform where staff recorded one", async () => {
    const recorded = await other.services.db
      .selectFrom('developer_apps as app')
      .innerJoin('developers as owner', 'owner.id', 'app.owner_id')
      .select(['app.internal_name', 'app.external_owner_id', 'owner.procore_id'])
      .where('app.external_owner_id', 'is not', null)
      .execute()
    expect(recorded).toEqual([{ internal_name: 'Gantt Glider', external_owner_id: 41005, procore_id: 41005 }])
  })
})
