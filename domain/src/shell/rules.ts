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

const removed = '[removed]'
const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const query = /(https?:\/\/[^\s?#"']+|\/[\w./{}:-]*)\?[^\s"']*/g
const bearer = /\b(bearer|basic)\s+[\w.~+/=-]+/gi
const secretPath =
  /(\/(?:reset_password|confirm_email|invitations(?:\/by_token)?|feeds\/notifications)\/)[^/\s?#"']+/g
const secretKey =
  /pass(word|wd)|secret|token|authorization|cookie|api[-_]?key|csrf|session|e-?mail|ip_address|username/i
/** Whole branches that hold what people typed or who they are. */
const droppedKeys = new Set([
  'cookies',
  'data',
  'body',
  'request_body',
  'response_body',
  'query_string',
  'headers',
  'user',
])

/** Text without addresses, queries, tokens and the links that open an account. */
export const scrubText = (text: string): string =>
  text
    .replace(email, removed)
    .replace(query, '$1')
    .replace(secretPath, `$1${removed}`)
    .replace(bearer, `$1 ${removed}`)

function scrubValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return scrubText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return removed
  if (Array.isArray(value)) return value.map((item) => scrubValue(item, depth - 1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !droppedKeys.has(key))
      .map(([key, item]) => [key, secretKey.test(key) ? removed : scrubValue(item, depth - 1)]),
  )
}

/** The report without anything that names a person, opens a door or was typed into a form (SHELL-16). */
export function scrubEvent(event: object): Record<string, unknown> {
  return scrubValue(event, 12) as Record<string, unknown>
}
