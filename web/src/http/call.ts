import { confirmSession, getSession, signIn } from '@trestle/domain/accounts/calls.ts'
import { finishSignIn } from '@trestle/domain/accounts/factors/calls.ts'
import type { Session } from '@trestle/domain/accounts/contract.ts'
import { toAddress } from '@trestle/domain/http/address.ts'
import { lastPageFor, type TotalRelation } from '@trestle/domain/http/paging.ts'
import type { ContractOf } from '@trestle/domain/contracts.ts'
import type { ApiCall } from '@trestle/domain/http/apiCall.ts'
import type { ReplyOf, RequestOf } from '@trestle/domain/http/endpoint.ts'
import { isOwnBuild, noteBuild } from './build.ts'
import {
  errorFromReply,
  networkError,
  otherAccountError,
  otherPersonError,
  signedOutError,
  type CallError,
} from './callError.ts'
import { confirmation } from './confirmation.ts'
import { endedSession } from './endedSession.ts'
import { reportUnexpected } from './errorReporting.ts'
import { joinRepeat } from './joinRepeat.ts'
import { toBody, headersFor, type Multipart, type Parts } from './request.ts'
import { retry } from '../ui/retry.ts'
import { currentSession, replaceSession, waitForSession } from './session.ts'
import { isUnattended } from './unattended.ts'
import { sendWatched, type OnProgress, type ReceivedReply } from './upload.ts'

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
  /**
   * Confirms the user's identity with a password that they typed for this call, so that no dialog asks for it again.
   */
  confirm?: () => Promise<void>
  /** Defaults to the token of the page's session. */
  csrfToken?: string
  /** How long an attempt may take before it counts as a lost connection. */
  timeoutMs?: number
}

/** Starts the time limit of an attempt, which runs until `end`. */
function startLimit({ signal, timeoutMs }: CallOptions) {
  const limit = new AbortController()
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => limit.abort(), timeoutMs)
  return {
    signal: AbortSignal.any([limit.signal, ...(signal ? [signal] : [])]),
    end: () => clearTimeout(timer),
  }
}

async function send(endpoint: ApiCall, parts: Parts, options: CallOptions): Promise<ReceivedReply> {
  const { body, contentType } = toBody(parts, options.multipart)
  const { csrfToken = currentSession().csrf_token, base } = options
  const headers = headersFor({ csrfToken, base, contentType })
  const { signal, end } = startLimit(options)
  try {
    const { method } = endpoint
    const address = `${options.base ?? ''}${toAddress(endpoint, parts)}`
    if (options.onProgress && body instanceof FormData)
      return await sendWatched(address, { method, headers, body, signal }, options.onProgress)
    const { keepalive = false } = options
    const response = await fetch(address, {
      method,
      credentials: 'same-origin',
      headers,
      body: body ?? null,
      signal,
      keepalive,
    })
    // The body is read here, within the time limit, because the connection can also be lost during it.
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch {
    // Reading a body that was canceled doesn't always fail with the reason of the signal.
    options.signal?.throwIfAborted()
    throw networkError()
  } finally {
    end()
  }
}

const isSuccess = ({ status }: ReceivedReply): boolean => status >= 200 && status < 300

/** Returns the data that the headers of a refusal add to its body. */
const readHeaders = (response: ReceivedReply) => ({
  lastPage: lastPageFrom(response),
  requestId: response.headers.get('x-request-id'),
})

function bodyOfReply(response: ReceivedReply): unknown {
  const { status, text } = response
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw errorFromReply(isSuccess(response) ? 500 : status, text, readHeaders(response))
  }
}

/** Loads the server's session without changing the page's own. */
async function fetchSession(): Promise<Session> {
  const response = await send(getSession, {}, {})
  return readSession(response)
}

function readSession(response: ReceivedReply): Session {
  const body = bodyOfReply(response)
  if (!isSuccess(response)) throw errorFromReply(response.status, body, readHeaders(response))
  return body as Session
}

/** Reloads the session after signing in or out, confirming an address, or a stale token. */
export async function refreshSession(): Promise<void> {
  replaceSession(await fetchSession())
}

/**
 * Reloads the session after a change, which has happened even if this fails. A call with a stale token also reloads it.
 */
export const refreshAfterChange = (): Promise<void> => refreshSession().catch(reportUnexpected)

