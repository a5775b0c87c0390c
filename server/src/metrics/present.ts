import type { MetricsSummary } from '@trestle/domain/metrics/contract.ts'
import { lastDays } from '@trestle/domain/metrics/rules.ts'
import type { Actor } from '../access/actor.ts'
import { createAppLoader } from '../access/authorizedApp.ts'
import type { Results } from '../db/readTogether.ts'
import type { Db } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { selectViewedDay } from './engagement/store.ts'
import { selectLastReport, selectUsage } from './store.ts'

/**
 * Selects whatever makes an app's metrics non-empty, if there is any: a platform report or a view of its listing
 * (APP-17).
 */
export const selectMetrics = (db: Db, appId: number) => ({
  lastReport: selectLastReport(db, appId),
  viewedDay: selectViewedDay(db, appId),
})

const readAppWithUsage = createAppLoader(selectUsage)

const presentUsage = ({
  installations,
  views,
  calls,
  lastReport,
}: Results<ReturnType<typeof selectUsage>>) => ({
  installations: installations[0]?.real ?? 0,
  demo_installations: installations[0]?.demo ?? 0,
  marketplace_views: views[0]?.sum ?? 0,
  api_calls: calls[0]?.sum ?? 0,
  reported_at: lastReport[0]?.received_at ?? null,
})

export async function summarize({ db, now }: Services, actor: Actor, appId: number): Promise<MetricsSummary> {
  const days = lastDays(now().getTime())
  const { found } = await readAppWithUsage(db, actor, appId, 'metrics.view', days.from, days.to)
  return { ...presentUsage(found), ...days }
}
