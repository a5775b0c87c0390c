import type {
  CallCount,
  InstallationCount,
  InstallationRecord,
  ViewCount,
} from '@trestle/domain/metrics/rules.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../db/schema.ts'
import { startOfUtcDay } from '../db/utcDayBounds.ts'

/*
 * A batch has up to a thousand rows. Each table gets them as one array per column, in one statement with few
 * parameters. The rows are sorted by their keys, so that two concurrent batches can't deadlock.
 */

const column = <Row, Key extends keyof Row>(rows: Row[], key: Key): Row[Key][] => rows.map((row) => row[key])

/** Stores these event IDs and returns those that are new. */
export async function insertEvents(
  tx: Tx,
  events: { event_id: string; developer_app_id: number }[],
  received: { at: Date; service_token_id: number | null },
): Promise<Set<string>> {
  const rows = await tx
    .insertInto('platform_events')
    .columns(['event_id', 'developer_app_id', 'service_token_id', 'received_at'])
    .expression(
      sql`select *, ${received.service_token_id}::bigint, ${received.at}::timestamptz from unnest(
        ${column(events, 'event_id')}::text[], ${column(events, 'developer_app_id')}::bigint[])`,
    )
    .onConflict((conflict) => conflict.constraint('platform_events_pkey').doNothing())
    .returning('event_id')
    .execute()
  return new Set(column(rows, 'event_id'))
}

/** Returns the installation records as a table: `event_id`, app, company, user, status, time. */
const installationRows = (rows: InstallationRecord[]) => sql`select * from unnest(
  ${column(rows, 'event_id')}::text[], ${column(rows, 'developer_app_id')}::bigint[],
  ${column(rows, 'company_id')}::bigint[], ${column(rows, 'company_name')}::text[],
  ${column(rows, 'company_is_demo')}::boolean[], ${column(rows, 'user_email')}::text[],
  ${column(rows, 'status')}::text[], ${column(rows, 'occurred_at')}::timestamptz[])`

const installationColumns = [
  'event_id',
  'developer_app_id',
  'company_id',
  'company_name',
  'company_is_demo',
  'user_email',
  'status',
] as const

