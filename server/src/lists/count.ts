import type { CountedList, Db } from '../db/schema.ts'
import { sumCounts } from './store.ts'

/** Returns how many rows a list has, or these parts of it: exact, and read from a few counters whatever the number. */
export const countListed = (db: Db, list: CountedList, parts?: string[]): Promise<number> =>
  sumCounts(db, list, parts)
