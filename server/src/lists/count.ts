import type { CountedList, Db } from '../db/schema.ts'
import { sumCounts } from './store.ts'

/**
 * Returns the exact number of rows in a list, or in these parts of it. Reads a few counters, however long the list is.
 */
export const countListed = (db: Db, list: CountedList, parts?: string[]): Promise<number> =>
  sumCounts(db, list, parts)