export async function insertInstallationEvents(tx: Tx, rows: InstallationRecord[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('installation_events')
    .columns([...installationColumns, 'occurred_at'])
    .expression(installationRows(rows))
    .execute()
}

/** Stores the latest record of each company. A record older than the stored one changes nothing. */
export async function upsertInstallations(tx: Tx, rows: InstallationRecord[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('installations')
    .columns([...installationColumns, 'updated_at'])
    .expression(installationRows(rows))
    .onConflict((conflict) =>
      conflict
        .constraint('installations_pkey')
        .doUpdateSet((row) => ({
          event_id: row.ref('excluded.event_id'),
          company_name: row.ref('excluded.company_name'),
          company_is_demo: row.ref('excluded.company_is_demo'),
          user_email: row.ref('excluded.user_email'),
          status: row.ref('excluded.status'),
          updated_at: row.ref('excluded.updated_at'),
        }))
        .where(
          sql<boolean>`(excluded.updated_at, excluded.event_id) > (installations.updated_at, installations.event_id)`,
        ),
    )
    .execute()
}

export async function addInstallationDays(tx: Tx, rows: InstallationCount[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('daily_installations')
    .columns(['developer_app_id', 'day', 'installations', 'records'])
    .expression(
      sql`select * from unnest(${column(rows, 'developer_app_id')}::bigint[], ${column(rows, 'day')}::date[],
        ${column(rows, 'installations')}::bigint[], ${column(rows, 'records')}::bigint[])`,
    )
    .onConflict((conflict) =>
      conflict.constraint('daily_installations_pkey').doUpdateSet({
        installations: sql<number>`daily_installations.installations + excluded.installations`,
        records: sql<number>`daily_installations.records + excluded.records`,
      }),
    )
    .execute()
}

export async function addViews(tx: Tx, rows: ViewCount[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('marketplace_views')
    .columns(['developer_app_id', 'day', 'count'])
    .expression(
      sql`select * from unnest(${column(rows, 'developer_app_id')}::bigint[], ${column(rows, 'day')}::date[],
        ${column(rows, 'count')}::bigint[])`,
    )
    .onConflict((conflict) =>
      conflict
        .constraint('marketplace_views_pkey')
        .doUpdateSet({ count: sql<number>`marketplace_views.count + excluded.count` }),
    )
    .execute()
}

export async function addCalls(tx: Tx, rows: CallCount[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('api_call_records')
    .columns(['developer_app_id', 'day', 'response_code', 'http_method', 'normalized_route', 'count'])
    .expression(
      sql`select * from unnest(${column(rows, 'developer_app_id')}::bigint[], ${column(rows, 'day')}::date[],
        ${column(rows, 'response_code')}::smallint[], ${column(rows, 'http_method')}::text[],
        ${column(rows, 'normalized_route')}::text[], ${column(rows, 'count')}::bigint[])`,
    )
    .onConflict((conflict) =>
      conflict
        .constraint('api_call_records_pkey')
        .doUpdateSet({ count: sql<number>`api_call_records.count + excluded.count` }),
    )
    .execute()
}

/** Selects the time of the platform's last report about an app. */
export const selectLastReport = (db: Db, appId: number) =>
  db
    .selectFrom('platform_events')
    .select('received_at')
    .where('developer_app_id', '=', appId)
    .orderBy('received_at', 'desc')
    .limit(1)

export async function lastReportedAt(db: Db, appId: number): Promise<string | null> {
  const row = await selectLastReport(db, appId).executeTakeFirst()
  return row?.received_at ?? null
}

/** Selects the number of companies that use an app. */
const selectInstallations = (db: Db, appId: number) =>
  db
    .selectFrom('installations')
    .select((row) => [
      row.fn.countAll<number>().filterWhere('company_is_demo', '=', false).as('real'),
      row.fn.countAll<number>().filterWhere('company_is_demo', '=', true).as('demo'),
    ])
    .where('developer_app_id', '=', appId)
    .where('status', '=', 'installed')

/** Deletes rows of every app by its index. `isOld` selects from one app's rows, which are called `old`. */
async function deleteOfApps(
  db: Db,
  table: string,
  isOld: RawBuilder<boolean>,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any (array(
      select found.row from developer_apps as app cross join lateral (
        select old.ctid as row from ${sql.table(table)} as old
        where old.developer_app_id = app.id and ${isOld} limit ${limit}
      ) as found limit ${limit}
    ))`.execute(db)
  return Number(numAffectedRows)
}

/** Deletes the IDs of records that arrived before this day, except the last of each app: it dates the last report. */
export const deleteEventsBefore = (db: Db, day: string, limit: number): Promise<number> =>
  deleteOfApps(
    db,
    'platform_events',
    sql`old.received_at < least(${startOfUtcDay(day)},
      (select max(received_at) from platform_events where developer_app_id = app.id))`,
    limit,
  )

/**
 * Deletes rows of a single partition of installations or calls, because rows of different partitions can have the same
 * `ctid`.
 */
export const deleteFromPartition = (db: Db, partition: string, day: string, limit: number): Promise<number> =>
  deleteOfApps(db, partition, sql`old.day < ${day}::date`, limit)

interface Days {
  from: string
  to: string
}

const selectSum = (
  db: Db,
  table: 'marketplace_views' | 'api_call_records',
  appId: number,
  { from, to }: Days,
) =>
  db
    .selectFrom(table)
    .select(sql<number>`coalesce(sum(count), 0)::bigint`.as('sum'))
    .where('developer_app_id', '=', appId)
    .where('day', '>=', from)
    .where('day', '<=', to)

/** Selects how many companies use an app, and its views and calls. */
export const selectUsage = (db: Db, appId: number, from: string, to: string) => ({
  installations: selectInstallations(db, appId),
  views: selectSum(db, 'marketplace_views', appId, { from, to }),
  calls: selectSum(db, 'api_call_records', appId, { from, to }),
  lastReport: selectLastReport(db, appId),
})

/** Lists the rows of a usage report by day, in index order. */
export async function listCalls(
  db: Db,
  appId: number,
  { from, to }: Days,
  limit: number,
): Promise<Omit<CallCount, 'developer_app_id'>[]> {
  return db
    .selectFrom('api_call_records')
    .select(['day', 'response_code', 'http_method', 'normalized_route', 'count'])
    .where('developer_app_id', '=', appId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('response_code')
    .orderBy('http_method')
    .orderBy('normalized_route')
    .limit(limit)
    .execute()
}
