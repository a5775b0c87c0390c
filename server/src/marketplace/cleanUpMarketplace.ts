import { utcDay } from '@trestle/domain/metrics/rules.ts'
import type { Services } from '../services.ts'
import { deleteSaltsBefore } from './store.ts'

const dayMs = 86_400_000

/**
 * Deletes old salts, after which no hash can be linked to a visitor. A request from before midnight may need
 * yesterday's.
 */
export const cleanUpMarketplace = ({ db, now }: Services): Promise<void> =>
  deleteSaltsBefore(db, utcDay(now().getTime() - dayMs))
