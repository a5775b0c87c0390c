import type { Db, RetainedData, Tx } from '../db/schema.ts'
import { findRetainedSince, shareRetainedSince } from './store.ts'

/** Returns the first day whose rows are complete; null if none were deleted. */
export const readRetainedSince = (db: Db, data: RetainedData): Promise<string | null> =>
  findRetainedSince(db, data)

/** The same, and the day doesn't move until the transaction ends. */
export async function lockRetainedSince(tx: Tx, data: RetainedData): Promise<string | null> {
  await shareRetainedSince(tx, data)
  // A second statement, which sees what was stored while the first one waited.
  return findRetainedSince(tx, data)
}
