import { recordAnalytics, type AnalyticsKey } from '@trestle/domain/analytics/contract.ts'
import { call } from './call.ts'
import { reportError } from './errorReporting.ts'

/** Nobody waits for an event, not even a page that is being left; when it is lost the failure is only reported. */
export function record(key: AnalyticsKey, properties: Record<string, string | number>): void {
  const body = { key, additional_properties: properties }
  call(recordAnalytics, { body }, { keepalive: true }).catch(reportError)
}
