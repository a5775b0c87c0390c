import { buildErrorReport, type ErrorContext } from '@trestle/domain/shell/errorReport.ts'
import { shouldReportErrors } from '@trestle/domain/shell/rules.ts'
import type { ErrorWatch } from './reportFailure.ts'
import { createOutgoing, type OutgoingReply } from './outgoing/outgoing.ts'
import { reportingSettings, type Settings } from './settings.ts'

export interface ErrorReporting extends ErrorWatch {
  /** Resolves when every report has been sent, or after a short timeout: for a process that is about to end. */
  flush: () => Promise<void>
}

const flushTimeoutMs = 2_000
const timeoutMs = 10_000

/**
 * Reports server errors to a Sentry-compatible service. It is only loaded in the production and staging stages with a
 * DSN, and never in the government cloud (SHELL-11, SHELL-15).
 *
 * `release` is the id of the web app's build, so that reports of page and server share it.
 */
export async function watchErrors(
  settings: Settings,
  release: string | null,
  warn: (message: string) => void,
): Promise<ErrorReporting> {
  const reporting = reportingSettings(settings)
  const dsn = reporting.error_reporting_dsn
  if (!dsn || !shouldReportErrors(reporting)) {
    return { onInternalError: () => undefined, flush: () => Promise.resolve() }
  }
  const sentry = await import('@sentry/node-core/light')
  const outgoing = createOutgoing(settings)
  const source = { platform: 'node', stage: settings.RELEASE_STAGE, release } as const
  const contexts = new WeakMap<object, ErrorContext>()
  sentry.init({
    dsn,
    environment: settings.RELEASE_STAGE,
    sendDefaultPii: false,
    defaultIntegrations: false,
    sendClientReports: false,
    transport: ({ url, headers = {}, ...options }) =>
      sentry.createTransport(options, async ({ body }) => {
        try {
          const reply = await outgoing.call(url, { method: 'POST', headers, body, timeoutMs })
          return { statusCode: reply.status, headers: rateLimitHeaders(reply.headers) }
        } catch (error) {
          warn(`An error report was not sent: ${String(error)}`)
          throw error
        }
      }),
    // Drops every event that onInternalError did not start, and sends only what the allow-list includes.
    beforeSend: (event, { originalException: error }) => {
      const context = typeof error === 'object' && error !== null ? contexts.get(error) : undefined
      return context ? { ...buildErrorReport(event, { error, context, source }), type: undefined } : null
    },
  })
  return {
    onInternalError: (error, context) => {
      contexts.set(error, context)
      sentry.captureException(error)
    },
    flush: async () => {
      await sentry.flush(flushTimeoutMs)
    },
  }
}

/** Returns the headers that say how long to pause reports. */
const rateLimitHeaders = (headers: OutgoingReply['headers']) => ({
  'retry-after': headers['retry-after'] ?? null,
  'x-sentry-rate-limits': [headers['x-sentry-rate-limits']].flat()[0] ?? null,
})
