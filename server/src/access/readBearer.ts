const bearerPattern = /^bearer +([\w\-.~+/]+=*)$/i

/**
 * Returns the token of an Authorization header (RFC 6750): null without a header or for another scheme, and an empty
 * string for a token that can't be read.
 */
export function readBearer(header = ''): string | null {
  if (!/^bearer( |$)/i.test(header)) return null
  return bearerPattern.exec(header)?.[1] ?? ''
}
