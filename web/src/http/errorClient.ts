import { BrowserClient, defaultStackParser, makeFetchTransport } from '@sentry/browser'
import { buildErrorReport, type ErrorContext, type ErrorSource } from '@trestle/domain/shell/errorReport.ts'

export type SendReport = (error: object, context: ErrorContext) => void

/**
 * Opens the error service's client without integrations, which collect breadcrumbs, sessions and names of buttons.
 *
 * In its own module, so that it is loaded only where errors are reported.
 */
export function openErrorClient(dsn: string, source: ErrorSource): SendReport {
  const contexts = new WeakMap<object, ErrorContext>()
  const client = new BrowserClient({
    dsn,
    environment: source.stage,
    transport: makeFetchTransport,
    transportOptions: { fetchOptions: { credentials: 'omit', referrerPolicy: 'no-referrer' } },
    stackParser: defaultStackParser,
    integrations: [],
    sendClientReports: false,
    sendDefaultPii: false,
    // Drops every event that didn't start below, and sends only what the allow-list permits.
    beforeSend: (event, { originalException: error }) => {
      const context = typeof error === 'object' && error !== null ? contexts.get(error) : undefined
      return context ? { ...buildErrorReport(event, { error, context, source }), type: undefined } : null
    },
  })
  client.init()
  return (error, context) => {
    contexts.set(error, context)
    client.captureException(error, { originalException: error })
  }
}
