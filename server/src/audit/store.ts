import type { Page, Paged } from '@trestle/domain/http/paging.ts'
import { sql, type Insertable, type RawBuilder } from 'kysely'
import type { ActorKind, AuditEventsTable, Db, Tx } from '../db/schema.ts'
import { allOf } from '../db/allOf.ts'
import { anyOf } from '../db/anyOf.ts'
import { createMerger } from '../db/createMerger.ts'
import { searchPattern, textContains } from '../db/search.ts'
import { endOfUtcDay, startOfUtcDay, toMoment } from '../db/utcDayBounds.ts'
import { countListed } from '../lists/count.ts'
import { findFirst, findPage, sortByIds, type ListQuery, type Listed } from '../lists/findPage.ts'
import { countRows } from '../lists/listPage.ts'

/** Each row has about ten values, and a statement has at most 65,535. */
const rowsPerInsert = 1000

export async function insertEvents(tx: Tx, events: Insertable<AuditEventsTable>[]): Promise<void> {
  for (let start = 0; start < events.length; start += rowsPerInsert) {
    const rows = events.slice(start, start + rowsPerInsert)
    await tx.insertInto('audit_events').values(rows).execute()
  }
}

/** Deletes the oldest events before a day. The database refuses to delete those that must be retained. */
export async function deleteEventsBefore(db: Db, day: string, limit: number): Promise<number> {
  const isOld = sql`at < ${startOfUtcDay(day)}`
  const { numAffectedRows } = await sql`
    delete from audit_events where ${isOld} and id in (
      select id from audit_events where ${isOld} order by at, id limit ${limit}
    )`.execute(db)
  return Number(numAffectedRows)
}

