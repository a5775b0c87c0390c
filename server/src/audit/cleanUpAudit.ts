import type { Services } from '../services.ts'
import { foldAuditCounts } from './store.ts'

/** Merges the counters of the audit log, so that they stay few. */
export const cleanUpAudit = ({ db }: Services): Promise<void> => foldAuditCounts(db)
