// Fills the other lists of a database that already has many apps, by SQL alone, and a folder with a long changelog.
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { emptyFields } from '@trestle/domain/listings/emptyContent.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import type { Database } from '../server/src/db/pool.ts'

export interface Sizes {
  listings: number
  notifications: number
  versions: number
  events: number
}

/** The app that has many versions. */
export const appOfVersions = 1001

/** Fifty listings match "zeppelin", however many there are. */
export async function fillLists(pool: Database['pool'], sizes: Sizes): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query("set maintenance_work_mem = '512MB'")
    // Replica mode disables triggers: one statement does their work for all rows at once.
    await client.query('set session_replication_role = replica')
    for (const statement of statements(sizes)) await client.query(statement)
    await client.query('set session_replication_role = default')
    await client.query('vacuum (analyze)')
  } finally {
    client.release(true)
  }
}

function statements({ listings, notifications, versions, events }: Sizes): string[] {
  const moment = "timestamptz '2026-11-01' - n * interval '31 seconds'"
  const content = `'${JSON.stringify(emptyFields).replaceAll("'", "''")}'::jsonb || jsonb_build_object(
    'public_name', 'Listing ' || lpad((n * 7919 % ${listings})::text, 6, '0')
      || case when n % greatest(1, ${listings} / 50) = 0 then ' Zeppelin' else '' end,
    'tagline', 'Brings plans to the site', 'built_by', 'Maker ' || n % 500,
    'description', 'Keeps drawings, photos and reports of every project together, on the site and in the office.',
    'category_ids', jsonb_build_array(1 + n % 12), 'region_ids', jsonb_build_array(1 + n % 5))`
  return [
    `update developer_apps set marketplace_enabled = true, deleted_at = null, app_id = gen_random_uuid(),
       marketplace_slug = 'listing-' || id where id between 2001 and 2000 + ${listings}`,
    `insert into submissions (developer_app_id, version, state, approval_state, content, created_by, published_at,
       created_at, updated_at)
     select 2000 + n, 1, 'published', 'approved', ${content}, 1001, ${moment}, ${moment}, ${moment}
     from generate_series(1, ${listings}) n`,
    `insert into marketplace_directory select * from marketplace_directory_source
     where app_id between 2001 and 2000 + ${listings}`,
    `insert into notifications (title, summary, body, created_by, created_at, updated_at)
     select 'Notice ' || n, 'What changes', 'All of it.', 1001, ${moment}, ${moment}
     from generate_series(1, ${notifications}) n`,
    `insert into app_versions (app_version_id, developer_app_id, versionable_type, version, content,
       has_data_connector, created_by, created_at, updated_at)
     select gen_random_uuid(), ${appOfVersions}, 'Sandbox', n, '{}', false, 1001, ${moment}, ${moment}
     from generate_series(1, ${versions}) n`,
    // Indexes are faster to rebuild once at the end than to update row by row. Partitions get theirs from the table.
    `create temporary table dropped_again as select replace(indexdef, ' ON ONLY ', ' ON ') as indexdef from pg_indexes
     where tablename = 'audit_events' and indexname <> 'audit_events_pkey'`,
    `do $$ declare name text; begin
       for name in select indexname from pg_indexes
         where tablename = 'audit_events' and indexname <> 'audit_events_pkey'
       loop execute 'drop index ' || name; end loop;
     end $$`,
    `insert into audit_events (at, actor_id, actor_kind, app_id, action, subject_type, subject_id, request_id)
     select timestamptz '2025-11-01' - n * interval '13 seconds', 1001 + n % 1500, 'person', 1001 + n % 7000,
       (array['app.created', 'app.updated', 'app.deleted', 'version.saved', 'version.promoted'])[1 + n % 5],
       case when n % 5 < 3 then 'app' else 'app_version' end, (1000 + n)::text, 'earlier-' || n
     from generate_series(1, greatest(0, ${events} - (select count(*) from audit_events))) n`,
    `do $$ declare definition text; begin
       for definition in select indexdef from dropped_again loop execute definition; end loop;
     end $$`,
    "delete from list_counts where list = 'audit_events'",
    "insert into list_counts (list, part, count) select 'audit_events', 'all', count(*) from audit_events",
    'truncate audit_counts',
    `insert into audit_counts (day, action, subject_type, count)
     select (at at time zone 'UTC')::date, action, subject_type, count(*) from audit_events group by 1, 2, 3`,
  ]
}

const verbs = ['GET', 'POST', 'PATCH', 'DELETE']

/** Creates a copy of the reference whose changelog has this many entries, five of which name a zeppelin. */
export function writeReference(entries: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'reference-'))
  cpSync(fileURLToPath(new URL('../content/reference', import.meta.url)), folder, { recursive: true })
  const start = Date.UTC(2020, 0, 1)
  const changelog = Array.from({ length: entries }, (_, n) => ({
    summary: n % (entries / 5) === 0 ? `Zeppelin ${n} lands` : `Change ${n} of a field`,
    description: 'The field keeps its name and its type.',
    endpoint: `${verbs[n % verbs.length]} /rest/v1.0/projects/{project_id}/tool_${n % 90}`,
    type: (['fix', 'new', 'feature', 'refinement'] as const)[n % 4],
    breaking: n % 10 === 0,
    datestamp: new Date(start + (n % 700) * dayMs).toISOString().slice(0, 10),
    versions: ['1.0'],
    'x-doc': { visibility: 'public' },
  }))
  // JSON is YAML.
  writeFileSync(join(folder, 'main', 'changelog', '2020-01.yaml'), JSON.stringify(changelog))
  return folder
}
