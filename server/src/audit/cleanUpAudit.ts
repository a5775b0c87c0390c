import type { Services } from '../services.ts'
import { foldAuditCounts } from './store.ts'

/** Keeps the counters of the trail few. */
export const cleanUpAudit = ({ db }: Services): Promise<void> => foldAuditCounts(db)
