export const eventOutcomes = ['issued', 'refused'] as const
export type EventOutcome = (typeof eventOutcomes)[number]

/** The reasons for the OAuth server's refusals, as shown to an app's team. `{detail}` is the stored detail. */
export const eventReasons = {
  issued: 'Tokens were issued.',
  authorized: 'Someone allowed the app, and a code was issued.',
  access_denied: 'The user denied the request.',
  unknown_client: 'No app has this client ID in this environment.',
  wrong_environment: 'The client ID belongs to the other environment.',
  client_deleted: 'The app was deleted.',
  client_suspended: 'The platform suspended the credentials of the app.',
  no_credentials:
    'The app has no production credentials. Release a version with a data connector to production first.',
  wrong_secret: "The client secret isn't one of the app's secrets.",
  secret_disabled: 'The client secret was disabled on {detail}.',
  secret_ended: 'The client secret was revoked on {detail}.',
  too_many_failures: 'Its network failed too often to authenticate as the app. Wait a minute and try again.',
  missing_secret: 'The app has to authenticate with its client secret.',
  unexpected_secret: "The app can't keep a secret, so it must not send one.",
  two_authentications: 'The client authenticated in two ways. Use either the header or the body.',
  grant_not_allowed: "The app can't keep a secret, so it can't use client credentials.",
  no_service_account: "The newest manifest has no service account, so client credentials can't be used.",
  unsupported_grant_type: "The grant type isn't supported.",
  unsupported_response_type: "The response type isn't supported. Use code.",
  redirect_mismatch: 'The redirect URI differs from the closest registered one at character {detail}.',
  redirect_changed: 'The redirect URI differs from the one that the code was requested with.',
  redirect_removed: 'The redirect URI that the code was requested with is no longer registered.',
  pkce_missing: "The app can't keep a secret, so it has to send a code challenge.",
  pkce_method: 'The method of the code challenge must be S256.',
  pkce_mismatch: "The code verifier doesn't fit the code challenge.",
  code_unknown: "The code doesn't exist, or its grant was revoked.",
  code_used: 'The code was used before. Its tokens were revoked.',
  code_expired: 'The code has expired. Codes are valid for 10 minutes.',
  refresh_unknown: "The refresh token doesn't exist, or its grant was revoked.",
  refresh_used: 'The refresh token was used before. Its grant was revoked.',
  refresh_expired: 'The refresh token has expired.',
  other_client: 'The code or token belongs to another app.',
  scope_too_wide: 'The refresh token has a smaller scope than the request.',
  request_uri_invalid: 'The pushed request expired, was used before, or belongs to another app.',
  origin_not_allowed: 'The page that called is not one of the allowed CORS domains.',
  invalid_request: 'The request is incomplete or malformed: {detail}',
  invalid_target: "The resource isn't the platform's API.",
  other: 'The request was refused: {detail}',
} as const

export type EventReason = keyof typeof eventReasons

const isReason = (reason: string): reason is EventReason => Object.hasOwn(eventReasons, reason)

/** Returns the message of a reason. A reason from another release is its own message. */
export const eventMessage = (reason: string, detail: string): string =>
  isReason(reason) ? eventReasons[reason].replace('{detail}', detail) : reason

/** Returns the position, starting at 1, where a redirect URI first differs from the most similar registered one. */
export function firstDifference(registered: readonly string[], uri: string): number {
  const positions = registered.map((each) => {
    let shared = 0
    while (shared < each.length && each[shared] === uri[shared]) shared += 1
    return shared
  })
  return Math.max(0, ...positions) + 1
}

/** Returns why no client was found, given the app that owns the client id in each environment. */
export function reasonForUnknown(
  here: { is_deleted: boolean; is_suspended: boolean } | undefined,
): EventReason {
  if (!here) return 'wrong_environment'
  if (here.is_deleted) return 'client_deleted'
  return here.is_suspended ? 'client_suspended' : 'no_credentials'
}

/** The number of recent decisions that an app's team sees. */
export const maxEvents = 200
/** How long decisions are kept. */
export const eventDays = 30
