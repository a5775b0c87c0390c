const email =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

const domain = /^(?=.{1,253}$)([a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]{2,63}$/

/** The parser of browsers and Node, whose types domain/ does not load. */
declare const URL: new (text: string) => ParsedAddress

interface ParsedAddress {
  protocol: string
  username: string
  password: string
  hostname: string
  origin: string
}

function parse(address: string): ParsedAddress | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}

// Rules can't use zod. A test compares these functions with it; only addresses with a user name are treated differently.

export const isEmail = (text: string): boolean => email.test(text.trim())

/**
 * Returns whether the text is an http or https address on a named host. One with a user name doesn't count, because
 * "https://bank.com@evil.com" looks like the address of another host.
 */
export function isWebAddress(text: string): boolean {
  const address = text.trim()
  const parsed = parse(address)
  if (!parsed || !/^https?:\/\//i.test(address)) return false
  return domain.test(parsed.hostname) && parsed.username === '' && parsed.password === ''
}

/** Returns whether the text is an https address, on any host. */
export const isHttps = (text: string): boolean => parse(text.trim())?.protocol === 'https:'

/** Returns the host of an address as a browser names it, without the port; null if no browser can open the address. */
export const toHostname = (address: string): string | null => parse(address)?.hostname ?? null

/** Returns the origin that a browser sends for the pages of an address; null if no browser can open it. */
export const toOrigin = (address: string): string | null => parse(address)?.origin ?? null
