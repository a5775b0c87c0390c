import { recordAnalytics } from '@trestle/domain/analytics/calls.ts'
import type { AnalyticsKey } from '@trestle/domain/analytics/contract.ts'
import { call } from './call.ts'
import { reportError } from './errorReporting.ts'

/** Records an event without waiting, even when leaving the page. A failure is only reported. */
export function record(key: AnalyticsKey, properties: Record<string, string | number>): void {
  const body = { key, additional_properties: properties }
  call(recordAnalytics, { body }, { keepalive: true }).catch(reportError)
}
