import { scrubEvent, shouldReportErrors } from '@trestle/domain/shell/rules.ts'
import type { Flags } from '@trestle/domain/accounts/contract.ts'
import { retry } from './retry.ts'

type Report = (error: unknown, errorId?: string) => void

const reporter: { report: Report | null } = { report: null }

/** The client is fetched only where reports may leave: production and staging, with a destination, outside the government cloud. */
export async function startErrorReporting(flags: Flags): Promise<void> {
  if (!shouldReportErrors(flags)) return
  const { captureException, init } = await retry(() => import('@sentry/browser'))
  init({
    dsn: flags.error_reporting_dsn ?? '',
    environment: flags.release_stage,
    sendDefaultPii: false,
    beforeSend: (event) => scrubEvent(event) as unknown as typeof event,
    beforeBreadcrumb: (breadcrumb) => scrubEvent(breadcrumb),
  })
  reporter.report = (error, errorId) =>
    void captureException(error, errorId ? { tags: { error_id: errorId } } : {})
}

/** An error the product did not expect, with the id its reader sees, if one is shown. Nothing leaves unless reporting was started. */
export function reportError(error: unknown, errorId?: string): void {
  reporter.report?.(error, errorId)
}
