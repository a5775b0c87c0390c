import { unsafeMethods } from '@trestle/domain/http/methods.ts'
import { sandboxPrefix } from '@trestle/domain/platformApi/operations.ts'
import type { RestApi, RestReply, RestRequest } from '../http/serveRest.ts'
import { refuseDuringMaintenance } from '../maintenance.ts'
import { composeCors, composePreflight, composeRefusalCors } from '../oauth/composeCors.ts'
import type { CheckToken } from '../oauth/checkToken.ts'
import type { Services } from '../services.ts'
import type { ReceivedCall } from './call.ts'
import { checkCaller } from './checkCaller.ts'
import { composeError } from './composeError.ts'
import type { CallRecorder } from './createCallRecorder.ts'
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

const preflight = (origin: string | undefined): RestReply => ({
  status: 204,
  headers: composePreflight(origin, {
    methods: 'GET, POST, PATCH',
    headers: 'authorization, content-type, idempotency-key, x-company-id',
  }),
  body: undefined,
})

/** Composes the reply to a call that failed before its app was known. */
function composeEarlyError(error: unknown, requestId: string): RestReply {
  const reply = composeError(error, requestId)
  return { ...reply, headers: { ...reply.headers, ...composeRefusalCors(exposed) } }
}

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
      headers: { ...reply.headers, ...composeCors(token, origin, exposed) },
    }
  }

  return {
    prefix: sandboxPrefix,
    path: '/rest',
    bodyLimit,
    answer,
    composeError: composeEarlyError,
    stop: () => recorder.flush(),
  }
}
