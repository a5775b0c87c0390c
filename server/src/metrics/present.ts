import type { MetricsSummary } from '@trestle/domain/metrics/contract.ts'
import { lastDays } from '@trestle/domain/metrics/rules.ts'
import type { Actor } from '../access/actor.ts'
import { createAppLoader } from '../access/authorizedApp.ts'
import type { Db } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { selectViewedDay } from './engagement/store.ts'
import { selectLastReport, selectUsage, toUsage } from './store.ts'

/**
 * Selects whatever makes an app's metrics non-empty, if there is any: a platform report or a view of its listing
 * (APP-17).
 */
export const selectMetrics = (db: Db, appId: number) => ({
  lastReport: selectLastReport(db, appId),
  viewedDay: selectViewedDay(db, appId),
})

const readAppWithUsage = createAppLoader(selectUsage)

export async function summarize({ db, now }: Services, actor: Actor, appId: number): Promise<MetricsSummary> {
  const days = lastDays(now().getTime())
  const { found } = await readAppWithUsage(db, actor, appId, 'metrics.view', days.from, days.to)
  return { ...toUsage(found), ...days }
}
