import { recordAnalytics, type AnalyticsKey } from '@trestle/domain/analytics/contract.ts'
import { call } from './call.ts'
import { reportError } from './errorReporting.ts'

/** Nobody waits for an event, and nobody loses anything when it is lost: a failure is only reported. */
export function record(key: AnalyticsKey, properties: Record<string, string | number>): void {
  call(recordAnalytics, { body: { key, additional_properties: properties } }).catch(reportError)
}
