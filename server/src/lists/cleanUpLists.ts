import { deleteInBatches } from '../retention/deleteInBatches.ts'
import type { Services } from '../services.ts'
import { findLastCount, foldCounts } from './store.ts'

/** Merges the counters of the lists, so that they stay few. */
export async function cleanUpLists({ db }: Services): Promise<void> {
  const lastId = await findLastCount(db)
  await deleteInBatches([(limit) => foldCounts(db, lastId, limit)])
}
