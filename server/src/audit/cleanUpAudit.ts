import { deleteInBatches } from '../retention/deleteInBatches.ts'
import { deleteOld, prepareMonths } from '../retention/deleteOld.ts'
import type { Services } from '../services.ts'
import { createCountMerger, deleteEventsBefore } from './store.ts'

/**
 * Deletes entries older than AUDIT_RETENTION_MONTHS, creates the partitions of the next months, and merges the log's
 * counters to keep their number small.
 */
export async function cleanUpAudit(services: Services): Promise<void> {
  const { db, settings } = services
  await deleteOld(
    services,
    'audit',
    settings.AUDIT_RETENTION_MONTHS,
    [(day, limit) => deleteEventsBefore(db, day, limit)],
    { table: 'audit_events' },
  )
  await prepareMonths(services, ['audit_events'])
  await deleteInBatches([await createCountMerger(db)])
}
