import { getSession, signIn, type Session } from '@trestle/domain/accounts/contract.ts'
import { ErrorReply } from '@trestle/domain/http/errors.ts'
import { lastPageFor } from '@trestle/domain/http/paging.ts'
import type { Endpoint, ReplyOf, RequestOf } from '@trestle/domain/http/endpoint.ts'
import { noteBuild } from './build.ts'
import { errorFromReply, networkError, otherPersonError, signedOutError } from './callError.ts'
import { endedSession } from './endedSession.ts'
import { readReply } from './reply.ts'
import { toAddress, toBody, headersFor, type Multipart, type Parts } from './request.ts'
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
  /** No one waits for it: a session that has ended is noted without asking to sign in. */
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

/** What the headers of a refusal add to its body. */
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

/** Asks the server who is signed in, without changing whom this page belongs to. */
async function fetchSession(): Promise<Session> {
  const response = await send(getSession, {}, {})
  return readSession(response)
}

async function readSession(response: Response): Promise<Session> {
  const body = await bodyOfReply(response)
  if (!response.ok) throw errorFromReply(response.status, body, readHeaders(response))
  return readReply(getSession.reply, body)
}

/** Asks the server again who is signed in: after signing in or out, confirming an address, or a stale token. */
export async function refreshSession(): Promise<void> {
  replaceSession(await fetchSession())
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
  if (options.base || !(await isStaleToken(response))) return response
  const session = await fetchSession()
  const { developer, csrf_token: csrfToken } = session
  if (before && developer && before.id !== developer.id) throw otherPersonError(developer.email)
  // A page whose session has ended still belongs to its person.
  if (developer || !before) replaceSession(session)
  return send(endpoint, parts, { ...options, csrfToken })
}

const held = { isLeaving: false }

/** Leaves the page for another document. What is refused on the way, as after signing out, no longer leads elsewhere. */
export function leavePage(address: string): void {
  held.isLeaving = true
  window.addEventListener('pageshow', () => (held.isLeaving = false), { once: true })
  window.location.assign(address)
}

/** Asks to sign in again, unless that would interrupt someone for a call they are not waiting for. */
async function waitForSignIn(
  endpoint: Endpoint,
  { background, keepalive, signal }: CallOptions,
): Promise<void> {
  const wasDeclined = endedSession.read() === 'declined'
  if (background || keepalive || (wasDeclined && endpoint.method === 'GET')) {
    endedSession.notice()
    throw signedOutError()
  }
  await endedSession.waitForSignIn(signal)
}

/** A call that was refused because the session has ended is repeated once the same person has signed in again. */
async function sendSignedIn(endpoint: Endpoint, parts: Parts, options: CallOptions): Promise<Response> {
  const session = currentSession()
  const response = await sendWithFreshToken(endpoint, parts, options)
  const isEnded = response.status === 401 && !options.base && session.developer !== null
  if (!isEnded || held.isLeaving) return response
  // Another call may have led to a new sign-in while this one was on its way.
  if (currentSession() === session) await waitForSignIn(endpoint, options)
  return sendWithFreshToken(endpoint, parts, options)
}

/** Asks who is signed in by now. Goes on with a session of the same person that another tab has begun. */
export async function followSession(): Promise<void> {
  const session = await fetchSession()
  const { developer } = session
  if (!developer) return endedSession.notice()
  if (developer.id !== currentSession().developer?.id) throw otherPersonError(developer.email)
  replaceSession(session)
  endedSession.renew()
}

/** Signs this page's person in again, and lets the waiting calls go on. */
export async function signInAgain(body: RequestOf<typeof signIn>['body']): Promise<void> {
  const { csrf_token: csrfToken } = await fetchSession()
  const session = await readSession(await send(signIn, { body }, { csrfToken }))
  const { developer } = session
  if (developer?.id !== currentSession().developer?.id) throw otherPersonError(developer?.email ?? body.email)
  replaceSession(session)
  endedSession.renew()
}

/** A refused page of a list still tells how many rows there are. */
function lastPageFrom({ status, headers }: Response): number | null {
  const [total, perPage] = [headers.get('total'), headers.get('per-page')]
  return status === 422 && total && perPage ? lastPageFor(Number(total), Number(perPage)) : null
}

function readCount(response: Response, header: string, otherwise: number): number {
  const value = response.headers.get(header)
  return value === null ? otherwise : Number(value)
}

/** The only fetch of the product. What is sent and what comes back follow from the endpoint. */
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
