import { hasDirectionOverride, isBlank } from '../text/characters.ts'

/** Longer than any token of the portal: an access token has about 800 characters. */
const maxToken = 4_000

const maxAddress = 2_000

/** A secret that was found in public. */
export interface Leak {
  token: string
  /** Where it was found, if the report says so in a form that an email can show. */
  url: string | null
}

/** Says where a secret was found, for an email: "The secret was found …". */
export const describeLocation = ({ url }: Pick<Leak, 'url'>): string =>
  url === null ? 'in public' : `at ${url}`

const isOneLine = (text: string): boolean => /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u.test(text)

/** Returns an address that an email can show, or null. */
function toAddress(text: string): string | null {
  const address = text.trim()
  const isShown = !isBlank(address) && address.length <= maxAddress && isOneLine(address)
  return isShown && !hasDirectionOverride(address) ? address : null
}

/** Returns the entries of a report that can name a token, so that an unusual one doesn't keep the others from being handled. */
export function selectLeaks(entries: readonly { token: string; url?: string | null | undefined }[]): Leak[] {
  return entries
    .map(({ token, url }) => ({ token: token.trim(), url: toAddress(url ?? '') }))
    .filter(({ token }) => token !== '' && token.length <= maxToken)
}
