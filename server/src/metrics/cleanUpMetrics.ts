import { utcDay } from '@trestle/domain/metrics/rules.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { Services } from '../services.ts'
import { deleteVisitorsBefore, listCountedApps } from './engagement/store.ts'

const dayMs = 86_400_000

/** Deletes the visitor hashes of past days, and schedules the daily comparison of the metrics with the records. */
export async function cleanUpMetrics({ db, now }: Services): Promise<void> {
  const at = now()
  // A request from before midnight may still count for its day.
  await deleteVisitorsBefore(db, utcDay(at.getTime() - dayMs))
  const apps = await listCountedApps(db)
  if (apps.length === 0) return
  await db
    .transaction()
    .execute((tx) => enqueue(tx, at, { kind: 'metrics.recount', key: utcDay(at.getTime()), payload: {} }))
}
