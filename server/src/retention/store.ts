import { sql } from 'kysely'
import { advisoryLocks } from '../db/advisoryLocks.ts'
import type { Db, RetainedData, Tx } from '../db/schema.ts'

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

/** Moves the day forward, after the transactions that rely on the earlier one. Returns the day that is stored then. */
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
