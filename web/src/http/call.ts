import { getSession, signIn, type Session } from '@trestle/domain/accounts/contract.ts'
import { toAddress } from '@trestle/domain/http/address.ts'
import { ErrorReply } from '@trestle/domain/http/errorReply.ts'
import { lastPageFor } from '@trestle/domain/http/paging.ts'
import type { Endpoint, ReplyOf, RequestOf } from '@trestle/domain/http/endpoint.ts'
import { noteBuild } from './build.ts'
import { errorFromReply, networkError, otherPersonError, signedOutError } from './callError.ts'
import { endedSession } from './endedSession.ts'
import { isUnattended } from './prefetch.ts'
import { readReply } from './reply.ts'
import { toBody, headersFor, type Multipart, type Parts } from './request.ts'
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
  /** The server to call, if not our own. Sessions belong to ours, so the call is not signed in there. */
  base?: string
  multipart?: Multipart
  /** Called with the progress of a form with files. */
  onProgress?: OnProgress
  /** Lets the call outlive the page that made it. */
  keepalive?: boolean
  /** The user isn't waiting for this call, so an ended session is recorded without asking to sign in. */
  background?: boolean
  /** Defaults to the token of the page's session. */
  csrfToken?: string
  /** How long an attempt may take before it counts as a lost connection. */
  timeoutMs?: number
}

function signalFor({ signal, timeoutMs }: CallOptions): AbortSignal | null {
  if (timeoutMs === undefined) return signal ?? null
  const limit = new AbortController()
  setTimeout(() => limit.abort(), timeoutMs)
  return AbortSignal.any([limit.signal, ...(signal ? [signal] : [])])
}

async function send(endpoint: Endpoint, parts: Parts, options: CallOptions): Promise<Response> {
  const { body, contentType } = toBody(parts, options.multipart)
  const { csrfToken = currentSession().csrf_token, base } = options
  const headers = headersFor({ csrfToken, base, contentType })
  try {
    const { method } = endpoint
    const signal = signalFor(options)
    const address = `${options.base ?? ''}${toAddress(endpoint, parts)}`
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

/** Returns what the headers of a refusal add to its body. */
const readHeaders = (response: Response) => ({
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
    throw errorFromReply(response.ok ? 500 : response.status, text, readHeaders(response))
  }
}

/** Loads the server's session without changing the page's own. */
async function fetchSession(): Promise<Session> {
  const response = await send(getSession, {}, {})
  return readSession(response)
}

async function readSession(response: Response): Promise<Session> {
  const body = await bodyOfReply(response)
  if (!response.ok) throw errorFromReply(response.status, body, readHeaders(response))
  return readReply(getSession.reply, body)
}

/** Reloads the session after signing in or out, confirming an address, or a stale token. */
export async function refreshSession(): Promise<void> {
  replaceSession(await fetchSession())
}

/** Returns whether the call was refused only for its token, which is stale once another tab replaces the session. */
async function isStaleToken(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return 'x-csrf-token' in (ErrorReply.safeParse(body).data?.fields ?? {})
}

/**
 * Retries a call once with a new token if it was refused for its token, because it changed nothing. Doesn't retry if
 * another tab has signed in a different user, who never requested it.
 */
async function sendWithFreshToken(endpoint: Endpoint, parts: Parts, options: CallOptions): Promise<Response> {
  const before = currentSession().developer
  const response = await send(endpoint, parts, options)
  if (options.base || !(await isStaleToken(response))) return response
  const session = await fetchSession()
  const { developer, csrf_token: csrfToken } = session
  if (before && developer && before.id !== developer.id) throw otherPersonError(developer.email)
  // A page whose session has ended still belongs to its user.
  if (developer || !before) replaceSession(session)
  return send(endpoint, parts, { ...options, csrfToken })
}

const state = { isLeaving: false }

/**
 * Leaves the page for another document. Refusals on the way, as after signing out, no longer open the sign-in dialog.
 */
export function leavePage(address: string): void {
  state.isLeaving = true
  window.addEventListener('pageshow', () => (state.isLeaving = false), { once: true })
  window.location.assign(address)
}

/** Asks to sign in again, unless the user isn't waiting for the call. */
async function waitForSignIn(
  endpoint: Endpoint,
  { background, keepalive, signal }: CallOptions,
): Promise<void> {
  if (isUnattended(signal)) throw signedOutError()
  const wasDeclined = endedSession.read() === 'declined'
  if (background || keepalive || (wasDeclined && endpoint.method === 'GET')) {
    endedSession.notice()
    throw signedOutError()
  }
  await endedSession.waitForSignIn(signal)
}

/** Sends a call, and repeats it if it was refused for an ended session, once the same user has signed in again. */
async function sendSignedIn(endpoint: Endpoint, parts: Parts, options: CallOptions): Promise<Response> {
  const session = currentSession()
  const response = await sendWithFreshToken(endpoint, parts, options)
  const isEnded = response.status === 401 && !options.base && session.developer !== null
  if (!isEnded || state.isLeaving) return response
  // Another call may have triggered a new sign-in during this one.
  if (currentSession() === session) await waitForSignIn(endpoint, options)
  return sendWithFreshToken(endpoint, parts, options)
}

/** Reloads the session, and continues if another tab has signed in the same user. */
export async function followSession(): Promise<void> {
  const session = await fetchSession()
  const { developer } = session
  if (!developer) return endedSession.notice()
  if (developer.id !== currentSession().developer?.id) throw otherPersonError(developer.email)
  replaceSession(session)
  endedSession.renew()
}

/** Signs the page's user in again and resumes the waiting calls. */
export async function signInAgain(body: RequestOf<typeof signIn>['body']): Promise<void> {
  const { csrf_token: csrfToken } = await fetchSession()
  const session = await readSession(await send(signIn, { body }, { csrfToken }))
  const { developer } = session
  if (developer?.id !== currentSession().developer?.id) throw otherPersonError(developer?.email ?? body.email)
  replaceSession(session)
  endedSession.renew()
}

/** Returns the last page of a list from the total that a refusal sends for a page beyond it. */
function lastPageFrom({ status, headers }: Response): number | null {
  const [total, perPage] = [headers.get('total'), headers.get('per-page')]
  return status === 422 && total && perPage ? lastPageFor(Number(total), Number(perPage)) : null
}

function readCount(response: Response, header: string, otherwise: number): number {
  const value = response.headers.get(header)
  return value === null ? otherwise : Number(value)
}

/** The only fetch in the app. The endpoint determines the types of request and reply. */
export async function call<const E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions = {},
): Promise<ResultOf<E>> {
  const response = await sendSignedIn(endpoint, request, options)
  if (!options.base) noteBuild(response.headers.get('x-build'))
  const body = await bodyOfReply(response)
  if (!response.ok) throw errorFromReply(response.status, body, readHeaders(response))
  const reply = endpoint.reply && readReply(endpoint.reply, body)
  if (!endpoint.paged) return reply as ResultOf<E>
  const rows = reply as unknown[]
  const page: PageOf<unknown> = {
    rows,
    total: readCount(response, 'total', rows.length),
    perPage: readCount(response, 'per-page', rows.length),
    page: readCount(response, 'page', 1),
  }
  return page as ResultOf<E>
}
