import { deleteInBatches } from '../retention/deleteInBatches.ts'
import type { Services } from '../services.ts'
import { createCountMerger } from './store.ts'

/** Merges the counters of the lists, so that they stay few. */
export async function cleanUpLists({ db }: Services): Promise<void> {
  await deleteInBatches([await createCountMerger(db)])
}
