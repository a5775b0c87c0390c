import type { TryReply, TryRequest } from '@trestle/domain/platformApi/contract.ts'
import { sandboxPrefix } from '@trestle/domain/platformApi/operations.ts'
import type { Actor } from '../access/actor.ts'
import { loadAppFor } from '../access/authorizedApp.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { refusalError } from '../errors.ts'
import { newUuid } from '../newUuid.ts'
import { createCheckToken, type CheckToken } from '../oauth/checkToken.ts'
import { findClient, type ClientRow } from '../oauth/findClient.ts'
import { signToken } from '../oauth/signToken.ts'
import { findOrCreateKeys } from '../oauth/keys/findOrCreateKeys.ts'
import type { Services } from '../services.ts'
import { withinTime } from '../withinTime.ts'
import type { ReceivedCall } from './call.ts'
import { checkCaller } from './checkCaller.ts'
import { composeError } from './composeError.ts'
import type { RestReply } from '../http/serveRest.ts'
import { createCallRecorder } from './createCallRecorder.ts'
import { serveCall } from './serveCall.ts'
import { findCompany, type SandboxCompany } from './store.ts'

const environment = 'sandbox'
const timeoutMs = 10_000

/**
 * Makes a call in the app's sandbox for a member of the app, with an access token that never leaves this function. The
 * token is checked and the call is handled as for every caller of the platform's API.
 */
export async function tryCall(
  services: Services,
  actor: Actor,
  { id, ...request }: TryRequest & { id: number },
): Promise<TryReply> {
  const { company, client } = await services.db.transaction().execute(async (tx) => {
    // Someone who can see these credentials can make the same calls with them.
    await loadAppFor(tx, actor, id, 'credentials.viewSandbox')
    const found = await findCredentials(tx, id)
    await recordAudit(tx, actor.audit, services.now(), {
      action: 'sandbox.api_tried',
      subject: { type: 'sandbox', id: found.company.sandbox_id },
      app_id: id,
      changes: { call: [null, `${request.method} ${splitAddress(request.path).path}`] },
    })
    return found
  })
  const keys = await findOrCreateKeys(services, environment)
  const { token, isOfApp } = await signToken(services, keys, {
    environment,
    client,
    developerId: actor.id,
  })
  const check = createCheckToken(services, environment, keys.published)
  const requestId = newUuid(services)
  const received = toReceived(request, { requestId, companyId: company.company_id })
  const reply = await withinTime(answer(services, { check, token, received }), timeoutMs, refuseSlow)
  return {
    status: reply.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...reply.headers,
      'x-request-id': requestId,
    },
    body: reply.body,
    called_as: isOfApp ? 'service_account' : 'member',
  }
}

interface AuthorizedCall {
  check: CheckToken
  token: string
  received: ReceivedCall
}

/** Returns the API's reply, even to a call that it refuses. */
async function answer(services: Services, { check, token, received }: AuthorizedCall): Promise<RestReply> {
  const recorder = createCallRecorder(services)
  const context = { services, recorder, baseUrl: `${services.settings.PUBLIC_URL}${sandboxPrefix}` }
  try {
    const { caller } = await checkCaller(services, check, `Bearer ${token}`)
    return await serveCall(context, caller, received)
  } catch (error) {
    const refusal = composeError(error, received.requestId)
    if (refusal.status === 500) throw error
    return refusal
  } finally {
    await recorder.flush()
  }
}

/** Finds the credentials of an app's sandbox, or refuses an app that can't get a token there. */
async function findCredentials(
  tx: Tx,
  appId: number,
): Promise<{ company: SandboxCompany; client: ClientRow }> {
  const company = await findCompany(tx, appId)
  if (!company) {
    throw refusalError(
      'conflict',
      'This app has no live sandbox. Request one, and try again when it is ready.',
    )
  }
  const client = await findClient(tx, environment, company.client_id)
  if (!client) throw refusalError('conflict', "The app's sandbox credentials are suspended.")
  return { company, client }
}

/** The query may contain someone's search, so only the path is recorded. */
function splitAddress(address: string): { path: string; query: string } {
  const [path = '', ...query] = address.split('?')
  return { path, query: query.join('?') }
}

function toReceived(
  { method, path: address, body }: TryRequest,
  { requestId, companyId }: { requestId: string; companyId: number },
): ReceivedCall {
  const { path, query } = splitAddress(address)
  return {
    method,
    path,
    query: [...new URLSearchParams(query)],
    companyHeader: String(companyId),
    idempotencyKey: undefined,
    body: body === undefined ? '' : JSON.stringify(body),
    requestId,
  }
}

function refuseSlow(): never {
  throw refusalError('unavailable', 'The sandbox took too long to answer.')
}
