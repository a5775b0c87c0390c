// Fills a migrated database with developers, apps, versions, sandboxes and audit events in bulk, by SQL alone.
import type { Database } from '../server/src/db/pool.ts'

/**
 * Every hundredth app is in review, every thirty-third is deleted, and every third has production credentials.
 */
export async function fillApps(pool: Database['pool'], apps: number, developers: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query("set maintenance_work_mem = '512MB'")
    // Replica mode disables triggers: a statement below does their work for all rows at once.
    await client.query('set session_replication_role = replica')
    for (const statement of statements(apps, developers)) {
      await client.query(statement)
    }
    await client.query('set session_replication_role = default')
    await client.query('vacuum (analyze)')
  } finally {
    client.release(true)
  }
}

const words = (...all: string[]) => `array[${all.map((word) => `'${word}'`).join(', ')}]`
const first = words('Amara', 'Björn', 'Chen', 'Dolores', 'Emeka', 'Fatima', 'Gustav', 'Hana', 'Ines', 'Jonas')
const last = words('Okafor', 'Lindqvist', 'Wei', 'Santos', 'Adeyemi', 'Rahman', 'Keller', 'Novak', 'Moreau')
const kind = words(
  'Harbour',
  'Ridge',
  'Crane',
  'Delta',
  'Quarry',
  'Summit',
  'Girder',
  'Mason',
  'Copper',
  'Tower',
)
const what = words('Sync', 'Watch', 'Ledger', 'Board', 'Planner', 'Bridge', 'Inspector', 'Forms', 'Reports')
const at = (list: string, n: string) => `(${list})[1 + (${n}) % array_length(${list}, 1)]`

function statements(apps: number, developers: number): string[] {
  const moment = (n: string) => `timestamptz '2026-11-01' - (${n}) * interval '31 seconds'`
  return [
    // Indexes are faster to rebuild once at the end than to update row by row.
    "create temporary table dropped as select indexdef from pg_indexes where tablename = 'app_directory' and indexname <> 'app_directory_pkey'",
    `do $$ declare name text; begin
       for name in select indexname from pg_indexes
         where tablename = 'app_directory' and indexname <> 'app_directory_pkey'
       loop execute 'drop index ' || name; end loop;
     end $$`,
    `insert into developers (id, email, first_name, last_name, company_name, password_hash, procore_id,
       terms_version, terms_accepted_at, created_at, updated_at, search_text)
     overriding system value
     select person.*, to_search_text(
       E'\\n ' || first_name || ' ' || last_name || E'\\n ' || email || E'\\n ' || company_name)
     from (
       select 1000 + n, lower(translate(${at(first, 'n')}, 'ö', 'o')) || '.' || lower(${at(last, 'n / 10')}) || n
           || '@' || lower(${at(kind, 'n / 90')}) || '.example' as email,
         ${at(first, 'n')} as first_name, ${at(last, 'n / 10')} as last_name,
         ${at(kind, 'n / 90')} || ' Works' as company_name, 'x',
         case when n % 2 = 0 then n + 1000000 end, '1', ${moment('n')}, ${moment('n')}, ${moment('n')}
       from generate_series(1, ${developers}) n
     ) person`,
    `insert into developer_apps (id, uid, internal_name, name, owner_id, app_id, marketplace_enabled,
       marketplace_listing_in_review_at, created_at, updated_at, deleted_at)
     overriding system value
     select 1000 + n, translate(encode(sha256(n::text::bytea), 'base64'), '+/=', '-_'),
       ${at(kind, 'n')} || ' ' || ${at(what, 'n / 10')} || ' ' || lpad(n::text, 7, '0')
         || case when n <= 40 then ' Zeppelin' when n = 78 then ' Quokka'
             when n % 20 = 7 then ' 建筑工地管理系统' else '' end,
       ${at(kind, 'n')} || ' ' || ${at(what, 'n / 10')}, 1001 + n % ${developers},
       case when n % 5 = 0 then gen_random_uuid() end, n % 10 = 0,
       case when n % 200 = 7 then ${moment('n % 5000')} end,
       ${moment('n')}, ${moment('n')}, case when n % 33 = 5 then ${moment('n % 9000')} end
     from generate_series(1, ${apps}) n`,
    `insert into collaborators (app_id, developer_id, role, created_at, updated_at)
     select id, owner_id, 'owner', created_at, created_at from developer_apps where id > 1000`,
    `insert into app_versions (app_version_id, developer_app_id, versionable_type, version, content,
       has_data_connector, state, created_by, in_review_at, created_at, updated_at)
     select gen_random_uuid(), id, 'ProductionEnvironment', 1, '{}', id % 3 = 0,
       case when id % 200 = 3 then 'in_review' else 'confidential' end, owner_id,
       case when id % 200 = 3 then created_at end, created_at, created_at
     from developer_apps where id > 1000 and (id % 3 = 0 or id % 200 = 3)`,
    `insert into sandboxes (developer_app_id, status, requested_by, requested_at, company_id, url, app_id,
       procore_app_id, created_at, updated_at)
     select id, 'live', owner_id, created_at, id, 'https://sandbox.example', 's' || uid, id, created_at, created_at
     from developer_apps where id > 1000 and id % 10 <> 1`,
    'analyze',
    'insert into app_directory select * from app_directory_source where app_id > 1000 order by app_id',
    `do $$ declare definition text; begin
       for definition in select indexdef from dropped loop execute definition; end loop;
     end $$`,
    `insert into audit_events (at, actor_id, actor_kind, app_id, action, subject_type, subject_id, request_id)
     select ${moment(`${apps} - n`)}, 1001 + n % ${developers}, 'person', 1001 + n % ${apps},
       (${words('app.created', 'app.updated', 'app.deleted', 'version.saved', 'version.promoted')})[1 + n % 5],
       case when n % 5 < 3 then 'app' else 'app_version' end, (1000 + n)::text, 'request-' || n
     from generate_series(1, ${apps}) n`,
    'truncate list_counts, audit_counts',
    `insert into list_counts (list, part, count)
     select (directory_parts(app_directory)).*, count(*) from app_directory group by 1, 2
     union all select 'developers', 'all', count(*) from developers
     union all select 'audit_events', 'all', count(*) from audit_events`,
    `insert into audit_counts (day, action, subject_type, count)
     select (at at time zone 'UTC')::date, action, subject_type, count(*) from audit_events group by 1, 2, 3`,
    ...['developers', 'developer_apps'].map(
      (table) => `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`,
    ),
  ]
}
