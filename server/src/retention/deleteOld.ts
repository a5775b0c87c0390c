import type { RetainedData } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { moveRetainedSince } from './store.ts'

/** Deletes at most this many rows of earlier days, and returns how many it found. */
export type DeleteBefore = (day: string, limit: number) => Promise<number>

/** Small enough that a batch takes no longer than a second, and large enough to catch up. */
const batches = { rows: 2_000, perRun: 200 }

/** Returns the first day of the month that began this many months before the current one, in UTC. */
export function firstRetainedDay(now: Date, months: number): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)).toISOString().slice(0, 10)
}

/**
 * Deletes the data of months that are older than the setting says, in batches that each commit. What a run doesn't get
 * to, the next one deletes. Without a setting nothing is deleted.
 */
export async function deleteOld(
  { db, now }: Pick<Services, 'db' | 'now'>,
  data: RetainedData,
  months: number | undefined,
  tables: DeleteBefore[],
): Promise<void> {
  if (months === undefined) return
  const first = firstRetainedDay(now(), months)
  const day = await db.transaction().execute((tx) => moveRetainedSince(tx, data, first))
  await deleteInBatches(day, tables)
}

/** Deletes the rows of days before this one, in batches that each commit. */
export async function deleteInBatches(day: string, tables: DeleteBefore[]): Promise<void> {
  let left = batches.perRun
  for (const deleteBefore of tables) {
    let deleted = batches.rows
    for (; deleted === batches.rows && left > 0; left -= 1) deleted = await deleteBefore(day, batches.rows)
  }
}
