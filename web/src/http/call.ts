import { getSession } from '@trestle/domain/accounts/contract.ts'
import { ErrorReply } from '@trestle/domain/http/errors.ts'
import { lastPageOf } from '@trestle/domain/http/paging.ts'
import type { Endpoint, ReplyOf, RequestOf } from '@trestle/domain/http/endpoint.ts'
import { noteBuild } from './build.ts'
import { errorFromReply, networkError, otherPersonError } from './callError.ts'
import { readReply } from './reply.ts'
import { addressOf, bodyOf, signInAddress, type Multipart, type Parts } from './request.ts'
import { currentSession, replaceSession } from './session.ts'
import { sendWatched, type OnProgress } from './upload.ts'

export interface PageOf<Row> {
  rows: Row[]
  total: number
  perPage: number
  page: number
}

export type ResultOf<E extends Endpoint> = E extends { paged: true }
  ? ReplyOf<E> extends readonly (infer Row)[]
    ? PageOf<Row>
    : never
  : ReplyOf<E>

export interface CallOptions {
  signal?: AbortSignal
  /** Where the call goes when not to our own server; sessions are ours, so nobody is signed in there. */
  base?: string
  multipart?: Multipart
  /** Told how far a form with files has come. */
  onProgress?: OnProgress
  /** The call outlives the page it was made on. */
  keepalive?: boolean
}

async function send(endpoint: Endpoint, parts: Parts, options: CallOptions): Promise<Response> {
  const { body, contentType } = bodyOf(parts, options.multipart)
  const headers = new Headers({ accept: 'application/json', 'x-csrf-token': currentSession().csrf_token })
  if (contentType) headers.set('content-type', contentType)
  try {
    const { method } = endpoint
    const signal = options.signal ?? null
    const address = `${options.base ?? ''}${addressOf(endpoint, parts)}`
    if (options.onProgress && body instanceof FormData)
      return await sendWatched(address, { method, headers, body, signal }, options.onProgress)
    const { keepalive = false } = options
    return await fetch(address, {
      method,
      credentials: 'same-origin',
      headers,
      body: body ?? null,
      signal,
      keepalive,
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw networkError()
  }
}

/** What the headers of a refusal add to its body. */
const headersOf = (response: Response) => ({
  lastPage: lastPageFrom(response),
  requestId: response.headers.get('x-request-id'),
})

async function bodyOfReply(response: Response): Promise<unknown> {
  if (response.status === 204 || response.headers.get('content-length') === '0') return undefined
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw errorFromReply(response.ok ? 500 : response.status, text, headersOf(response))
  }
}

/** Asks the server again who is signed in: after signing in or out, confirming an address, or a stale token. */
export async function refreshSession(): Promise<void> {
  const response = await send(getSession, {}, {})
  const body = await bodyOfReply(response)
  if (!response.ok) throw errorFromReply(response.status, body, headersOf(response))
  replaceSession(readReply(getSession.reply, body))
}

/** Whether the call was refused for its token alone, which belongs to a session that another tab has replaced. */
async function isStaleToken(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return 'x-csrf-token' in (ErrorReply.safeParse(body).data?.fields ?? {})
}

/**
 * A call refused for its token changed nothing: it gets a new token and one more try. When another tab has signed in
 * as another person, it doesn't: they never asked for it.
 */
async function sendWithFreshToken(endpoint: Endpoint, parts: Parts, options: CallOptions): Promise<Response> {
  const before = currentSession().developer
  const response = await send(endpoint, parts, options)
  if (!(await isStaleToken(response))) return response
  await refreshSession()
  const { developer } = currentSession()
  if (before && developer && before.id !== developer.id) throw otherPersonError(developer.email)
  return send(endpoint, parts, options)
}

const held = { isLeaving: false }

/** Leaves the page for another document. What is refused on the way, as after signing out, no longer leads elsewhere. */
export function leavePage(address: string): void {
  held.isLeaving = true
  window.addEventListener('pageshow', () => (held.isLeaving = false), { once: true })
  window.location.assign(address)
}

function leaveForSignIn(): void {
  if (held.isLeaving) return
  const { pathname, search } = window.location
  const address = signInAddress(currentSession().developer !== null, pathname + search)
  if (address) window.location.assign(address)
}

/** A refused page of a list still tells how many rows there are. */
function lastPageFrom({ status, headers }: Response): number | null {
  const [total, perPage] = [headers.get('total'), headers.get('per-page')]
  return status === 422 && total && perPage ? lastPageOf(Number(total), Number(perPage)) : null
}

function countOf(response: Response, header: string, otherwise: number): number {
  const value = response.headers.get(header)
  return value === null ? otherwise : Number(value)
}

/** The only fetch of the product. What is sent and what comes back follow from the endpoint. */
export async function call<const E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions = {},
): Promise<ResultOf<E>> {
  const response = await sendWithFreshToken(endpoint, request, options)
  if (!options.base) noteBuild(response.headers.get('x-build'))
  const body = await bodyOfReply(response)
  if (response.status === 401 && !options.base) leaveForSignIn()
  if (!response.ok) throw errorFromReply(response.status, body, headersOf(response))
  const reply = endpoint.reply && readReply(endpoint.reply, body)
  if (!endpoint.paged) return reply as ResultOf<E>
  const rows = reply as unknown[]
  const page: PageOf<unknown> = {
    rows,
    total: countOf(response, 'total', rows.length),
    perPage: countOf(response, 'per-page', rows.length),
    page: countOf(response, 'page', 1),
  }
  return page as ResultOf<E>
}
