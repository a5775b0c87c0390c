import { deleteInBatches } from '../retention/deleteInBatches.ts'
import type { Services } from '../services.ts'
import { createCountMerger } from './store.ts'

/** Merges the lists' counters to keep their number small. */
export async function cleanUpLists({ db }: Services): Promise<void> {
  await deleteInBatches([await createCountMerger(db)])
}
