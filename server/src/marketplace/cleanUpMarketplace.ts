import { utcDay } from '@trestle/domain/metrics/rules.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import type { Services } from '../services.ts'
import { deleteSaltsBefore } from './store.ts'

/**
 * Deletes old salts, after which no hash can be linked to a visitor. A request from before midnight may need
 * yesterday's.
 */
export const cleanUpMarketplace = ({ db, now }: Services): Promise<void> =>
  deleteSaltsBefore(db, utcDay(now().getTime() - dayMs))
