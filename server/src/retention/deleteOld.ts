import { utcDay } from '@trestle/domain/time/days.ts'
import type { RetainedData } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { deleteInBatches } from './deleteInBatches.ts'
import {
  createMonths,
  dropMonths,
  listPartitionsBefore,
  moveRetainedSince,
  type MonthlyTable,
} from './store.ts'

/** Deletes at most this many rows of earlier days, and returns how many it found. */
export type DeleteBefore = (day: string, limit: number) => Promise<number>

/** The same, for one partition of a table. */
export type DeleteFrom = (partition: string, day: string, limit: number) => Promise<number>

interface Monthly {
  table: MonthlyTable
  /** Deletes the other old rows of a partition, if the table doesn't have its own deletion. */
  deleteFrom?: DeleteFrom
}

/** Rows are stored in their months even if no cleanup creates any for a quarter. */
const monthsAhead = 3

/** Returns the first day of the month that began this many months before the current one, in UTC. */
export function firstDayOfMonth(now: Date, monthsAgo: number): string {
  return utcDay(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo))
}

/** Creates the partitions of this month and the next ones, unless they exist. */
export async function prepareMonths(
  { db, now, log }: Pick<Services, 'db' | 'now' | 'log'>,
  tables: MonthlyTable[],
): Promise<void> {
  const until = firstDayOfMonth(now(), -monthsAhead - 1)
  for (const table of tables) {
    const created = await db.transaction().execute((tx) => createMonths(tx, table, until))
    if (created === null) log.warn({ table, until }, 'rows of later months stop new partitions')
  }
}

/**
 * Deletes the data of months that are older than the setting says: drops the partitions of these months, and then
 * deletes rows in batches that each commit. The next run deletes the rest. Without a setting, nothing is deleted.
 */
export async function deleteOld(
  { db, now }: Pick<Services, 'db' | 'now'>,
  data: RetainedData,
  months: number | undefined,
  tables: DeleteBefore[],
  monthly?: Monthly,
): Promise<void> {
  if (months === undefined) return
  const first = firstDayOfMonth(now(), months)
  const day = await db.transaction().execute((tx) => moveRetainedSince(tx, data, first))
  const deletions = [...(monthly ? await dropEarlier(db, monthly, day) : []), ...tables]
  await deleteInBatches(deletions.map((deleteBefore) => (limit) => deleteBefore(day, limit)))
}

/** Drops the partitions of earlier days, and returns the functions that delete the other rows of these days. */
async function dropEarlier(
  db: Services['db'],
  { table, deleteFrom }: Monthly,
  day: string,
): Promise<DeleteBefore[]> {
  await db.transaction().execute((tx) => dropMonths(tx, table, day))
  if (!deleteFrom) return []
  const partitions = await listPartitionsBefore(db, table, day)
  return partitions.map((partition) => (before, limit) => deleteFrom(partition, before, limit))
}
