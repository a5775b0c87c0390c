import type { Flags } from '@trestle/domain/accounts/contract.ts'
import type { ErrorContext } from '@trestle/domain/shell/errorReport.ts'
import { matchPage, toReportedRoute } from '@trestle/domain/routes.ts'
import { shouldReportErrors } from '@trestle/domain/shell/rules.ts'
import { UserError } from '../ui/failure.ts'
import { randomId } from '../ui/randomId.ts'
import { ownBuild } from './build.ts'
import { CallError } from './callError.ts'
import type { SendReport } from './errorClient.ts'
import { retry } from '../ui/retry.ts'

/** How many errors to queue while the client loads. */
const maxWaiting = 20

interface Reporter {
  isStarted: boolean
  send: SendReport | null
  waiting: { error: Error; context: ErrorContext }[]
}

const reporter: Reporter = { isStarted: false, send: null, waiting: [] }
const ids = new WeakMap<object, string>()
const reported = new WeakSet<object>()

/** Returns a thrown value, which may be anything, as an error. */
export const toError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error('Something other than an error was thrown.')

/** Returns the id that the error is reported with, for users to quote. */
export function errorIdFor(error: Error): string {
  const id = ids.get(error) ?? randomId()
  ids.set(error, id)
  return id
}

function toErrorContext(error: Error): ErrorContext {
  const call = error instanceof CallError ? error : null
  const page = matchPage(window.location.pathname)
  return {
    eventId: errorIdFor(error),
    route: page && toReportedRoute(page),
    ...(call && { requestId: call.requestId, status: call.status }),
  }
}

/** Returns whether this page reports errors. */
export const isReporting = (): boolean => reporter.isStarted

/** Reports an error once, however often it is seen. Sends nothing unless reporting has started. */
export function reportError(error: Error): void {
  if (reported.has(error)) return
  reported.add(error)
  const context = toErrorContext(error)
  if (reporter.send) reporter.send(error, context)
  else if (reporter.waiting.length < maxWaiting) reporter.waiting.push({ error, context })
}

/** Returns whether an error is a bug of the product, which users can't fix. */
export const isUnexpected = (error: unknown): boolean =>
  !(error instanceof UserError) || (error instanceof CallError && error.code === 'internal')

/** Reports an unexpected error. Skips errors of foreign scripts, which come without one. */
export function reportUnexpected(error: unknown): void {
  if (error instanceof Error && isUnexpected(error)) reportError(error)
}

/** Loads the client only where errors are reported: in production and staging, with a DSN, outside government cloud. */
export async function startErrorReporting(flags: Flags): Promise<void> {
  if (!shouldReportErrors(flags)) return
  reporter.isStarted = true
  window.addEventListener('error', ({ error }) => reportUnexpected(error))
  window.addEventListener('unhandledrejection', ({ reason }) => reportUnexpected(reason))
  const { openErrorClient } = await retry(() => import('./errorClient.ts'))
  const source = { platform: 'javascript', stage: flags.release_stage, release: ownBuild() } as const
  const send = openErrorClient(flags.error_reporting_dsn ?? '', source)
  reporter.send = send
  for (const { error, context } of reporter.waiting.splice(0)) send(error, context)
}
