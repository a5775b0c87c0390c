import type { Services } from '../services.ts'
import { foldCounts } from './store.ts'

/** Keeps the counters of the lists few. */
export const cleanUpLists = ({ db }: Services): Promise<void> => foldCounts(db)
