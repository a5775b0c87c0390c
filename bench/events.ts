// Measures storing 1,000 records of the platform: the whole use case (look up apps, compare ids, tally, write five
// tables in one transaction) against a bare insert of the same 1,000 rows on the same database in the same run.
import { randomUUID } from 'node:crypto'
import { maxEventsPerCall, recordPlatformEvents } from '@trestle/domain/metrics/contract.ts'
import { fillDemo } from '../server/seed/run.ts'
import { connect } from '../server/src/db/connect.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { openDatabase } from '../server/src/db/pool.ts'
import { recordEvents } from '../server/src/metrics/recordEvents.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { median, timed } from './measure.ts'

const rounds = Number(process.argv[2] ?? 21)
const now = () => new Date()

const postgres = await startPostgres()
const database = await openDatabase({ databaseUrl: postgres.url, dataDir: '', log: () => undefined })
await migrate(database.pool)
const db = connect(database.pool)
await fillDemo({ db, now })
const apps = await db.selectFrom('developer_apps').select('uid').execute()
await database.pool
  .query(`create table bare (event_id text primary key, uid text not null, kind text not null,
  occurred_at timestamptz not null, route text, code smallint, count bigint)`)

/** Returns a typical batch of a service: mostly calls, some views, a few installations, for every app. */
function batch() {
  return Array.from({ length: maxEventsPerCall }, (_, index) => {
    const shared = {
      event_id: randomUUID(),
      uid: apps[index % apps.length]?.uid ?? '',
      occurred_at: new Date(Date.now() - index * 60_000).toISOString(),
    }
    if (index % 50 === 0) {
      const company = { id: 1 + (index % 700), name: `Company ${index}`, demo: false }
      return { kind: 'installation' as const, ...shared, company }
    }
    if (index % 5 === 0) return { kind: 'marketplace_view' as const, ...shared }
    const normalized_route = `/rest/v1.0/projects/:project_id/tool_${index % 40}`
    return {
      kind: 'api_call' as const,
      ...shared,
      response_code: 200,
      http_method: 'GET' as const,
      normalized_route,
      count: 1 + (index % 9),
    }
  })
}

async function insertBare(events: ReturnType<typeof batch>): Promise<void> {
  await database.pool.query(
    `insert into bare select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::text[],
      $6::smallint[], $7::bigint[])`,
    [
      events.map(({ event_id }) => event_id),
      events.map(({ uid }) => uid),
      events.map(({ kind }) => kind),
      events.map(({ occurred_at }) => occurred_at),
      events.map((event) => ('normalized_route' in event ? event.normalized_route : null)),
      events.map((event) => ('response_code' in event ? event.response_code : null)),
      events.map((event) => ('count' in event ? event.count : null)),
    ],
  )
}

const taken: number[] = []
const again: number[] = []
const bare: number[] = []
const parsed: number[] = []
for (let round = 0; round < rounds; round += 1) {
  const body = { events: batch() }
  parsed.push(await timed(async () => recordPlatformEvents.body.parse(body)))
  const { events } = recordPlatformEvents.body.parse(body)
  bare.push(await timed(() => insertBare(body.events)))
  taken.push(await timed(() => recordEvents({ db, now }, null, events)))
  again.push(await timed(() => recordEvents({ db, now }, null, events)))
}

const row = (name: string, values: number[]) =>
  `${name.padEnd(30)} ${median(values).toFixed(1).padStart(7)} ms   ${(median(values) / median(bare)).toFixed(2).padStart(5)} × bare`
console.log(`medians of ${rounds} batches of ${maxEventsPerCall} records, PostgreSQL`)
console.log(row('bare insert of the same rows', bare))
console.log(row('records taken', taken))
console.log(row('the same records again', again))
console.log(row('parsing the body', parsed))
await database.close()
await postgres.stop()