/** Lists the addresses that the audit log names as a developer's, before or after a change. */
export async function listRecordedAddresses(tx: Tx, developerId: number): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct address
    from audit_events, jsonb_array_elements_text(changes -> 'email') as address
    where subject_type = 'developer' and subject_id = ${String(developerId)} and changes ? 'email'
      and address is not null`.execute(tx)
  return rows.map(({ address }) => address)
}

/** Replaces what the changes say about a person. Nothing else in an entry can be changed. */
export async function redactEvents(tx: Tx, developerId: number, addresses: string[]): Promise<number> {
  const { rows } = await sql<{ redacted: number }>`
    select redact_audit_events(${developerId}, ${addresses}) as redacted`.execute(tx)
  return rows[0]?.redacted ?? 0
}

export interface PastEvent {
  action: string
  at: string
  actor_name: string | null
}

export async function findLastEvent(
  db: Db,
  subjectType: string,
  subjectId: string,
): Promise<PastEvent | undefined> {
  return db
    .selectFrom('audit_events')
    .leftJoin('developers', 'developers.id', 'audit_events.actor_id')
    .select(['audit_events.action', 'audit_events.at', 'developers.name as actor_name'])
    .where('audit_events.subject_type', '=', subjectType)
    .where('audit_events.subject_id', '=', subjectId)
    .orderBy('audit_events.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Days in UTC, both included. */
interface Days {
  from?: string | undefined
  to?: string | undefined
}

export interface AuditFilters extends Days {
  actor_id?: number | undefined
  app_id?: number | undefined
  token_id?: number | undefined
  /** The developer it was done to. */
  developer_id?: number | undefined
  action?: string | undefined
  subject_type?: string | undefined
  search?: string | undefined
}

export interface AuditRow {
  id: number
  at: string
  actor_kind: ActorKind
  actor_id: number | null
  actor_name: string | null
  actor_email: string | null
  token_id: number | null
  token_name: string | null
  token_last_four: string | null
  action: string
  app_id: number | null
  app_name: string | null
  subject_type: string
  subject_id: string
  /** The name of a developer. Null for any other subject, and for a registration that was deleted. */
  subject_name: string | null
  changes: Record<string, [unknown, unknown]>
  request_id: string | null
}

/** An event's position in the order of the log. */
type Position = Pick<AuditRow, 'id' | 'at'>

/** Also matches the actor of a token, because only actors have an index. */
const matchesToken = (token: number) => sql<boolean>`(
  event.token_id = ${token}
  and event.actor_id = (select developer_id from personal_access_tokens where id = ${token})
)`

const matchesDeveloper = (id: number) =>
  sql<boolean>`(event.subject_type = 'developer' and event.subject_id = ${String(id)})`

const isWithin = ({ from, to }: Days) =>
  allOf(from && sql`event.at >= ${startOfUtcDay(from)}`, to && sql`event.at <= ${endOfUtcDay(to)}`)

/** Matches all filters except the search. */
function matchesFilters(filters: AuditFilters): RawBuilder<boolean> {
  const { actor_id: actor, app_id: app, token_id: token, developer_id: developer } = filters
  const { action, subject_type: subject } = filters
  return allOf(
    actor !== undefined && sql`event.actor_id = ${actor}`,
    app !== undefined && sql`event.app_id = ${app}`,
    token !== undefined && matchesToken(token),
    developer !== undefined && matchesDeveloper(developer),
    action && sql`event.action = ${action}`,
    subject && sql`event.subject_type = ${subject}`,
    isWithin(filters),
  )
}

/** Also bounds the time separately, because the planner skips no partition for a pair. */
const isBefore = ({ at, id }: Position) =>
  sql<boolean>`event.at <= ${toMoment(at)} and (event.at, event.id) < (${toMoment(at)}, ${id}::bigint)`

/**
 * Finds events by their filters, and by a search for actors and apps through their own search lists, or for the exact
 * id of a subject or a request.
 */
function toQueries(filters: AuditFilters, before?: Position): ListQuery[] {
  const where = sql`${matchesFilters(filters)} and ${before ? isBefore(before) : sql`true`}`
  const find = (join: RawBuilder<unknown>, matches: RawBuilder<boolean>): ListQuery =>
    sql`select event.id, event.at as key from audit_events event ${join} where ${where} and ${matches}`
  const { search } = filters
  if (!search) return [find(sql``, sql`true`)]
  const pattern = searchPattern(search)
  return [
    find(sql`join developers actor on actor.id = event.actor_id`, sql`actor.search_text like ${pattern}`),
    find(
      sql`join app_directory entry on entry.app_id = event.app_id`,
      sql`entry.search_text like ${pattern} and ${textContains('entry.name_key', search)}`,
    ),
    find(sql``, sql`event.subject_id = ${search}`),
    find(sql``, sql`event.request_id = ${search}`),
  ]
}

/** Whether only the events of an actor, an app or a developer are listed: few enough to be counted individually. */
const isNarrow = ({ actor_id, app_id, token_id, developer_id }: AuditFilters): boolean =>
  [actor_id, app_id, token_id, developer_id].some((id) => id !== undefined)

async function countEvents(db: Db, filters: AuditFilters): Promise<number> {
  const { action, subject_type: subject, from, to } = filters
  if (isNarrow(filters)) {
    return countRows(db.selectFrom('audit_events as event').where(matchesFilters(filters)))
  }
  if (!action && !subject && from === undefined && to === undefined) return countListed(db, 'audit_events')
  const { total } = await db
    .selectFrom('audit_counts')
    .select(sql<number>`coalesce(sum(count), 0)::bigint`.as('total'))
    .where(
      allOf(
        action && sql`action = ${action}`,
        subject && sql`subject_type = ${subject}`,
        from && sql`day >= ${from}`,
        to && sql`day <= ${to}`,
      ),
    )
    .executeTakeFirstOrThrow()
  return total
}

const rowColumns = [
  'event.id',
  'event.at',
  'event.actor_kind',
  'event.actor_id',
  'actor.name as actor_name',
  'actor.email as actor_email',
  'event.token_id',
  'token.name as token_name',
  'token.last_four as token_last_four',
  'event.action',
  'event.app_id',
  'app.internal_name as app_name',
  'event.subject_type',
  'event.subject_id',
  'subject.name as subject_name',
  'event.changes',
  'event.request_id',
] as const

/** The case keeps the planner from casting other ids. */
const subjectDeveloper = sql<number>`case event.subject_type when 'developer' then event.subject_id::bigint end`

async function loadRows(db: Db, ids: number[], days: Days): Promise<AuditRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('audit_events as event')
    .leftJoin('developers as actor', 'actor.id', 'event.actor_id')
    .leftJoin('developer_apps as app', 'app.id', 'event.app_id')
    .leftJoin('personal_access_tokens as token', 'token.id', 'event.token_id')
    .leftJoin('developers as subject', (join) => join.on('subject.id', '=', subjectDeveloper))
    .select(rowColumns)
    .where('event.id', '=', anyOf(ids))
    .where(isWithin(days))
    .execute()
  return sortByIds(ids, rows)
}

/**
 * Whether there may be no matching events: an action has few kinds of subjects. To find none of another kind, every
 * event with the action would be read.
 */
const mayFindNothing = (filters: AuditFilters): boolean =>
  !isNarrow(filters) && Boolean(filters.action && filters.subject_type)

/**
 * Lists the first page if the events since a day fill it, as they usually do. Planning with the partitions of a few
 * months instead of all makes it several times as fast.
 */
async function listRecent(
  db: Db,
  filters: AuditFilters,
  { page, per_page: limit }: Page,
  since: string,
): Promise<Paged<AuditRow> | undefined> {
  const { from = since, search } = filters
  if (page > 1 || search || mayFindNothing(filters)) return undefined
  const recent = { ...filters, from: from > since ? from : since }
  const ids = await findFirst(db, toQueries(recent), 'desc', limit)
  if (ids.length < limit) return undefined
  return { rows: await loadRows(db, ids, recent), total: await countEvents(db, filters) }
}

/** Lists one page of the audit log, newest first. Events since `recently` are read first. */
export async function listAudit(
  db: Db,
  filters: AuditFilters,
  page: Page,
  recently: string,
): Promise<Paged<AuditRow>> {
  const recent = await listRecent(db, filters, page, recently)
  if (recent) return recent
  const list: Listed = {
    queries: toQueries(filters),
    nullable: false,
    count: filters.search ? null : () => countEvents(db, filters),
    countsFirst: mayFindNothing(filters),
  }
  const { ids, ...size } = await findPage(db, list, 'desc', page)
  return { rows: await loadRows(db, ids, filters), ...size }
}

/** Lists the next events of an export, newest first. */
export async function listAuditBefore(
  db: Db,
  filters: AuditFilters,
  before: Position | undefined,
  limit: number,
): Promise<AuditRow[]> {
  const ids = await findFirst(db, toQueries(filters, before), 'desc', limit)
  return loadRows(db, ids, filters)
}

/** Lists the actions and subject types that occur. */
export async function readVocabulary(db: Db): Promise<{ actions: string[]; subject_types: string[] }> {
  const actions = await db.selectFrom('audit_counts').select('action').distinct().orderBy('action').execute()
  const subjects = await db
    .selectFrom('audit_counts')
    .select('subject_type')
    .distinct()
    .orderBy('subject_type')
    .execute()
  return {
    actions: actions.map(({ action }) => action),
    subject_types: subjects.map(({ subject_type: type }) => type),
  }
}

/** Returns a function that merges the counters of each day, action and subject type. */
export const createCountMerger = (db: Db) =>
  createMerger(db, { table: 'audit_counts', columns: ['day', 'action', 'subject_type'] })
