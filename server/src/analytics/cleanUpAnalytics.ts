import { monthsBefore } from '@trestle/domain/time/days.ts'
import { deleteInBatches } from '../retention/deleteInBatches.ts'
import type { Services } from '../services.ts'
import { deleteEventsBefore } from './store.ts'

/** Enough to compare a month with the same month a year earlier. */
const retainedMonths = 13

export async function cleanUpAnalytics({ db, now }: Services): Promise<void> {
  const before = monthsBefore(now(), retainedMonths)
  await deleteInBatches([(limit) => deleteEventsBefore(db, before, limit)])
}
