const bearerPattern = /^bearer +([\w\-.~+/]+=*)$/i

/**
 * Returns the token of an Authorization header (RFC 6750): null for no header or one of another scheme, and an empty
 * text for a token that can't be read.
 */
export function readBearer(header = ''): string | null {
  if (!/^bearer( |$)/i.test(header)) return null
  return bearerPattern.exec(header)?.[1] ?? ''
}
