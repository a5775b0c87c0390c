import type { MetricsSummary } from '@trestle/domain/metrics/contract.ts'
import { lastDays } from '@trestle/domain/metrics/rules.ts'
import type { Actor } from '../access/actor.ts'
import { appFor } from '../access/appFor.ts'
import type { Db } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { selectViewedDay } from './engagement/store.ts'
import { countInstallations, lastReportedAt, selectLastReport, sumCounts } from './store.ts'

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
  const installations = await countInstallations(db, appId)
  return {
    installations: installations.real,
    demo_installations: installations.demo,
    marketplace_views: await sumCounts(db, 'marketplace_views', appId, days),
    api_calls: await sumCounts(db, 'api_call_records', appId, days),
    ...days,
    reported_at: await lastReportedAt(db, appId),
  }
}
