/** Returns the token of an Authorization header: null for none, undefined for an unreadable one (RFC 6750). */
export function readBearer(header: string | undefined): string | null | undefined {
  if (header === undefined) return null
  return /^bearer +([\w\-.~+/]+=*)$/i.exec(header)?.[1]
}
