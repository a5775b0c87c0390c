/**
 * Returns the path of a request's target as the router reads it: without scheme, host and query, its letters decoded.
 *
 * For addresses without a route; where there is a route, decide by its options instead. Reserved characters, such as an
 * encoded slash, stay encoded.
 */
export function requestPath(target: string): string {
  const [path] = withoutOrigin(target).split(/[?#]/, 1)
  return decodeURI((path || '/').replaceAll('%25', '%2525'))
}

/** Returns what follows the question mark, as it was sent. */
export const requestQuery = (target: string): string => /\?([^#]*)/.exec(target)?.[1] ?? ''

const withoutOrigin = (target: string): string => target.replace(/^https?:\/\/[^/?#]*/i, '')
