const email =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

const domain = /^(?=.{1,253}$)([a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]{2,63}$/

/** The parser of browsers and Node, whose types domain/ does not load. */
declare const URL: new (text: string) => { hostname: string; protocol: string }

function parse(address: string): { hostname: string; protocol: string } | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}

// Contracts check the same with zod, which rules can't reach: a test compares the two.

export const isEmail = (text: string): boolean => email.test(text.trim())

/** Returns whether the text is an http or https address on a named host. */
export function isWebAddress(text: string): boolean {
  const address = text.trim()
  return /^https?:\/\//i.test(address) && domain.test(parse(address)?.hostname ?? '')
}

/** Returns whether the text is an https address, on any host. */
export const isHttps = (text: string): boolean => parse(text.trim())?.protocol === 'https:'
