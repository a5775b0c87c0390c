import type { Services } from '../services.ts'
import { foldCounts } from './store.ts'

/** Merges the counters of the lists, so that they stay few. */
export const cleanUpLists = ({ db }: Services): Promise<void> => foldCounts(db)
