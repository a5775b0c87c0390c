import type { InstallationCount, ViewCount } from '@trestle/domain/metrics/rules.ts'
import { sql, type RawBuilder } from 'kysely'
import { advisoryLocks } from '../../db/advisoryLocks.ts'
import { allOf } from '../../db/allOf.ts'
import { deleteUpTo } from '../../db/deleteUpTo.ts'
import type { Db, InstallationStatus, Tx } from '../../db/schema.ts'

export interface InstallationRow {
  id: number
  day: string
  company_name: string
  company_is_demo: boolean
  user_email: string | null
  occurred_at: string
  status: InstallationStatus
}

const columns = [
  'id',
  'day',
  'company_name',
  'company_is_demo',
  'user_email',
  'occurred_at',
  'status',
] as const

export async function listInstallationDays(
  db: Db,
  appId: number,
): Promise<Omit<InstallationCount, 'developer_app_id'>[]> {
  return db
    .selectFrom('daily_installations')
    .select(['day', 'installations', 'records'])
    .where('developer_app_id', '=', appId)
    .orderBy('day')
    .execute()
}

export async function listViewDays(db: Db, appId: number): Promise<Omit<ViewCount, 'developer_app_id'>[]> {
  return db
    .selectFrom('marketplace_views')
    .select(['day', 'count'])
    .where('developer_app_id', '=', appId)
    .orderBy('day')
    .execute()
}

/**
 * Returns the moment at which a day begins. Records are partitioned by it, and a condition on days would exclude no
 * partitions.
 */
const startOf = (day: RawBuilder<string>) => sql<string>`${day}::timestamp at time zone 'UTC'`

/** Lists the newest records of each of these days, newest first, with a short index scan per day. */
export async function listRecordsOfDays(
  db: Db,
  appId: number,
  days: string[],
  perDay: number,
): Promise<InstallationRow[]> {
  const sorted = days.toSorted()
  const { rows } = await sql<InstallationRow>`
    select record.* from unnest(${days}::date[]) as shown (day)
    cross join lateral (
      select ${sql.join(columns.map((name) => sql.ref(name)))} from installation_events
      where developer_app_id = ${appId} and day = shown.day
        and occurred_at >= ${startOf(sql`${sorted[0]}`)} and occurred_at < ${startOf(sql`(${sorted.at(-1)}::date + 1)`)}
      order by occurred_at desc, id desc limit ${perDay}
    ) as record
    order by record.day desc, record.occurred_at desc, record.id desc`.execute(db)
  return rows
}

interface Batch {
  /** The last record of the previous batch; undefined for the newest records. */
  last: InstallationRow | undefined
  /** The first day to list records of. */
  firstDay: string | null
  limit: number
}

