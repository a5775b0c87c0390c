import type { ApiCall } from '@trestle/domain/http/apiCall.ts'
import type { Session } from '@trestle/domain/accounts/contract.ts'
import { otherPersonError, signedOutError, type CallError } from './callError.ts'
import { confirmation } from './confirmation.ts'
import { endedSession } from './endedSession.ts'
import { reportUnexpected } from './errorReporting.ts'
import { isLeavingPage } from './leavePage.ts'
import { fetchSession, refreshSession } from './renewSession.ts'
import type { Parts } from './request.ts'
import { toCallError, type ReceivedReply } from './response.ts'
import { send, type CallOptions } from './send.ts'
import { currentSession, replaceSession, waitForSession } from './session.ts'
import { isUnattended } from './unattended.ts'

interface SessionCall {
  endpoint: ApiCall
  parts: Parts
  options: CallOptions
}

/**
 * Sends a call that belongs to the page's session. If it is refused until the user signs in again, accepts the terms
 * or confirms their identity, waits for that and repeats it. Each repeat can need the earlier steps again, because
 * the user may take a while.
 */
export async function sendRecovering(call: SessionCall): Promise<ReceivedReply> {
  const sendSignedIn = () => {
    const session = currentSession()
    return repeatIf(
      () => sendWithFreshToken(call),
      (response) => resolveSignIn(response, call, session),
    )
  }
  const sendAccepted = () => repeatIf(sendSignedIn, (response) => resolveTerms(response, call))
  const reply = await repeatIf(sendAccepted, (response) => resolveConfirmation(response, call))
  followRights(reply)
  return reply
}

/** Sends a call, and repeats it if the reason for its refusal could be resolved. A refused call changed nothing. */
async function repeatIf(
  sendOnce: () => Promise<ReceivedReply>,
  resolve: (response: ReceivedReply) => Promise<boolean>,
): Promise<ReceivedReply> {
  const response = await sendOnce()
  return (await resolve(response)) ? sendOnce() : response
}

/** Returns why the server forbids the call; null for other replies. */
const readForbidden = (response: ReceivedReply): CallError | null =>
  response.status === 403 ? toCallError(response) : null

/** Reloads the session if the user may no longer be staff, so that the page no longer offers what they can't do. */
function followRights(response: ReceivedReply): void {
  const session = currentSession()
  if (!session.is_admin || readForbidden(response)?.code !== 'not_allowed') return
  reloadOwnSession(session).catch(reportUnexpected)
}

/** Sends a call, and repeats it with a new token if only its token was refused. */
async function sendWithFreshToken({ endpoint, parts, options }: SessionCall): Promise<ReceivedReply> {
  const { developer } = currentSession()
  const response = await send(endpoint, parts, options)
  if (!isStaleToken(response)) return response
  return send(endpoint, parts, { ...options, csrfToken: await fetchToken(developer, options) })
}

/**
 * Returns whether the call was refused only because of its token, which is stale once another tab replaces the
 * session.
 */
function isStaleToken(response: ReceivedReply): boolean {
  const refusal = readForbidden(response)
  return refusal !== null && 'x-csrf-token' in refusal.fields
}

/** Returns a new token, unless another tab has signed in a different user, who never requested the call. */
async function fetchToken(before: Session['developer'], { background }: CallOptions): Promise<string> {
  const session = await fetchSession()
  const { developer, csrf_token: csrfToken } = session
  if (before && developer && before.id !== developer.id) throw otherPersonError(developer.email)
  // With the user of another tab, a page before sign-in loads another document. That would cancel a call that someone
  // waits for, such as a sign-in whose reply has the cookie of a new session.
  if (!before && !background) replaceSession({ ...currentSession(), csrf_token: csrfToken })
  // A page whose session has ended still belongs to its user.
  else if (developer || !before) replaceSession(session)
  return csrfToken
}

/** Waits for a new sign-in if the session that a call was sent with has ended. */
async function resolveSignIn(response: ReceivedReply, call: SessionCall, session: Session): Promise<boolean> {
  if (response.status !== 401 || session.developer === null || isLeavingPage()) return false
  // Another call may have triggered a new sign-in during this one, or renewed the session's token.
  if (currentSession() === session && !(await reloadOwnSession(session))) await waitForSignIn(call)
  return true
}

/** Reloads the session if it still belongs to the page's user, and returns whether it does. */
async function reloadOwnSession({ developer }: Session): Promise<boolean> {
  const session = await fetchSession()
  if (session.developer === null || session.developer.id !== developer?.id) return false
  replaceSession(session)
  return true
}

/** Asks to sign in again, unless the user isn't waiting for the call. */
async function waitForSignIn({ endpoint, options }: SessionCall): Promise<void> {
  const { background, keepalive, signal } = options
  if (isUnattended(signal)) throw signedOutError()
  const wasDeclined = endedSession.read() === 'declined'
  if (background || keepalive || (wasDeclined && endpoint.method === 'GET')) {
    endedSession.notice()
    throw signedOutError()
  }
  await endedSession.waitForSignIn(signal)
}

/** Returns whether the user is waiting for the call, so that a dialog may interrupt them. */
const isAwaited = ({ background, keepalive, signal }: CallOptions): boolean =>
  !background && !keepalive && !isUnattended(signal)

/** Waits for the user to accept the terms if a call needs it. The dialog is open while the session says so. */
async function resolveTerms(response: ReceivedReply, { options }: SessionCall): Promise<boolean> {
  if (readForbidden(response)?.code !== 'terms_not_accepted' || !isAwaited(options)) return false
  if (!currentSession().terms_due) await refreshSession()
  await waitForSession((session) => !session.terms_due, options.signal)
  return true
}

/** Lets the user confirm their identity if a call needs it. If they cancel, the refusal is the call's reply. */
async function resolveConfirmation(response: ReceivedReply, { options }: SessionCall): Promise<boolean> {
  const refusal = readForbidden(response)
  if (refusal?.code !== 'confirmation_required' || !isAwaited(options)) return false
  if (!options.confirm || !refusal.methods.includes('password')) {
    return confirmation.ask(refusal.methods, options.signal)
  }
  await options.confirm()
  return true
}
