import { unsafeMethods } from '@trestle/domain/http/methods.ts'
import { sandboxPrefix } from '@trestle/domain/platformApi/operations.ts'
import { isOriginAllowed } from '@trestle/domain/oauth/rules.ts'
import type { RestApi, RestReply, RestRequest } from '../http/serveRest.ts'
import { refuseDuringMaintenance } from '../maintenance.ts'
import type { CheckedToken, CheckToken } from '../oauth/checkToken.ts'
import type { Services } from '../services.ts'
import type { ReceivedCall } from './call.ts'
import { checkCaller } from './checkCaller.ts'
import { composeError } from './composeError.ts'
import type { CallRecorder } from './recordCalls.ts'
import { serveCall } from './serveCall.ts'

const bodyLimit = 64 * 1024

const only = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value

const toReceived = ({ headers, ...request }: RestRequest): ReceivedCall => ({
  ...request,
  companyHeader: only(headers['x-company-id']),
  idempotencyKey: only(headers['idempotency-key']),
})

const exposed =
  'Total, Per-Page, Link, Retry-After, Idempotent-Replay, X-Request-Id, X-Rate-Limit-Limit, X-Rate-Limit-Remaining, X-Rate-Limit-Reset'

/** Lets pages of a public app read a reply, if the app named their origin. */
function corsHeaders(token: CheckedToken, origin: string | undefined): Record<string, string> {
  if (origin === undefined || token.is_confidential || !isOriginAllowed(token.allowed_cors_domain, origin))
    return {}
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed }
}

/** A preflight request names no token. The reply itself is only readable for the origins that the app named. */
const preflight = (origin: string | undefined): RestReply => ({
  status: 204,
  headers: {
    vary: 'Origin',
    'access-control-allow-origin': origin ?? '*',
    'access-control-allow-methods': 'GET, POST, PATCH',
    'access-control-allow-headers': 'authorization, content-type, idempotency-key, x-company-id',
    'access-control-max-age': '3600',
  },
  body: undefined,
})

interface Dependencies {
  services: Services
  recorder: CallRecorder
  check: CheckToken
}

/** Returns the platform's API in the sandboxes, for tokens of the sandbox. */
export function servePlatformApi({ services, recorder, check }: Dependencies): RestApi {
  const { PUBLIC_URL } = services.settings
  const context = { services, recorder, baseUrl: `${PUBLIC_URL}${sandboxPrefix}` }

  async function answer(request: RestRequest): Promise<RestReply> {
    const origin = only(request.headers['origin'])
    if (request.method === 'OPTIONS') return preflight(origin)
    if (unsafeMethods.has(request.method)) refuseDuringMaintenance(services.settings)
    const { caller, token } = await checkCaller(services, check, only(request.headers['authorization']))
    const reply = await serveCall(context, caller, toReceived(request))
    return {
      ...reply,
      headers: { ...reply.headers, vary: 'Origin', ...corsHeaders(token, origin) },
    }
  }

  return {
    prefix: sandboxPrefix,
    path: '/rest',
    bodyLimit,
    answer,
    composeError,
    stop: () => recorder.flush(),
  }
}
