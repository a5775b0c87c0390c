/**
 * Returns the path of a request's target as the router reads it: without scheme, host and query, and with its letters
 * decoded.
 *
 * For addresses without a route only; where there is a route, use its options. Reserved characters, such as an
 * encoded slash, stay encoded.
 */
export function requestPath(target: string): string {
  const [path] = withoutOrigin(target).split(/[?#]/, 1)
  return decodeURI((path || '/').replaceAll('%25', '%2525'))
}

/** Returns the query string as sent, without the question mark. */
export const requestQuery = (target: string): string => /\?([^#]*)/.exec(target)?.[1] ?? ''

const withoutOrigin = (target: string): string => target.replace(/^https?:\/\/[^/?#]*/i, '')
