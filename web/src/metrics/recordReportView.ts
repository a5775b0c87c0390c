import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { record } from '../http/analytics.ts'

/**
 * Records in analytics that the user opened the metrics, from the app page's tab or from the button (APP-19,
 * APP-20).
 */
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
