import type { ErrorContext } from '@trestle/domain/shell/errorReport.ts'

export interface ErrorWatch {
  /** Called with every server error. */
  onInternalError: (error: Error, context: ErrorContext) => void
}

interface Reporting {
  log: { error: (fields: object, message: string) => void }
  watch: ErrorWatch
}

/** Logs an unexpected error and sends it to the error-reporting service. */
export function reportFailure(
  { log, watch }: Reporting,
  error: Error,
  context: ErrorContext & { requestId: string },
): void {
  log.error({ err: error, reqId: context.requestId }, 'request failed')
  watch.onInternalError(error, context)
}