/** Lists the next records of an app, newest first. */
export async function listRecordsAfter(
  db: Db,
  appId: number,
  { last, firstDay, limit }: Batch,
): Promise<InstallationRow[]> {
  return db
    .selectFrom('installation_events')
    .select(columns)
    .where('developer_app_id', '=', appId)
    .where(
      allOf(
        firstDay !== null && sql`day >= ${firstDay} and occurred_at >= ${startOf(sql`${firstDay}`)}`,
        last &&
          sql`(day, occurred_at, id) < (${last.day}::date, ${last.occurred_at}::timestamptz, ${last.id}::bigint)
            and occurred_at <= ${last.occurred_at}::timestamptz`,
      ),
    )
    .orderBy('day', 'desc')
    .orderBy('occurred_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Selects one day on which the listing of an app was viewed, if there is any. */
export const selectViewedDay = (db: Db, appId: number) =>
  db.selectFrom('marketplace_views').select('day').where('developer_app_id', '=', appId).limit(1)

/** A visitor of a listing on one day. Once the day's salt is deleted, the hashes identify no one. */
export interface VisitorOfDay {
  appId: number
  day: string
  /** The first half of the stored hash, which finds all visitors of one address. */
  address: Buffer
  browser: Buffer
}

const visitorHash = ({ address, browser }: VisitorOfDay): Buffer => Buffer.concat([address, browser])

/** Locks the counting of visitors of this address until the transaction ends. */
export async function lockVisitorsAt(tx: Tx, { address }: VisitorOfDay): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.visitors}, ${address.readInt32BE(0)})`.execute(tx)
}

/** Returns how many visitors of this address were counted, and whether this one is among them. */
export async function countVisitorsAt(
  db: Db,
  visitor: VisitorOfDay,
): Promise<{ count: number; isCounted: boolean }> {
  const { appId, day, address, browser } = visitor
  const { rows } = await sql<{ count: number; isCounted: boolean }>`
    select count(*) as count, count(*) filter (where visitor_hash = ${visitorHash(visitor)}) > 0 as "isCounted"
    from marketplace_view_visitors
    where day = ${day} and developer_app_id = ${appId} and visitor_hash between ${address}
      and ${Buffer.concat([address, Buffer.alloc(browser.length, 0xff)])}`.execute(db)
  return rows[0] ?? { count: 0, isCounted: false }
}

export async function addVisitor(tx: Tx, visitor: VisitorOfDay): Promise<void> {
  const { appId, day } = visitor
  await tx
    .insertInto('marketplace_view_visitors')
    .values({ developer_app_id: appId, day, visitor_hash: visitorHash(visitor) })
    .execute()
  await tx
    .insertInto('marketplace_views')
    .values({ developer_app_id: appId, day, count: 1 })
    .onConflict((conflict) =>
      conflict
        .constraint('marketplace_views_pkey')
        .doUpdateSet({ count: sql<number>`marketplace_views.count + excluded.count` }),
    )
    .execute()
}

export function deleteVisitorsBefore(db: Db, day: string, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'marketplace_view_visitors',
    key: ['day', 'developer_app_id', 'visitor_hash'],
    isOld: sql`day < ${day}`,
  })
}

/** Lists the apps that have installation counts, or records to count. */
export async function listCountedApps(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from developer_apps as app
    where exists (select from daily_installations where developer_app_id = app.id)
      or exists (select from installation_events where developer_app_id = app.id)
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Selects the days whose records are complete. */
const isRetained = (since: string | null) => sql<boolean>`day >= coalesce(${since}::date, '-infinity')`

/** Returns a query that counts an app's records by day. */
const recounted = (appId: number, since: string | null) => sql<Omit<InstallationCount, 'developer_app_id'>>`
  select day, count(*) filter (where status = 'installed' and not company_is_demo) as installations,
    count(*) as records
  from installation_events
  where developer_app_id = ${appId} and ${isRetained(since)}
    and occurred_at >= ${startOf(sql`coalesce(${since}::date, '-infinity')`)}
  group by day`

/** Lists the days whose counts differ from their records. A single statement reads both from one snapshot. */
export async function listMiscountedDays(db: Db, appId: number, since: string | null): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from (${recounted(appId, since)}) as recount
    full join (
      select day, installations as stored_installations, records as stored_records
      from daily_installations where developer_app_id = ${appId} and ${isRetained(since)}
    ) as stored using (day)
    where (installations, records) is distinct from (stored_installations, stored_records)
    order by day`.execute(db)
  return rows.map(({ day }) => day)
}

/** Waits for running batches with records of this app and blocks new ones, because each references the app's row. */
export async function lockRecordsFor(tx: Tx, appId: number): Promise<void> {
  await tx.selectFrom('developer_apps').select('id').where('id', '=', appId).forUpdate().execute()
}

export async function replaceInstallationDays(tx: Tx, appId: number, since: string | null): Promise<void> {
  await tx
    .deleteFrom('daily_installations')
    .where('developer_app_id', '=', appId)
    .where(isRetained(since))
    .execute()
  await tx
    .insertInto('daily_installations')
    .columns(['developer_app_id', 'day', 'installations', 'records'])
    .expression(sql`select ${appId}::bigint, recount.* from (${recounted(appId, since)}) as recount`)
    .execute()
}
