import type { TryReply, TryRequest } from '@trestle/domain/platformApi/contract.ts'
import { sandboxPrefix } from '@trestle/domain/platformApi/operations.ts'
import type { Actor, AuditActor } from '../access/actor.ts'
import { appFor } from '../access/appFor.ts'
import { recordAudit } from '../audit/record.ts'
import { RefusalError } from '../errors.ts'
import { newUuid } from '../newUuid.ts'
import { requireSandboxes } from '../sandboxes/available.ts'
import type { Services } from '../services.ts'
import type { ReceivedCall } from './call.ts'
import { toPerson } from './checkCaller.ts'
import { createCallRecorder } from './recordCalls.ts'
import { serveCall } from './serveCall.ts'
import { findCompany } from './store.ts'

const timeoutMs = 10_000

/**
 * Makes a call in the app's sandbox for a member of the app, with the rights that a token of theirs would have. No
 * token exists, so none can leak.
 */
export async function tryCall(
  services: Services,
  actor: Actor,
  by: AuditActor,
  { id, ...request }: TryRequest & { id: number },
): Promise<TryReply> {
  requireSandboxes(services.settings)
  const { db, settings } = services
  const company = await db.transaction().execute(async (tx) => {
    // Someone who can see these credentials can make the same calls with them.
    await appFor(tx, actor, id, 'credentials.viewSandbox')
    const found = await findCompany(tx, id)
    if (!found || found.is_suspended)
      throw new RefusalError({
        code: 'conflict',
        message: found
          ? "The app's sandbox credentials are suspended."
          : 'This app has no live sandbox. Request one, and try again when it is ready.',
      })
    await recordAudit(tx, by, services.now(), {
      action: 'sandbox.api_tried',
      subject: { type: 'sandbox', id: found.sandbox_id },
      app_id: id,
      changes: { call: [null, `${request.method} ${pathOf(request.path)}`] },
    })
    return found
  })
  const caller = await toPerson(db, company, actor.id)
  const recorder = createCallRecorder(services)
  const requestId = newUuid(services)
  const received = toReceived(request, { requestId, companyId: company.company_id })
  const context = { services, recorder, baseUrl: `${settings.PUBLIC_URL}${sandboxPrefix}` }
  const reply = await withinTime(serveCall(context, caller, received))
  await recorder.flush()
  return {
    status: reply.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...reply.headers,
      'x-request-id': requestId,
    },
    body: reply.body,
  }
}

/** Without the query, which may hold what someone searched for. */
const pathOf = (address: string): string => address.split('?')[0] ?? ''

function toReceived(
  { method, path, body }: TryRequest,
  { requestId, companyId }: { requestId: string; companyId: number },
): ReceivedCall {
  const [, query = ''] = path.split('?', 2)
  return {
    method,
    path: pathOf(path),
    query: [...new URLSearchParams(query)],
    companyHeader: String(companyId),
    idempotencyKey: undefined,
    body: body === undefined ? '' : JSON.stringify(body),
    requestId,
  }
}

/** Refuses a call that takes too long. It may still finish. */
async function withinTime<T>(call: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () =>
      late.reject(new RefusalError({ code: 'unavailable', message: 'The sandbox took too long to answer.' })),
    timeoutMs,
  )
  try {
    return await Promise.race([call, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
