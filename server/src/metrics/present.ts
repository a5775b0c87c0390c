import type { MetricsSummary } from '@trestle/domain/metrics/contract.ts'
import { lastDays } from '@trestle/domain/metrics/rules.ts'
import type { Actor } from '../access/actor.ts'
import { appFor } from '../access/appFor.ts'
import type { Db } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { selectViewedDay } from './engagement/store.ts'
import { countUsage, selectLastReport } from './store.ts'

/**
 * Selects what an app's metrics show anything of, if there is any: a report of the platform, or a view of its listing
 * (APP-17).
 */
export const selectMetrics = (db: Db, appId: number) => ({
  lastReport: selectLastReport(db, appId),
  viewedDay: selectViewedDay(db, appId),
})

export async function summarize({ db, now }: Services, actor: Actor, appId: number): Promise<MetricsSummary> {
  await appFor(db, actor, appId, 'metrics.view')
  const days = lastDays(now().getTime())
  return { ...(await countUsage(db, appId, days)), ...days }
}
