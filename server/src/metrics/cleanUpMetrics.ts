import { utcDay } from '@trestle/domain/metrics/rules.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { Services } from '../services.ts'
import { deleteVisitorsBefore, listCountedApps } from './engagement/store.ts'

const dayMs = 86_400_000

/** Forgets who looked at a listing once the day is over, and has the figures compared with the records once a day. */
export async function cleanUpMetrics({ db, now }: Services): Promise<void> {
  const at = now()
  // A request that began before midnight may still count for its day.
  await deleteVisitorsBefore(db, utcDay(at.getTime() - dayMs))
  const apps = await listCountedApps(db)
  if (apps.length === 0) return
  await db
    .transaction()
    .execute((tx) => enqueue(tx, at, { kind: 'metrics.recount', key: utcDay(at.getTime()), payload: {} }))
}
