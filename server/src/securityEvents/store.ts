import type { Page, Paged } from '@trestle/domain/http/paging.ts'
import type { SecurityEventKind } from '@trestle/domain/securityEvents/kinds.ts'
import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import { allOf } from '../db/allOf.ts'
import { anyOf } from '../db/anyOf.ts'
import { deleteUpTo } from '../db/deleteUpTo.ts'
import type { Db, SecurityEventsTable, Tx } from '../db/schema.ts'
import { endOfUtcDay, startOfUtcDay } from '../db/utcDayBounds.ts'
import { findPage, sortByIds, type Listed } from '../lists/findPage.ts'

export async function insertSecurityEvent(db: Db, event: Insertable<SecurityEventsTable>): Promise<void> {
  await db.insertInto('security_events').values(event).execute()
}

export interface SecurityEventFilters {
  developer_id?: number | undefined
  kind?: string | undefined
  network?: string | undefined
  /** Every hash that a typed address may have been stored with. */
  typed?: Buffer[] | undefined
  /** Days in UTC, both included. */
  from?: string | undefined
  to?: string | undefined
}

interface Person {
  id: number
  name: string
  email: string
}

export type StoredEvent = Omit<Selectable<SecurityEventsTable>, 'typed_email_hash'> & {
  developer: Person | null
  actor: Person | null
}

const matches = (filters: SecurityEventFilters): RawBuilder<boolean> => {
  const { developer_id: developer, kind, network, typed, from, to } = filters
  return allOf(
    developer !== undefined && sql`event.developer_id = ${developer}`,
    kind && sql`event.kind = ${kind}`,
    network && sql`event.network = ${network}`,
    typed && sql`event.typed_email_hash = any (${typed}::bytea[])`,
    from && sql`event.at >= ${startOfUtcDay(from)}`,
    to && sql`event.at <= ${endOfUtcDay(to)}`,
  )
}

const toPerson = (id: number | null, name: string | null, email: string | null): Person | null =>
  id === null || name === null || email === null ? null : { id, name, email }

async function loadEvents(db: Db, ids: number[]): Promise<StoredEvent[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('security_events as event')
    .leftJoin('developers as owner', 'owner.id', 'event.developer_id')
    .leftJoin('developers as actor', 'actor.id', 'event.actor_id')
    .select([
      'event.id',
      'event.at',
      'event.kind',
      'event.developer_id',
      'event.actor_kind',
      'event.actor_id',
      'event.network',
      'event.browser',
      'event.details',
      'event.request_id',
      'owner.name as owner_name',
      'owner.email as owner_email',
      'actor.name as actor_name',
      'actor.email as actor_email',
    ])
    .where('event.id', '=', anyOf(ids))
    .execute()
  return sortByIds(ids, rows).map(({ owner_name, owner_email, actor_name, actor_email, ...event }) => ({
    ...event,
    developer: toPerson(event.developer_id, owner_name, owner_email),
    actor: toPerson(event.actor_id, actor_name, actor_email),
  }))
}

/** Lists one page of the security log, newest first. Counts up to a limit, like searches. */
export async function findSecurityEvents(
  db: Db,
  filters: SecurityEventFilters,
  page: Page,
): Promise<Paged<StoredEvent>> {
  const list: Listed = {
    queries: [sql`select event.id, event.at as key from security_events event where ${matches(filters)}`],
    nullable: false,
    count: null,
  }
  const { ids, ...size } = await findPage(db, list, 'desc', page)
  return { rows: await loadEvents(db, ids), ...size }
}

export async function hasEventOfKind(db: Db, kind: string): Promise<boolean> {
  const { rows } = await sql`select from security_events where kind = ${kind} limit 1`.execute(db)
  return rows.length > 0
}

/** Counts the events of some kinds since a time, up to a limit. */
export async function countEventsSince(
  db: Db,
  kinds: readonly SecurityEventKind[],
  since: Date,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from security_events where kind = any (${kinds}) and at > ${since.toISOString()} limit ${limit}
    ) recent`.execute(db)
  return rows[0]?.count ?? 0
}

/** Locks the time at which the last burst of failed sign-ins was noticed; null if there was none. */
export async function lockLastBurst(tx: Tx): Promise<string | null> {
  // The row of an earlier burst, or of one that another request notices now.
  await sql`insert into sign_in_bursts (last_seen_at) values ('-infinity') on conflict do nothing`.execute(tx)
  const { last_seen_at: lastSeenAt } = await tx
    .selectFrom('sign_in_bursts')
    .select(sql<string | null>`nullif(last_seen_at, '-infinity')`.as('last_seen_at'))
    .forUpdate()
    .executeTakeFirstOrThrow()
  return lastSeenAt
}

export async function storeBurst(tx: Tx, at: Date): Promise<void> {
  await tx.updateTable('sign_in_bursts').set({ last_seen_at: at }).execute()
}

/** Deletes the oldest events before a day. */
export function deleteSecurityEventsBefore(db: Db, day: string, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'security_events',
    key: ['id'],
    isOld: sql`at < ${startOfUtcDay(day)}`,
    orderBy: 'at',
  })
}
