import { listMarketplaceNews } from '@trestle/domain/marketplace/contract.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildApp } from '../../testing/build.ts'
import { buildSubmission } from '../../testing/listings.ts'
import { rowsRead } from '../../testing/rowsRead.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

/** Publishes the listings of this many apps, one per hour, and each again silently a minute later. */
async function buildMany(server: TestServer, count: number): Promise<void> {
  const app = await buildApp(server, { marketplace_enabled: true, marketplace_slug: 'first' })
  const { id } = await buildSubmission(server, app, { state: 'published', content: { public_name: 'Many' } })
  const now = server.services.now().toISOString()
  await server.services.db.transaction().execute(async (tx) => {
    // Disables triggers, which take up most of the time.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into developer_apps (uid, app_id, internal_name, owner_id, marketplace_enabled, marketplace_slug,
        created_at, updated_at)
      select 'many-' || n, gen_random_uuid(), 'Many ' || n, ${app.owner_id}, true, 'many-' || n, now(), now()
      from generate_series(1, ${count}::int) n`.execute(tx)
    await sql`
      insert into submissions (developer_app_id, version, state, approval_state, content, created_by, silent,
        published_at, superseded_at, created_at, updated_at)
      select app.id, past.version, 'published', 'approved', source.content, source.created_by, past.version = 2,
        past.at, case past.version when 1 then past.at + interval '1 minute' end, past.at, past.at
      from developer_apps app cross join submissions source
      cross join lateral (select ${now}::timestamptz - substr(uid, 6)::int * interval '1 hour' as at) first
      cross join lateral (values (1, first.at), (2, first.at + interval '1 minute')) past (version, at)
      where app.uid like 'many-%' and source.id = ${id}`.execute(tx)
  })
}

test("what's new is found without reading the history of every listing", async () => {
  const server = await startTestServer()
  await buildMany(server, 4000)
  const app = await buildApp(server, { marketplace_enabled: true, marketplace_slug: 'busy' })
  const now = server.services.now().getTime()
  for (let version = 1; version <= 3; version += 1) {
    await buildSubmission(server, app, {
      version,
      state: 'published',
      published_at: new Date(now - (10 - version) * minuteMs),
      superseded_at: version === 3 ? null : new Date(now),
      content: { public_name: 'Busy' },
    })
  }
  const read = await rowsRead(server, async () => {
    const { body } = await server.anonymous().call(listMarketplaceNews)
    expect(body.map(({ slug, kind }) => [slug, kind])).toEqual([
      ['first', 'new'],
      ['busy', 'updated'],
      ['many-1', 'new'],
      ['many-2', 'new'],
    ])
  })
  expect(read.filter(({ rows }) => rows >= 30)).toEqual([])
})
