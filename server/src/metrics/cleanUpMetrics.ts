import { utcDay } from '@trestle/domain/metrics/rules.ts'
import type { Services } from '../services.ts'
import { deleteVisitorsBefore } from './engagement/store.ts'

const dayMs = 86_400_000

/** Deletes the visitor hashes of past days. A request from before midnight may still count for its day. */
export const cleanUpMetrics = ({ db, now }: Services): Promise<void> =>
  deleteVisitorsBefore(db, utcDay(now().getTime() - dayMs))
