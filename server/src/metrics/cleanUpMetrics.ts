import { utcDay } from '@trestle/domain/time/days.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { deleteInBatches } from '../retention/deleteInBatches.ts'
import { deleteOld, prepareMonths, type DeleteFrom } from '../retention/deleteOld.ts'
import type { Services } from '../services.ts'
import { deleteVisitorsBefore } from './engagement/store.ts'
import { deleteEventsBefore, deleteFromPartition } from './store.ts'

/**
 * Deletes the visitor hashes of past days, except yesterday's, which a request from before midnight may still need.
 * Also deletes data that is older than the retention settings allow. The counts by day stay. Creates the partitions of
 * the next months.
 */
export async function cleanUpMetrics(services: Services): Promise<void> {
  const { db, now, settings } = services
  const yesterday = utcDay(now().getTime() - dayMs)
  await deleteInBatches([(limit) => deleteVisitorsBefore(db, yesterday, limit)])
  const deleteFrom: DeleteFrom = (partition, day, limit) => deleteFromPartition(db, partition, day, limit)
  await deleteOld(
    services,
    'events',
    settings.EVENT_RETENTION_MONTHS,
    // A record may be a few minutes newer than its arrival. A record whose ID is gone must be too old to be accepted
    // again.
    [(day, limit) => deleteEventsBefore(db, utcDay(Date.parse(day) - dayMs), limit)],
    { table: 'installation_events', deleteFrom },
  )
  await deleteOld(services, 'calls', settings.CALL_RETENTION_MONTHS, [], {
    table: 'api_call_records',
    deleteFrom,
  })
  await prepareMonths(services, ['installation_events', 'api_call_records'])
}
