import { scrubEvent, shouldReportErrors } from '@trestle/domain/shell/rules.ts'
import type { ErrorWatch } from './http/replyToError.ts'
import type { Settings } from './settings.ts'

export interface ErrorReporting extends ErrorWatch {
  /** Fulfilled when every report has left, or after a short time-out: for a process that is about to end. */
  flush: () => Promise<void>
}

const flushTimeoutMs = 2_000

/**
 * Reports of errors that are our fault, to a Sentry-compatible service: loaded in the production and staging
 * stages with a DSN only, never in the government cloud (SHELL-11, SHELL-15).
 */
export async function watchErrors(settings: Settings): Promise<ErrorReporting> {
  const dsn = settings.ERROR_REPORTING_DSN ?? null
  const reports = shouldReportErrors({
    release_stage: settings.RELEASE_STAGE,
    error_reporting_dsn: dsn,
    gov_cloud: settings.GOV_CLOUD,
  })
  if (!dsn || !reports) return { onInternalError: () => undefined, flush: () => Promise.resolve() }
  const sentry = await import('@sentry/node')
  sentry.init({
    dsn,
    environment: settings.RELEASE_STAGE,
    sendDefaultPii: false,
    defaultIntegrations: false,
    beforeSend: (event) => ({ ...event, ...scrubEvent(event), type: undefined }),
  })
  return {
    onInternalError: (error, requestId) => {
      sentry.captureException(error, { tags: { request_id: requestId } })
    },
    flush: async () => {
      await sentry.flush(flushTimeoutMs)
    },
  }
}
