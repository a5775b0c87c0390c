export interface ErrorReportingSettings {
  release_stage: string
  error_reporting_dsn: string | null
  gov_cloud: boolean
}

/** Reports leave only from production and staging, with a destination, and never from the government cloud. */
export function shouldReportErrors(settings: ErrorReportingSettings): boolean {
  if (settings.gov_cloud || !settings.error_reporting_dsn) return false
  return settings.release_stage === 'production' || settings.release_stage === 'staging'
}

const generalText = 'The application has encountered an error.'

/** Returns the text of an error that the server logged. It claims a report only where reports leave (SHELL-34). */
export const loggedErrorText = (settings: ErrorReportingSettings): string =>
  shouldReportErrors(settings)
    ? `${generalText} It has been logged and reported.`
    : `${generalText} It has been logged.`

const removed = '[removed]'
const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const query = /(https?:\/\/[^\s?#"']+|\/[\w./{}:-]*)\?[^\s"']*/g
const bearer = /\b(bearer|basic)\s+[\w.~+/=-]+/gi
const secretPath = /(\/(?:reset_password|confirm_email|invitations|feeds\/notifications)\/)[^/\s?#"']+/g

/** Text without addresses, queries, tokens and the links that open an account. */
export const scrubText = (text: string): string =>
  text
    .replace(email, removed)
    .replace(query, '$1')
    .replace(secretPath, `$1${removed}`)
    .replace(bearer, `$1 ${removed}`)
