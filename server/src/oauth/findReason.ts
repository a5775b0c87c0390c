import { firstDifference, type EventReason } from '@trestle/domain/oauth/events.ts'
import type { errors, KoaContextWithOIDC } from 'oidc-provider'
import type { RequestFacts } from './requestFacts.ts'

interface Reason {
  reason: EventReason
  detail?: string
}

/** The library's own reasons, which it doesn't send to the client. */
const details: Record<string, EventReason> = {
  'authorization code is expired': 'code_expired',
  'authorization code already consumed': 'code_used',
  'authorization code not found': 'code_unknown',
  'authorization code redirect_uri mismatch': 'redirect_changed',
  'authorization code redirect_uri removed': 'redirect_removed',
  'authorization code without a challenge': 'pkce_missing',
  'refresh token not found': 'refresh_unknown',
  'refresh token already used': 'refresh_used',
  'refresh token is expired': 'refresh_expired',
  'grant not found': 'code_unknown',
  'client mismatch': 'other_client',
  'invalid secret provided': 'wrong_secret',
}

const codes: Record<string, EventReason> = {
  access_denied: 'access_denied',
  unsupported_grant_type: 'unsupported_grant_type',
  unsupported_response_type: 'unsupported_response_type',
  invalid_request_uri: 'request_uri_invalid',
  // The library reads a pushed request as an object, which must be of the same client. Other objects are off.
  invalid_request_object: 'request_uri_invalid',
  invalid_target: 'invalid_target',
}

const descriptions: [RegExp, EventReason][] = [
  [/policy requires PKCE/, 'pkce_missing'],
  [/code_challenge_method/, 'pkce_method'],
  [/only be provided using one mechanism/, 'two_authentications'],
  [/^origin .* not allowed/, 'origin_not_allowed'],
]

/** Returns why the library refused a request, for the app's own team. Never contains what the request contained. */
export function findReason(
  { oidc }: KoaContextWithOIDC,
  error: errors.OIDCProviderError,
  facts: RequestFacts,
): Reason {
  if (facts.reason) return facts.reason
  if (error.error === 'invalid_redirect_uri') return redirectReason(oidc)
  const { error_detail: detail = '', error_description: description = '' } = error
  const reason = details[detail] ?? codes[error.error] ?? reasonByContext(oidc, error, detail)
  if (reason) return { reason }
  const described = descriptions.find(([pattern]) => pattern.test(description))
  if (described) return { reason: described[1] }
  return error.error === 'invalid_request'
    ? { reason: 'invalid_request', detail: correctDescription(oidc.params, description) }
    : { reason: 'other', detail: error.error }
}

/** Without a response type, the library complains about the response mode, which follows from it. */
export const correctDescription = (
  params: KoaContextWithOIDC['oidc']['params'],
  description: string,
): string =>
  params?.['response_type'] === undefined && description.startsWith('requested response_mode is not allowed')
    ? "missing required parameter 'response_type'"
    : description

/** Returns the reason if it depends on more than the library's own text. */
function reasonByContext(
  { params, client }: KoaContextWithOIDC['oidc'],
  error: errors.OIDCProviderError,
  detail: string,
): EventReason | undefined {
  const refreshes = params?.['grant_type'] === 'refresh_token'
  if (detail === 'was already used') return refreshes ? 'refresh_used' : 'code_used'
  if (detail.includes('authentication mechanism does not match')) {
    return client?.trestle.is_confidential ? 'missing_secret' : 'unexpected_secret'
  }
  if (/code_verifier|code_challenge/.test(toMessage(error.cause))) return 'pkce_mismatch'
  return error.error === 'invalid_scope' && refreshes ? 'scope_too_wide' : undefined
}

const toMessage = (cause: unknown): string => (cause instanceof Error ? cause.message : '')

function redirectReason({ client, params }: KoaContextWithOIDC['oidc']): Reason {
  const sent = params?.['redirect_uri']
  const uri = typeof sent === 'string' ? sent : ''
  if (!URL.canParse(uri)) return { reason: 'invalid_request', detail: 'no browser can open the redirect URI' }
  const registered = client?.trestle.redirect_uris ?? []
  return { reason: 'redirect_mismatch', detail: String(firstDifference(registered, uri)) }
}
