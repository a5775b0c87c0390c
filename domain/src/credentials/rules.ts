import { refuse, type Decision } from '../http/errors.ts'
import { fieldMessages } from '../http/messages.ts'
import { outOfBandUri } from '../oauth/rules.ts'
import { toHostname } from '../text/addresses.ts'
import { visibleCharacter } from '../text/characters.ts'

const maxRedirectUris = 50
const maxUriLength = 2_000
const maxCorsDomains = 50

const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`
const hostWithPort = new RegExp(String.raw`^${label}(?:\.${label})*(?::(\d{1,5}))?$`, 'u')

/** Returns whether the text is a host name or IPv4 address, with or without a port. */
function isHost(text: string): boolean {
  const match = hostWithPort.exec(text)
  return match !== null && text.length <= 253 && Number(match[1] ?? 0) <= 65_535
}

interface Address {
  scheme: string
  userInfo: string | undefined
  host: string
  rest: string
}

/** Parses strictly, unlike a browser: addresses are compared character by character, so each needs exactly one form. */
function readAddress(uri: string): Address | null {
  const [, scheme, userInfo, host, rest = ''] =
    /^([a-z][a-z\d+.-]*):\/\/(?:([^\s\\/?#@]*)@)?([^\s\\/?#@]+)([/?#][^\s\\]*)?$/i.exec(uri) ?? []
  if (scheme === undefined || host === undefined || !isHost(host)) return null
  return { scheme: scheme.toLowerCase(), userInfo, host, rest }
}

function isSecure({ scheme, host }: Pick<Address, 'scheme' | 'host'>): boolean {
  return scheme === 'https' || (scheme === 'http' && /^localhost(:\d+)?$/i.test(host))
}

/** Returns why a browser opens no host or a different one than written, or null if it opens this one. */
function hostProblem(host: string, noHost: string): string | null {
  const opened = toHostname(`https://${host}`)
  if (opened === null) return noHost
  return host.toLowerCase().split(':')[0] === opened ? null : `must name its host as ${opened}.`
}

const visible = new RegExp(String.raw`^(?:(?!\p{Cs})${visibleCharacter})*$`, 'u')

const noAddress = "isn't a full address like https://example.com/callback."

const customScheme = "must use https: custom schemes aren't supported."

/** Returns whether the text begins with a scheme other than http and https, rather than with a host and port. */
const hasCustomScheme = (uri: string): boolean => /^(?!https?:)[a-z][a-z\d+.-]*:(?!\d)/i.test(uri)

function redirectUriProblem(uri: string): string | null {
  if (uri === outOfBandUri) return null
  if (uri.length > maxUriLength) return `is longer than ${maxUriLength} characters.`
  if (uri.includes('*')) return 'must not contain a wildcard (*). Addresses must match exactly.'
  if (hasCustomScheme(uri)) return customScheme
  const address = readAddress(uri)
  // In a text that isn't an address, spaces are no invisible characters: the user sees them between the words.
  const characters = address ? uri : uri.replaceAll(/\s/g, '')
  if (!visible.test(characters)) return 'must not contain invisible characters.'
  if (!address) return noAddress
  if (!isSecure(address)) return 'must use https. Only http://localhost can be used without https.'
  if (address.rest.includes('#')) return 'must not contain a fragment (#).'
  if (address.userInfo !== undefined) return 'must not contain a user name or a password.'
  return hostProblem(address.host, noAddress)
}

/** Returns the trimmed lines of the text area. Empty lines stay, so that line numbers match. */
const splitLines = (text: string): string[] => text.split(/\r?\n/).map((line) => line.trim())

export const normalizeRedirectUris = (text: string): string => splitLines(text).filter(Boolean).join('\n')

const short = (text: string): string => (text.length > 120 ? `${text.slice(0, 120)}…` : text)

/** Returns one message per invalid redirect URI (SBX-18 to SBX-21). */
export function redirectUriErrors(text: string): string[] {
  const lines = splitLines(text)
  const count = lines.filter(Boolean).length
  if (count === 0) return [fieldMessages.required]
  if (count > maxRedirectUris) return [`Enter at most ${maxRedirectUris} redirect URIs.`]
  return lines.flatMap((line, index) => {
    if (line === '') return []
    const first = lines.indexOf(line)
    const wrong = first < index ? `is already on line ${first + 1}.` : redirectUriProblem(line)
    return wrong === null ? [] : [`Line ${index + 1}: ${short(line)} ${wrong}`]
  })
}