/** Returns why the server forbids the call; null for other replies. */
const readForbidden = (response: ReceivedReply): CallError | null =>
  response.status === 403 ? errorFromReply(response.status, bodyOfReply(response)) : null

/**
 * Returns whether the call was refused only because of its token, which is stale once another tab replaces the
 * session.
 */
function isStaleToken(response: ReceivedReply): boolean {
  const refusal = readForbidden(response)
  return refusal !== null && 'x-csrf-token' in refusal.fields
}

/**
 * Retries a call once with a new token if its token was refused, because the call changed nothing. Doesn't retry if
 * another tab has signed in a different user, who never requested it.
 */
async function sendWithFreshToken(
  endpoint: ApiCall,
  parts: Parts,
  options: CallOptions,
): Promise<ReceivedReply> {
  const before = currentSession().developer
  const response = await send(endpoint, parts, options)
  if (options.base || !isStaleToken(response)) return response
  const session = await fetchSession()
  const { developer, csrf_token: csrfToken } = session
  if (before && developer && before.id !== developer.id) throw otherPersonError(developer.email)
  // A page whose session has ended still belongs to its user.
  if (developer || !before) replaceSession(session)
  return send(endpoint, parts, { ...options, csrfToken })
}

const state = { isLeaving: false }

/**
 * Leaves the page for another document. Refusals received while leaving, such as after signing out, no longer open
 * the sign-in dialog.
 */
export function leavePage(address: string): void {
  state.isLeaving = true
  window.addEventListener('pageshow', () => (state.isLeaving = false), { once: true })
  window.location.assign(address)
}

