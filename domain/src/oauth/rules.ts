import { toOrigin } from '../text/addresses.ts'
import { dayMs, hourMs } from '../time/durations.ts'

/** A redirect URI that means the code is shown to the person, who copies it into the app. */
export const outOfBandUri = 'urn:ietf:wg:oauth:2.0:oob'

/** The only scope. A token's permissions come from the app's manifest and the person. */
export const platformScope = 'platform'

export const accessTokenSeconds = 5_400
export const codeSeconds = 600
/** A token with which the portal itself makes one call for a member of an app. */
export const portalTokenSeconds = 600
/** The time limit for signing in and deciding. */
export const interactionSeconds = 3_600
/** An app that can't keep a secret must ask again after a year. */
export const publicRefreshSeconds = 365 * 86_400

/** The maximum length of the reason for suspending an app's credentials. */
export const maxCredentialsReason = 500

const rotateKeysAfterMs = 90 * dayMs
/** A new key is published this long before it signs, because verifiers cache the published keys. */
const publishKeyMs = hourMs
/** A retired key stays published until every token that it signed has expired. */
export const retainKeyMs = 2 * hourMs

const highestPort = 65_535

/** Returns the address without the port if it is on localhost without https; otherwise the address itself. */
const withoutLocalPort = (uri: string): string =>
  uri.replace(/^(http:\/\/localhost):(\d{1,5})(?=[/?#]|$)/, (whole, portless: string, port: string) =>
    Number(port) <= highestPort ? portless : whole,
  )

/**
 * Returns whether a code may be sent to this address: it must equal a registered one byte by byte. Only the port of
 * `http://localhost` is ignored, because an app on someone's computer can't choose it in advance.
 */
export function isRedirectUriAllowed(registered: readonly string[], uri: string): boolean {
  if (registered.includes(uri)) return true
  const portless = withoutLocalPort(uri)
  return (
    /^http:\/\/localhost(?=[/?#]|$)/.test(portless) && registered.map(withoutLocalPort).includes(portless)
  )
}

/** Returns whether pages of this origin may call the OAuth server and the platform for an app. */
export function isOriginAllowed(allowedCorsDomains: string, origin: string): boolean {
  return allowedCorsDomains
    .split(',')
    .map((domain) => domain.trim().toLowerCase())
    .filter(Boolean)
    .some((domain) => originsOf(domain).includes(origin.toLowerCase()))
}

/**
 * Returns the origins that a domain stands for, as browsers send them: without a default port. A domain without a scheme
 * stands for https, and for http too on localhost.
 */
function originsOf(domain: string): (string | null)[] {
  if (domain.includes('://')) return [toOrigin(domain)]
  const schemes = /^localhost(:|$)/.test(domain) ? ['https', 'http'] : ['https']
  return schemes.map((scheme) => toOrigin(`${scheme}://${domain}`))
}

/** A signing key. A new one is published, then signs, then stays published while its last tokens are valid. */
export interface KeyState {
  state: 'next' | 'current' | 'retired'
  created_at: string
  current_since: string | null
  retired_at: string | null
}

export type KeyStep = 'create_current' | 'create_next' | 'promote_next' | 'delete_retired'

/** Returns what is due for the keys of an environment. `rotate` asks for a new key before the current one is old. */
export function decideKeySteps(keys: readonly KeyState[], nowMs: number, rotate: boolean): KeyStep[] {
  const current = keys.find(({ state }) => state === 'current')
  const next = keys.find(({ state }) => state === 'next')
  const ageMs = (time: string | null | undefined): number => nowMs - Date.parse(time ?? '')
  const steps: KeyStep[] = []
  if (!current) steps.push('create_current')
  else if (next) {
    if (ageMs(next.created_at) >= publishKeyMs) steps.push('promote_next')
  } else if (rotate || ageMs(current.current_since) >= rotateKeysAfterMs - publishKeyMs) {
    steps.push('create_next')
  }
  if (
    keys.some(({ state, retired_at: retiredAt }) => state === 'retired' && ageMs(retiredAt) >= retainKeyMs)
  ) {
    steps.push('delete_retired')
  }
  return steps
}
