import { matchOperation, mayUseTool, type MatchedOperation } from '@trestle/domain/platformApi/operations.ts'
import { parseId } from '@trestle/domain/platformApi/queries.ts'
import type { QuotaAnswer } from '@trestle/domain/quotas/contract.ts'
import { serversIn, type QuotaServer } from '@trestle/domain/quotas/rules.ts'
import { RefusalError, refusalError } from '../errors.ts'
import { checkQuota } from '../quotas/checkQuota.ts'
import { reportFailure } from '../reportFailure.ts'
import type { Services } from '../services.ts'
import type { Caller, ReceivedCall } from './call.ts'
import { composeError, TokenError } from './composeError.ts'
import type { RestReply } from '../http/serveRest.ts'
import type { CallRecorder } from './createCallRecorder.ts'
import { runOperation } from './runOperation.ts'

export interface CallContext {
  services: Services
  recorder: CallRecorder
  /** The absolute address that paths follow. */
  baseUrl: string
}

const sandboxServer: QuotaServer = 'Integrator_Sandbox'

/** A QA portal manages only its staging server. */
const toQuotaServer = ({ DEPLOYMENT, GOV_CLOUD }: Services['settings']): QuotaServer => {
  const servers = serversIn(DEPLOYMENT, GOV_CLOUD)
  return servers.find((server) => server === sandboxServer) ?? servers[0] ?? sandboxServer
}

const quotaHeaders = ({ limit, remaining, reset }: QuotaAnswer): Record<string, string> => ({
  'x-rate-limit-limit': String(limit),
  'x-rate-limit-remaining': String(remaining),
  'x-rate-limit-reset': String(reset),
})

/** Calls of a service account count toward the company they name, those of people toward the app. */
const checkLimits = (services: Services, { company, developer_id: developer }: Caller) =>
  checkQuota(services, {
    server: toQuotaServer(services.settings),
    domain: company.client_id,
    ...(developer === null && { client_id: String(company.company_id) }),
    occurred_at: services.now().toISOString(),
  })

const isRecorded = (method: string): method is 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' =>
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method)

/** The route of calls that the sandbox doesn't serve, whose addresses can contain any text. */
const otherRoute = '/rest'

/** Handles a call whose caller is known: counts it, checks its requirements, runs it and records it. */
export async function serveCall(
  context: CallContext,
  caller: Caller,
  received: ReceivedCall,
): Promise<RestReply> {
  const { services, recorder } = context
  const quota = await checkLimits(services, caller)
  const matched = matchOperation(received.method, received.path)
  const reply = await replyTo(context, { caller, quota, matched, received })
  const { method } = received
  if (isRecorded(method)) {
    recorder.record({
      uid: caller.company.uid,
      http_method: method,
      normalized_route: matched?.operation.path ?? otherRoute,
      response_code: reply.status,
    })
  }
  return { ...reply, headers: { ...reply.headers, ...quotaHeaders(quota) } }
}

interface CheckedCall {
  caller: Caller
  quota: QuotaAnswer
  matched: MatchedOperation | null
  received: ReceivedCall
}

async function replyTo(context: CallContext, call: CheckedCall): Promise<RestReply> {
  const { services } = context
  try {
    return await run(context, call)
  } catch (error) {
    const { received, matched } = call
    const { requestId, method } = received
    if (error instanceof Error && !(error instanceof RefusalError)) {
      reportFailure(services, error, { requestId, method, route: matched?.operation.path ?? otherRoute })
    }
    return composeError(error, requestId)
  }
}

function run(
  { services, baseUrl }: CallContext,
  { caller, quota, matched, received }: CheckedCall,
): Promise<RestReply> {
  if (!quota.allowed) {
    throw new RefusalError({
      code: 'rate_limited',
      message: 'You have surpassed the maximum number of requests for this hour.',
      retryAfterSeconds: quota.retry_after ?? 1,
    })
  }
  if (!matched) {
    throw refusalError(
      'not_found',
      "The sandbox doesn't serve this call. The reference marks those that it serves.",
    )
  }
  requireCompany(caller, matched, received.companyHeader)
  requireTool(caller, matched)
  const query = new URLSearchParams(received.query).toString()
  const { body, idempotencyKey } = received
  return runOperation(services, matched, {
    caller,
    company: caller.company,
    params: matched.params,
    query: received.query,
    body,
    idempotencyKey,
    address: `${baseUrl}${received.path}${query === '' ? '' : `?${query}`}`,
  })
}

/** Only the list of companies needs no company, because its caller may not know theirs yet. */
function requireCompany(
  { company, developer_id: developer, isMember }: Caller,
  { operation }: MatchedOperation,
  header: string | undefined,
): void {
  if (header === undefined) {
    if (operation.id === 'list_companies' && developer !== null) return
    throw refusalError('not_allowed', 'X-Company-Id is missing.')
  }
  const id = parseId(header)
  if (id === null) throw refusalError('malformed', 'X-Company-Id must be the id of a company.')
  if (!isMember || id !== company.company_id) {
    throw refusalError('not_allowed', 'The app is not connected to this company.')
  }
}

function requireTool({ levels, mayWrite }: Caller, { operation: { tool } }: MatchedOperation): void {
  if (!tool) return
  const isAllowed = levels ? mayUseTool(levels, tool) : tool.level === 'read' || mayWrite
  if (!isAllowed) {
    throw new TokenError(
      {
        code: 'not_allowed',
        message: `This call needs permission to ${tool.level} with the ${tool.scope} tool ${tool.name}.`,
      },
      'Bearer error="insufficient_scope"',
    )
  }
}