/** Asks to sign in again, unless the user isn't waiting for the call. */
async function waitForSignIn(
  endpoint: ApiCall,
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

/**
 * Returns whether the user is signed in after all, because another call renewed the session's token during this one.
 */
async function hasRenewedToken({ developer }: Session): Promise<boolean> {
  const session = await fetchSession()
  if (session.developer === null || session.developer.id !== developer?.id) return false
  replaceSession(session)
  return true
}

/** Sends a call, and repeats it if it was refused for an ended session, once the same user has signed in again. */
async function sendSignedIn(endpoint: ApiCall, parts: Parts, options: CallOptions): Promise<ReceivedReply> {
  const session = currentSession()
  const response = await sendWithFreshToken(endpoint, parts, options)
  const isEnded = response.status === 401 && !options.base && session.developer !== null
  if (!isEnded || state.isLeaving) return response
  // Another call may have triggered a new sign-in during this one.
  if (currentSession() === session && !(await hasRenewedToken(session)))
    await waitForSignIn(endpoint, options)
  return sendWithFreshToken(endpoint, parts, options)
}

/**
 * Sends a call, and if it is refused because of the terms, repeats it once the user has accepted them. The refused
 * call changed nothing. The dialog is open while the session says that acceptance is due.
 */
async function sendAccepted(endpoint: ApiCall, parts: Parts, options: CallOptions): Promise<ReceivedReply> {
  const response = await sendSignedIn(endpoint, parts, options)
  const refusal = options.base ? null : readForbidden(response)
  const isAwaited = !options.background && !options.keepalive && !isUnattended(options.signal)
  if (refusal?.code !== 'terms_not_accepted' || !isAwaited) return response
  if (!currentSession().terms_due) await refreshSession()
  await waitForSession((session) => !session.terms_due, options.signal)
  return sendSignedIn(endpoint, parts, options)
}

/** Lets the user confirm their identity. Returns false if they cancel. */
async function confirmFor(refusal: CallError, { confirm, signal }: CallOptions): Promise<boolean> {
  if (!confirm || !refusal.methods.includes('password')) return confirmation.ask(refusal.methods, signal)
  await confirm()
  return true
}

/**
 * Sends a call, and if it is refused because it needs a confirmation, repeats it once the user has confirmed their
 * identity. The refused call changed nothing. If the user cancels, the refusal is the call's reply.
 */
async function sendConfirmed(endpoint: ApiCall, parts: Parts, options: CallOptions): Promise<ReceivedReply> {
  const response = await sendAccepted(endpoint, parts, options)
  const refusal = options.base ? null : readForbidden(response)
  if (refusal?.code !== 'confirmation_required' || options.background || options.keepalive) return response
  if (!(await confirmFor(refusal, options))) return response
  return sendAccepted(endpoint, parts, options)
}

/** Confirms the user's identity, which renews the session's tokens. */
export async function confirmIdentity(body: RequestFor<typeof confirmSession>['body']): Promise<void> {
  await call(confirmSession, { body })
  await refreshAfterChange()
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

/**
 * Signs the page's user in again and resumes the waiting calls. Returns how to finish it if a second factor is due.
 */
export async function signInAgain(
  step: { signIn: RequestFor<typeof signIn>['body'] } | { finish: RequestFor<typeof finishSignIn>['body'] },
): Promise<Session['second_factor']> {
  const { csrf_token: csrfToken } = await fetchSession()
  const response =
    'signIn' in step
      ? await send(signIn, { body: step.signIn }, { csrfToken })
      : await send(finishSignIn, { body: step.finish }, { csrfToken })
  const session = readSession(response)
  const { developer, second_factor: secondFactor } = session
  if (secondFactor) return secondFactor
  if (!developer) throw signedOutError()
  if (developer.id !== currentSession().developer?.id) throw otherAccountError(developer.email)
  replaceSession(session)
  endedSession.renew()
  return null
}

/** Returns the last page of a list from the total that a refusal sends for a page beyond it. */
function lastPageFrom({ status, headers }: ReceivedReply): number | null {
  const [total, perPage] = [headers.get('total'), headers.get('per-page')]
  return status === 422 && total && perPage ? lastPageFor(Number(total), Number(perPage)) : null
}

function readCount(response: ReceivedReply, header: string, otherwise: number): number {
  const value = response.headers.get(header)
  return value === null ? otherwise : Number(value)
}

/**
 * Checks a reply against its contract. A server of the page's own build has already done so, so a page loads the
 * contracts only for a different build.
 */
async function checkReply(operationId: string, body: unknown): Promise<unknown> {
  const { readReplyTo } = await retry(() => import('./replies.ts'))
  return readReplyTo(operationId, body)
}

/** Reads why a call was refused. Omits a stored object that this page can't read. */
async function readRefusal({ operationId }: ApiCall, response: ReceivedReply, body: unknown, isOwn: boolean) {
  const refusal = errorFromReply(response.status, body, readHeaders(response))
  if (isOwn || refusal.current === undefined) return refusal
  const current = await checkReply(operationId, refusal.current).catch(() => undefined)
  return errorFromReply(response.status, { ...(body as object), current }, readHeaders(response))
}

/** Returns a key shared by identical changes; null for other calls, and for forms with files. */
function changeKeyFor(endpoint: ApiCall, parts: Parts, options: CallOptions): string | null {
  const { background, base, keepalive, multipart, signal } = options
  if (endpoint.method === 'GET' || background || base || keepalive || multipart || signal) return null
  return `${endpoint.method} ${toAddress(endpoint, parts)} ${JSON.stringify(parts.body)}`
}

/** The only fetch in the app. The endpoint determines the types of request and reply. */
export function call<const C extends ApiCall>(
  endpoint: C,
  request: RequestFor<C>,
  options: CallOptions = {},
): Promise<ResultOf<C>> {
  const key = changeKeyFor(endpoint, request, options)
  const send = () => callOnce(endpoint, request, options)
  return key === null ? send() : joinRepeat(key, send)
}

async function callOnce<const C extends ApiCall>(
  endpoint: C,
  request: RequestFor<C>,
  options: CallOptions,
): Promise<ResultOf<C>> {
  const response = await sendConfirmed(endpoint, request, options)
  if (!options.base) noteBuild(response.headers.get('x-build'))
  const body = bodyOfReply(response)
  const isOwn = !options.base && isOwnBuild(response.headers.get('x-build'))
  if (!isSuccess(response)) throw await readRefusal(endpoint, response, body, isOwn)
  const reply = isOwn ? body : await checkReply(endpoint.operationId, body)
  if (!endpoint.paged) return reply as ResultOf<C>
  const rows = reply as unknown[]
  const page: PageOf<unknown> = {
    rows,
    total: readCount(response, 'total', rows.length),
    relation: response.headers.get('total-relation') === 'gte' ? 'gte' : 'eq',
    perPage: readCount(response, 'per-page', rows.length),
    page: readCount(response, 'page', 1),
  }
  return page as ResultOf<C>
}
