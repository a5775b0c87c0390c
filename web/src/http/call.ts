import { confirmSession } from '@trestle/domain/accounts/calls.ts'
import { toAddress } from '@trestle/domain/http/address.ts'
import type { TotalRelation } from '@trestle/domain/http/paging.ts'
import type { ContractOf } from '@trestle/domain/contracts.ts'
import type { ApiCall } from '@trestle/domain/http/apiCall.ts'
import type { ReplyOf, RequestOf } from '@trestle/domain/http/endpoint.ts'
import { isOwnBuild, noteBuild } from './build.ts'
import type { CallError } from './callError.ts'
import { joinRepeat } from './joinRepeat.ts'
import { refreshAfterChange } from './renewSession.ts'
import { sendWithRepeatKey } from './repeatKeys.ts'
import type { Parts } from './request.ts'
import { isSuccess, readBody, toCallError, type ReceivedReply } from './response.ts'
import { retry } from '../ui/retry.ts'
import { noteServerTime } from '../ui/serverTime.ts'
import { send, type CallOptions } from './send.ts'
import { sendRecovering } from './sendRecovering.ts'

export interface PageOf<Row> {
  rows: Row[]
  total: number
  relation: TotalRelation
  perPage: number
  page: number
}

/** The input that the contract of a call lets the browser send. */
export type RequestFor<C extends ApiCall> = RequestOf<ContractOf<C>>

export type ResultOf<C extends ApiCall> = C extends { paged: true }
  ? ReplyOf<ContractOf<C>> extends readonly (infer Row)[]
    ? PageOf<Row>
    : never
  : ReplyOf<ContractOf<C>>

/** Makes a call to the API. The endpoint determines the types of request and reply. */
export function call<const C extends ApiCall>(
  endpoint: C,
  request: RequestFor<C>,
  options: CallOptions = {},
): Promise<ResultOf<C>> {
  const key = changeKeyFor(endpoint, request, options)
  const sendOnce = (idempotencyKey?: string) => callOnce(endpoint, request, { ...options, idempotencyKey })
  if (key === null) return sendOnce()
  return joinRepeat(key, () => sendWithRepeatKey(endpoint.creates ? key : null, sendOnce))
}

/** Returns a key shared by identical changes; null for other calls, and for forms with files. */
function changeKeyFor(endpoint: ApiCall, parts: Parts, options: CallOptions): string | null {
  const { background, base, keepalive, multipart, signal } = options
  if (endpoint.method === 'GET' || background || base || keepalive || multipart || signal) return null
  return `${endpoint.method} ${toAddress(endpoint, parts)} ${JSON.stringify(parts.body)}`
}

async function callOnce<const C extends ApiCall>(
  endpoint: C,
  request: RequestFor<C>,
  options: CallOptions,
): Promise<ResultOf<C>> {
  const response = options.base
    ? await send(endpoint, request, options)
    : await sendRecovering({ endpoint, parts: request, options })
  const build = options.base ? null : response.headers.get('x-build')
  noteBuild(build)
  if (!options.base && isFresh(response)) noteServerTime(response.headers.get('date'))
  const body = readBody(response)
  const isOwn = isOwnBuild(build)
  if (!isSuccess(response)) throw await readRefusal(endpoint, response, body, isOwn)
  const reply = isOwn ? body : await checkReply(endpoint, body)
  return (endpoint.paged ? toPage(response, reply as unknown[]) : reply) as ResultOf<C>
}

/** Returns whether a reply comes from the server now, not from the browser's cache. */
const isFresh = ({ headers }: ReceivedReply): boolean =>
  headers.get('cache-control')?.includes('no-store') === true

/** Reads why a call was refused. Omits a stored object that this page can't read. */
async function readRefusal(
  endpoint: ApiCall,
  response: ReceivedReply,
  body: unknown,
  isOwn: boolean,
): Promise<CallError> {
  const refusal = toCallError(response, body)
  if (isOwn || refusal.current === undefined) return refusal
  const current = await checkReply(endpoint, refusal.current).catch(() => undefined)
  return toCallError(response, { ...(body as object), current })
}

/**
 * Checks a reply against its contract. A server of the page's own build has already done so, so a page loads the
 * contracts only for a different build.
 */
async function checkReply({ operationId }: ApiCall, body: unknown): Promise<unknown> {
  const { readReplyTo } = await retry(() => import('./readReplyTo.ts'))
  return readReplyTo(operationId, body)
}

const toPage = (response: ReceivedReply, rows: unknown[]): PageOf<unknown> => ({
  rows,
  total: readCount(response, 'total', rows.length),
  relation: response.headers.get('total-relation') === 'gte' ? 'gte' : 'eq',
  perPage: readCount(response, 'per-page', rows.length),
  page: readCount(response, 'page', 1),
})

function readCount(response: ReceivedReply, header: string, otherwise: number): number {
  const value = response.headers.get(header)
  return value === null ? otherwise : Number(value)
}

/** Confirms the user's identity, which renews the session's tokens. */
export async function confirmIdentity(body: RequestFor<typeof confirmSession>['body']): Promise<void> {
  await call(confirmSession, { body })
  await refreshAfterChange()
}
