import { sql } from 'kysely'
import { advisoryLocks } from '../db/advisoryLocks.ts'
import type { Db, RetainedData, Tx } from '../db/schema.ts'

/** A table with a partition for each month. */
export type MonthlyTable = 'installation_events' | 'api_call_records' | 'audit_events'

/** The keys of the advisory locks are the positions in this list. */
const keys: RetainedData[] = ['audit', 'events', 'calls']

export async function findRetainedSince(db: Db, data: RetainedData): Promise<string | null> {
  const row = await db.selectFrom('retained_since').select('day').where('data', '=', data).executeTakeFirst()
  return row?.day ?? null
}

/** Blocks others from moving the day until the transaction ends. */
export async function shareRetainedSince(tx: Tx, data: RetainedData): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${advisoryLocks.retention}, ${keys.indexOf(data)})`.execute(
    tx,
  )
}

/** Moves the day forward, after the transactions that rely on the earlier one. Returns the day that is now stored. */
export async function moveRetainedSince(tx: Tx, data: RetainedData, day: string): Promise<string> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.retention}, ${keys.indexOf(data)})`.execute(tx)
  const row = await tx
    .insertInto('retained_since')
    .values({ data, day })
    .onConflict((conflict) =>
      conflict
        .constraint('retained_since_pkey')
        .doUpdateSet({ day: sql<string>`greatest(retained_since.day, excluded.day)` }),
    )
    .returning('day')
    .executeTakeFirstOrThrow()
  return row.day
}

/**
 * Blocks others from creating and dropping partitions until the transaction ends. Both need locks that block every
 * request to the table, so they give way to transactions that are using it.
 */
async function lockPartitions(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.partitions})`.execute(tx)
  await sql`set local lock_timeout = '300ms'`.execute(tx)
}

/**
 * Creates the partitions of the months until this day, the first of a month. Returns how many it created; null if there
 * are rows of later days, whose months can't be created.
 */
export async function createMonths(tx: Tx, table: MonthlyTable, until: string): Promise<number | null> {
  await lockPartitions(tx)
  const { rows } = await sql<{ created: number | null }>`
    select create_months(${table}::regclass, ${until}::date) as created`.execute(tx)
  return rows[0]?.created ?? null
}

/** Drops the partitions of months before this day. The counters of the audit log follow. */
export async function dropMonths(tx: Tx, table: MonthlyTable, day: string): Promise<void> {
  await lockPartitions(tx)
  const drop =
    table === 'audit_events'
      ? sql`select drop_audit_months(${day}::date)`
      : sql`select drop_months(${table}::regclass, ${day}::date)`
  await drop.execute(tx)
}

/** Lists the partitions that may have rows of days before this one. */
export async function listPartitionsBefore(db: Db, table: MonthlyTable, day: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select partition::text as name from list_partitions(${table}::regclass)
    where first_day is null or first_day < ${day}::date`.execute(db)
  return rows.map(({ name }) => name)
}
