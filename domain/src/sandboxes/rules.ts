import type { Decision } from '../http/errors.ts'
import { fieldMessages } from '../http/messages.ts'
import type { SandboxStatus } from './contract.ts'

const redirectlessUri = 'urn:ietf:wg:oauth:2.0:oob'

const maxRedirectUris = 50
const maxUriLength = 2_000
const maxCorsDomains = 50

/** How often a page asks for news: a build ends by itself, a failed one is revived by a person (SBX-09, SBX-10). */
export const sandboxPollMs: Record<SandboxStatus, number | false> = {
  pending: 5_000,
  failed: 30_000,
  live: false,
}

const highDemandFactor = 3
const shortestUsualMs = 5_000

const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`
const hostWithPort = new RegExp(String.raw`^${label}(?:\.${label})*(?::(\d{1,5}))?$`, 'u')

/** A name or an IPv4 address, with or without a port. */
function isHost(text: string): boolean {
  const match = hostWithPort.exec(text)
  return match !== null && text.length <= 253 && Number(match[1] ?? 0) <= 65_535
}

interface Address {
  scheme: string
  person: string | undefined
  host: string
  rest: string
}

/** Read strictly, unlike in a browser: an address is compared letter by letter, so it has one way to be written. */
function readAddress(uri: string): Address | null {
  const [, scheme, person, host, rest = ''] =
    /^([a-z][a-z\d+.-]*):\/\/(?:([^\s\\/?#@]*)@)?([^\s\\/?#@]+)([/?#][^\s\\]*)?$/i.exec(uri) ?? []
  if (scheme === undefined || host === undefined || !isHost(host)) return null
  return { scheme: scheme.toLowerCase(), person, host, rest }
}

function isSecure({ scheme, host }: Pick<Address, 'scheme' | 'host'>): boolean {
  return scheme === 'https' || (scheme === 'http' && /^localhost(:\d+)?$/i.test(host))
}

function wrongWith(uri: string): string | null {
  if (uri === redirectlessUri) return null
  if (uri.length > maxUriLength) return `is longer than ${maxUriLength} characters.`
  if (uri.includes('*')) return 'must not contain a wildcard (*). Addresses are compared letter by letter.'
  const address = readAddress(uri)
  if (!address) return 'is not a full address like https://example.com/callback.'
  if (!isSecure(address)) return 'must use https. Only http://localhost may go without.'
  if (address.rest.includes('#')) return 'must not contain a fragment (#).'
  if (address.person !== undefined) return 'must not contain a user name or a password.'
  return null
}

/** The lines of the text area, as they are compared and stored; empty ones keep their number and hold nothing. */
const linesOf = (text: string): string[] => text.split(/\r?\n/).map((line) => line.trim())

export const tidyRedirectUris = (text: string): string => linesOf(text).filter(Boolean).join('\n')

const short = (text: string): string => (text.length > 120 ? `${text.slice(0, 120)}…` : text)

/** What is wrong with a list of redirect URIs, one sentence per bad line (SBX-18 to SBX-21). */
export function redirectUriErrors(text: string): string[] {
  const lines = linesOf(text)
  const count = lines.filter(Boolean).length
  if (count === 0) return [fieldMessages.required]
  if (count > maxRedirectUris) return [`Enter at most ${maxRedirectUris} redirect URIs.`]
  return lines.flatMap((line, index) => {
    if (line === '') return []
    const first = lines.indexOf(line)
    const wrong = first < index ? `is already on line ${first + 1}.` : wrongWith(line)
    return wrong === null ? [] : [`Line ${index + 1}: ${short(line)} ${wrong}`]
  })
}

const domainsOf = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((domain) => domain.trim())
    .filter(Boolean)

export const tidyCorsDomains = (text: string): string => domainsOf(text).join(', ')

function wrongWithDomain(domain: string): string | null {
  if (domain.includes('*')) return 'must not contain a wildcard (*). Name each domain.'
  const [, scheme, host = ''] = /^(?:([a-z]+):\/\/)?(.*)$/i.exec(domain) ?? []
  if (!isHost(host)) return 'is not a domain like example.com or https://app.example.com, without a path.'
  const secure = scheme === undefined || isSecure({ scheme: scheme.toLowerCase(), host })
  return secure ? null : 'must use https. Only http://localhost may go without.'
}

/** What is wrong with the comma-separated domains whose pages may call the platform. None is fine. */
export function corsDomainErrors(text: string): string[] {
  const domains = domainsOf(text)
  if (domains.length > maxCorsDomains) return [`Enter at most ${maxCorsDomains} domains.`]
  return domains.flatMap((domain, index) => {
    const wrong = domains.indexOf(domain) < index ? 'is there twice.' : wrongWithDomain(domain)
    return wrong === null ? [] : [`${short(domain)} ${wrong}`]
  })
}

/** What the sandbox card shows (SBX-01, SBX-02). */
export type SandboxView = 'none' | 'building' | 'high_demand' | 'failed' | 'live'

interface Build {
  status: SandboxStatus
  requested_at: string
}

const usualMs = (buildSeconds: number): number => Math.max(buildSeconds * 1000, shortestUsualMs)

/** A build that takes more than three times as long as usual is told as high demand (ERR-32). */
export function sandboxView(sandbox: Build | null, nowMs: number, buildSeconds: number): SandboxView {
  if (sandbox === null) return 'none'
  if (sandbox.status !== 'pending') return sandbox.status
  const elapsedMs = nowMs - Date.parse(sandbox.requested_at)
  return elapsedMs > highDemandFactor * usualMs(buildSeconds) ? 'high_demand' : 'building'
}

/** A duration as the largest whole unit: what a person would say. */
export function elapsedParts(elapsedMs: number): { unit: 'seconds' | 'minutes' | 'hours'; count: number } {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000))
  if (seconds < 60) return { unit: 'seconds', count: seconds }
  if (seconds < 3600) return { unit: 'minutes', count: Math.floor(seconds / 60) }
  return { unit: 'hours', count: Math.floor(seconds / 3600) }
}

const refuse = (message: string): Decision<never> => ({ ok: false, refusal: { code: 'conflict', message } })

/** An app has one sandbox: only a missing or a failed one can be asked for. */
export function decideSandboxRequest(status: SandboxStatus | null): Decision<{ retry: boolean }> {
  if (status === 'live') return refuse('This app has its sandbox already. An app has only one.')
  if (status === 'pending') return refuse('The sandbox is being built. We will e-mail you when it is ready.')
  return { ok: true, change: { retry: status === 'failed' } }
}

export function decideFakeSandbox(status: SandboxStatus | null): Decision<{ replaces: boolean }> {
  if (status === 'live') return refuse('This app has its sandbox already. An app has only one.')
  return { ok: true, change: { replaces: status !== null } }
}

/** Credentials exist only in a sandbox that is live. */
export function decideSandboxChange(
  status: SandboxStatus,
  change: { redirect_uri?: string | undefined; allowed_cors_domain?: string | undefined },
): Decision<{ redirect_uri?: string; allowed_cors_domain?: string }> {
  if (status !== 'live') return refuse('The sandbox can be changed as soon as it is live.')
  const fields: Record<string, string[]> = {}
  const tidy: { redirect_uri?: string; allowed_cors_domain?: string } = {}
  if (change.redirect_uri !== undefined) {
    const errors = redirectUriErrors(change.redirect_uri)
    if (errors.length > 0) fields['redirect_uri'] = errors
    tidy.redirect_uri = tidyRedirectUris(change.redirect_uri)
  }
  if (change.allowed_cors_domain !== undefined) {
    const errors = corsDomainErrors(change.allowed_cors_domain)
    if (errors.length > 0) fields['allowed_cors_domain'] = errors
    tidy.allowed_cors_domain = tidyCorsDomains(change.allowed_cors_domain)
  }
  const [message] = Object.values(fields).flat()
  if (message !== undefined) return { ok: false, refusal: { code: 'invalid_input', message, fields } }
  return { ok: true, change: tidy }
}
