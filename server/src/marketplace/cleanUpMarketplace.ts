import { utcDay } from '@trestle/domain/time/days.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { deleteInBatches } from '../retention/deleteInBatches.ts'
import type { Services } from '../services.ts'
import { deleteSaltsBefore } from './store.ts'

/**
 * Deletes old salts, after which no hash can be linked to a visitor. A request from before midnight may need
 * yesterday's.
 */
export async function cleanUpMarketplace({ db, now }: Services): Promise<void> {
  const day = utcDay(now().getTime() - dayMs)
  await deleteInBatches([(limit) => deleteSaltsBefore(db, day, limit)])
}
