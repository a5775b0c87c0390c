import { randomUUID } from 'node:crypto'
import { maxEventsPerCall, recordPlatformEvents } from '@trestle/domain/metrics/contract.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import type { Database } from '../server/src/db/pool.ts'
import type { Db } from '../server/src/db/schema.ts'
import { recordEvents } from '../server/src/metrics/recordEvents.ts'
import { median, timed } from './measure.ts'

const now = () => new Date()

/** Returns a typical batch of a service: mostly calls, some views, a few installations, for every app. */
function batch(apps: { uid: string }[]) {
  return Array.from({ length: maxEventsPerCall }, (_, index) => {
    const shared = {
      event_id: randomUUID(),
      uid: apps[index % apps.length]?.uid ?? '',
      occurred_at: new Date(Date.now() - index * minuteMs).toISOString(),
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

/** Creates a table for the same records with the indexes that the portal has on its events. */
const bareTable = `
  create table bare_events (event_id text collate "C" primary key,
    app_id bigint not null references developer_apps (id), kind text not null,
    occurred_at timestamptz not null, route text, code smallint, count bigint, received_at timestamptz not null);
  create index bare_events_newest on bare_events (app_id, received_at desc);`

/**
 * Measures storing 1,000 records of the platform, and the same records again: the whole use case (look up apps, compare
 * ids, tally, write five tables in one transaction) against a bare insert of the same rows with the same indexes that
 * skips known ids. In milliseconds.
 */
export async function measureEvents(
  { pool }: Database,
  db: Db,
  rounds: number,
): Promise<Record<'bare' | 'whole' | 'again', number>> {
  const apps = await db.selectFrom('developer_apps').select(['id', 'uid']).where('id', '<', 1000).execute()
  const ids = new Map(apps.map(({ id, uid }) => [uid, id]))
  await pool.query(bareTable)
  const insertBare = (events: ReturnType<typeof batch>) =>
    pool.query(
      `insert into bare_events select *, now() from unnest($1::text[], $2::bigint[], $3::text[], $4::timestamptz[],
        $5::text[], $6::smallint[], $7::bigint[]) on conflict do nothing`,
      [
        events.map(({ event_id }) => event_id),
        events.map(({ uid }) => ids.get(uid)),
        events.map(({ kind }) => kind),
        events.map(({ occurred_at }) => occurred_at),
        events.map((event) => ('normalized_route' in event ? event.normalized_route : null)),
        events.map((event) => ('response_code' in event ? event.response_code : null)),
        events.map((event) => ('count' in event ? event.count : null)),
      ],
    )
  const took = { bare: [] as number[], whole: [] as number[], again: [] as number[] }
  for (let round = -2; round < rounds; round += 1) {
    const body = { events: batch(apps) }
    const { events } = recordPlatformEvents.body.parse(body)
    const bare = await timed(() => insertBare(body.events))
    const whole = await timed(() => recordEvents({ db, now }, null, events))
    const again = await timed(() => recordEvents({ db, now }, null, events))
    if (round < 0) continue
    took.bare.push(bare)
    took.whole.push(whole)
    took.again.push(again)
  }
  return {
    bare: median(took.bare),
    whole: median(took.whole),
    again: median(took.again),
  }
}
