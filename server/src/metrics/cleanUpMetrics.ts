import { utcDay } from '@trestle/domain/metrics/rules.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { deleteOld } from '../retention/deleteOld.ts'
import type { Services } from '../services.ts'
import { deleteVisitorsBefore } from './engagement/store.ts'
import { deleteCallsBefore, deleteEventsBefore, deleteInstallationEventsBefore } from './store.ts'

/**
 * Deletes the visitor hashes of past days, of which a request from before midnight may still need yesterday's, and what
 * is older than the retention settings say. The counts by day stay.
 */
export async function cleanUpMetrics(services: Services): Promise<void> {
  const { db, now, settings } = services
  await deleteVisitorsBefore(db, utcDay(now().getTime() - dayMs))
  await deleteOld(services, 'events', settings.EVENT_RETENTION_MONTHS, [
    (day, limit) => deleteInstallationEventsBefore(db, day, limit),
    // A record may be a few minutes newer than its arrival. One whose ID is gone must be too old to be accepted again.
    (day, limit) => deleteEventsBefore(db, utcDay(Date.parse(day) - dayMs), limit),
  ])
  await deleteOld(services, 'calls', settings.CALL_RETENTION_MONTHS, [
    (day, limit) => deleteCallsBefore(db, day, limit),
  ])
}
