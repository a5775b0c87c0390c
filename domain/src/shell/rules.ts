export interface ErrorReportingSettings {
  release_stage: string
  error_reporting_dsn: string | null
  gov_cloud: boolean
}

/**
 * Returns whether errors are reported: only in production and staging, with a destination, and never in government
 * cloud.
 */
export function shouldReportErrors(settings: ErrorReportingSettings): boolean {
  if (settings.gov_cloud || !settings.error_reporting_dsn) return false
  return settings.release_stage === 'production' || settings.release_stage === 'staging'
}

const generalText = 'The application has encountered an error.'

/**
 * Returns the text for an error that the server logged. It mentions a report only where errors are reported (SHELL-34).
 */
export const loggedErrorText = (settings: ErrorReportingSettings): string =>
  shouldReportErrors(settings)
    ? `${generalText} It has been logged and reported.`
    : `${generalText} It has been logged.`

const removed = '[removed]'
// A match begins only where a run of its characters begins. Otherwise the time would grow quadratically.
const email = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const query = /(?<![^\s?#"'])([^\s?#"'/]*\/[^\s?#"']*)\?[^\s"']*/g
const bearer = /\b(bearer|basic)\s+[\w.~+/=-]+/gi
/** The text before a token in the addresses of pages, calls and feeds. */
const tokenPaths = [
  'reset_password',
  'confirm_email',
  'change_email',
  'undo_email_change',
  'cancel_factor_reset',
  'unsubscribe',
  'invitations',
  'email_confirmations',
  'email_changes',
  'email_change_undos',
  'factor_reset_rejections',
  'unsubscribe_links',
  'feeds/notifications',
]
const tokenPath = new RegExp(`(/(?:${tokenPaths.join('|')})/)[^/\\s?#"']+`, 'g')

/** Removes addresses, queries, tokens and links that open an account from a string. */
export const scrubText = (text: string): string =>
  text
    .replace(email, removed)
    .replace(query, '$1')
    .replace(tokenPath, `$1${removed}`)
    .replace(bearer, `$1 ${removed}`)
