import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { record } from '../http/analytics.ts'

/** Tells analytics that somebody went to see the metrics: by the entry of the app page, or by the button (APP-19, APP-20). */
export function recordReportView(
  app: Pick<DeveloperApp, 'id' | 'internal_name'>,
  source: 'tab' | 'button',
): void {
  record('developers.app_metrics.view_report.clicked', {
    developer_app_id: app.id,
    developer_app_name: app.internal_name,
    source,
  })
}