const splitDomains = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((domain) => domain.trim())
    .filter(Boolean)

export const normalizeCorsDomains = (text: string): string => splitDomains(text).join(', ')

const noDomain = "isn't a domain like example.com or https://app.example.com, without a path."

function corsDomainProblem(domain: string): string | null {
  if (domain.includes('*')) return 'must not contain a wildcard (*). Name each domain.'
  const [, scheme, host = ''] = /^(?:([a-z]+):\/\/)?(.*)$/i.exec(domain) ?? []
  if (!isHost(host)) return noDomain
  const secure = scheme === undefined || isSecure({ scheme: scheme.toLowerCase(), host })
  if (!secure) return 'must use https. Only http://localhost can be used without https.'
  return hostProblem(host, noDomain)
}

/** Returns the errors of the comma-separated domains whose pages may call the platform. An empty list is valid. */
export function corsDomainErrors(text: string): string[] {
  const domains = splitDomains(text)
  if (domains.length > maxCorsDomains) return [`Enter at most ${maxCorsDomains} domains.`]
  return domains.flatMap((domain, index) => {
    const wrong = domains.indexOf(domain) < index ? 'is listed twice.' : corsDomainProblem(domain)
    return wrong === null ? [] : [`${short(domain)} ${wrong}`]
  })
}

/** The editable fields of credentials, in any environment. */
export interface CredentialsChange {
  redirect_uri?: string | undefined
  allowed_cors_domain?: string | undefined
}

export interface NormalizedCredentials {
  redirect_uri?: string
  allowed_cors_domain?: string
}

/** Returns the change in the form that is stored, or its errors by field. */
export function decideCredentials(change: CredentialsChange): Decision<NormalizedCredentials> {
  const fields: Record<string, string[]> = {}
  const normalized: NormalizedCredentials = {}
  if (change.redirect_uri !== undefined) {
    const errors = redirectUriErrors(change.redirect_uri)
    if (errors.length > 0) fields['redirect_uri'] = errors
    normalized.redirect_uri = normalizeRedirectUris(change.redirect_uri)
  }
  if (change.allowed_cors_domain !== undefined) {
    const errors = corsDomainErrors(change.allowed_cors_domain)
    if (errors.length > 0) fields['allowed_cors_domain'] = errors
    normalized.allowed_cors_domain = normalizeCorsDomains(change.allowed_cors_domain)
  }
  const [message] = Object.values(fields).flat()
  if (message !== undefined) return { ok: false, refusal: { code: 'invalid_input', message, fields } }
  return { ok: true, value: normalized }
}

/** The OAuth grants an app can be made for (CRED-05). */
export type Grant = 'client_credentials' | 'implicit' | 'authorization_code'

/** Returns an app's grant type: one that can't keep a secret always has the implicit grant. */
export function grantTypeFor(app: { grant_type: Grant; confidential: boolean }): Grant {
  if (!app.confidential) return 'implicit'
  return app.grant_type === 'implicit' ? 'authorization_code' : app.grant_type
}

const publicApp =
  "This app is public and can't keep a client secret. Ask platform staff to make it confidential first."

/** Refuses to create a secret for an app that can't keep one: it authenticates with PKCE alone (CRED-05). */
export const decideSecretOf = (app: { confidential: boolean }): Decision<null> =>
  app.confidential ? { ok: true, value: null } : refuse('conflict', publicApp)

const unconfirmed = 'Confirm the reset. The old secret and its tokens stop working immediately.'

/** Refuses an unconfirmed reset, because it invalidates the current secret (CRED-11, CRED-12, CRED-15). */
export function decideReset(confirmed: boolean | undefined): Decision<null> {
  if (confirmed === true) return { ok: true, value: null }
  return refuse('invalid_input', unconfirmed, 'confirmed')
}

export const noProductionCredentials =
  'This app has no production credentials yet. Release a version with a data connector to production to get them.'

/**
 * Decides on revealing or resetting the production secret. It exists once a data connector was promoted; the first
 * reveal invalidates nothing (CRED-09, CRED-10).
 */
export function decideProductionSecret(
  app: { hasCredentials: boolean; hasSecret: boolean },
  confirmed: boolean | undefined,
): Decision<null> {
  if (!app.hasCredentials) return refuse('conflict', noProductionCredentials)
  return app.hasSecret ? decideReset(confirmed) : { ok: true, value: null }
}
