import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import type { EventOutcome } from '@trestle/domain/oauth/events.ts'
import { sql, type Selectable } from 'kysely'
import { advisoryLocks } from '../../db/advisoryLocks.ts'
import { deleteUpTo } from '../../db/deleteUpTo.ts'
import type { Db, OauthEventsTable, Tx } from '../../db/schema.ts'

export type EventRow = Selectable<OauthEventsTable>

/** A decision to store. Equal ones within a minute are one row. */
export interface NewEvent {
  environment: CredentialEnvironment
  app_id: number
  at: Date
  since: Date
  outcome: EventOutcome
  action: string
  reason: string
  detail: string
  network: string
  count: number
}

/**
 * Stores decisions. Each adds to the row of its minute if there is one. Another process may be inserting that row, so
 * only one at a time looks for it.
 */
export async function insertEvents(tx: Tx, events: NewEvent[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.oauthEvents})`.execute(tx)
  const rows = JSON.stringify(events)
  await sql`
    with added as (
      select * from jsonb_to_recordset(${rows}::jsonb) as added (environment text, app_id bigint, at timestamptz,
        since timestamptz, outcome text, action text, reason text, detail text, network text, count integer)
    ), counted as (
      update oauth_events event set count = event.count + added.count, at = greatest(event.at, added.at)
      from added
      where event.app_id = added.app_id and event.environment = added.environment and event.since = added.since
        and event.outcome = added.outcome and event.action = added.action and event.reason = added.reason
        and event.detail = added.detail and event.network = added.network
      returning added.*
    )
    insert into oauth_events (environment, app_id, at, since, outcome, action, reason, detail, network, count)
    select environment, app_id, at, since, outcome, action, reason, detail, network, count from added
    where not exists (select from counted where counted is not distinct from added)`.execute(tx)
}

interface Filter {
  appId: number
  environment: CredentialEnvironment
  outcome: EventOutcome | undefined
  after: number | undefined
  limit: number
}

/** Lists the newest decisions about an app. */
export async function listEvents(
  db: Db,
  { appId, environment, outcome, after, limit }: Filter,
): Promise<EventRow[]> {
  let query = db
    .selectFrom('oauth_events')
    .selectAll()
    .where('app_id', '=', appId)
    .where('environment', '=', environment)
  if (outcome !== undefined) query = query.where('outcome', '=', outcome)
  if (after !== undefined) query = query.where('id', '>', after)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

export function deleteOldEvents(db: Db, before: Date, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'oauth_events',
    key: ['id'],
    isOld: sql`at < ${before}`,
    orderBy: 'at',
  })
}
