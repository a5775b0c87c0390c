// Measures reading the engagement report's data with ten million stored events: reading one page (the counts of every
// day and the newest records of 25 days) against a bare select on the same database in the same run.
import { EngagementReport } from '@trestle/domain/metrics/contract.ts'
import { fillDemo } from '../server/seed/run.ts'
import { connect } from '../server/src/db/connect.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { openDatabase } from '../server/src/db/pool.ts'
import { reportEngagement } from '../server/src/metrics/reportEngagement.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { median, timed } from './measure.ts'

const stored = Number(process.argv[2] ?? 10_000_000)
const rounds = Number(process.argv[3] ?? 51)
const years = 5
const now = () => new Date()

const postgres = await startPostgres()
const database = await openDatabase({ databaseUrl: postgres.url, dataDir: '', log: () => undefined })
await migrate(database.pool)
const db = connect(database.pool)
await fillDemo({ db, now })
const apps = await db.selectFrom('developer_apps').select(['id', 'internal_name']).orderBy('id').execute()
const busiest = apps[0]
if (!busiest) throw new Error('The demo has no app.')

/** Stores five years of events. Half belong to one app, and every second event is an installation record. */
async function load(): Promise<void> {
  const client = await database.pool.connect()
  const appSql = `(array[${apps.map(({ id }) => id).join(', ')}])[case when n % 2 = 0 then 1 else 1 + n % ${apps.length} end]`
  const timeSql = `now() - (n * interval '${(years * 365 * 86_400) / stored} s')`
  const run = (statement: string) => client.query(statement)
  await run('set statement_timeout = 0')
  // Loads like a dump restore: rows first, indexes and foreign keys afterward.
  await run('set session_replication_role = replica')
  await run('alter table platform_events drop constraint platform_events_pkey')
  await run('drop index platform_events_newest')
  await run('drop index installation_events_by_day')
  await run(`insert into platform_events (event_id, developer_app_id, received_at)
    select 'bench-' || n, ${appSql}, ${timeSql} from generate_series(1, ${stored}) as n`)
  await run(`insert into installation_events
      (event_id, developer_app_id, company_id, company_name, company_is_demo, user_email, status, occurred_at)
    select 'bench-' || n, ${appSql}, n % 90000, 'Company ' || n % 90000, n % 17 = 0,
      'person' || n % 90000 || '@company.example', case when n % 5 = 0 then 'uninstalled' else 'installed' end, ${timeSql}
    from generate_series(1, ${stored}) as n where n % 4 < 2`)
  await run('alter table platform_events add constraint platform_events_pkey primary key (event_id)')
  await run('create index platform_events_newest on platform_events (developer_app_id, received_at desc)')
  await run(`create index installation_events_by_day
    on installation_events (developer_app_id, day desc, occurred_at desc, id desc)`)
  await run('truncate daily_installations, marketplace_views')
  await run(`insert into daily_installations (developer_app_id, day, installations, records)
    select developer_app_id, day, count(*) filter (where status = 'installed' and not company_is_demo), count(*)
    from installation_events group by 1, 2`)
  await run(`insert into marketplace_views
    select app, day, count(*) from (
      select ${appSql} as app, (${timeSql})::date as day from generate_series(1, ${stored}) as n where n % 4 >= 2
    ) as viewed group by 1, 2`)
  await run('set session_replication_role = default')
  await run('vacuum analyze')
  client.release()
}

const loading = await timed(load)
const counted = await database.pool.query<{ events: number; records: number }>(
  `select (select count(*) from platform_events) as events, (select count(*) from installation_events) as records`,
)
const first: number[] = []
const last: number[] = []
const bare: number[] = []
const pages = Math.ceil((years * 365) / 25)
let size = 0
for (let round = 0; round < rounds; round += 1) {
  bare.push(await timed(() => database.pool.query('select 1')))
  first.push(
    await timed(async () => {
      const report = await reportEngagement({ db, now }, busiest, { page: 1, range: 'all', withEmails: true })
      size = JSON.stringify(EngagementReport.parse(report)).length
    }),
  )
  last.push(
    await timed(() =>
      reportEngagement({ db, now }, busiest, { page: pages, range: 'all', withEmails: true }),
    ),
  )
}

const row = (name: string, values: number[]) =>
  `${name.padEnd(34)} ${median(values).toFixed(1).padStart(7)} ms   ${(median(values) / median(bare)).toFixed(1).padStart(6)} × bare`
console.log(
  `${counted.rows[0]?.events} events stored, ${counted.rows[0]?.records} of them installation records, loaded in ${(loading / 1000).toFixed(0)} s`,
)
console.log(`medians of ${rounds} rounds, the app with half of all events, PostgreSQL`)
console.log(row('bare select', bare))
console.log(row('data of the first page of days', first))
console.log(row('data of the last page of days', last))
console.log(`the page carries ${(size / 1024).toFixed(0)} KiB of data`)
await database.close()
await postgres.stop()
