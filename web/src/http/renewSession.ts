import { getSession, signIn } from '@trestle/domain/accounts/calls.ts'
import { finishSignIn } from '@trestle/domain/accounts/factors/calls.ts'
import type { Session } from '@trestle/domain/accounts/contract.ts'
import type { ContractOf } from '@trestle/domain/contracts.ts'
import type { RequestOf } from '@trestle/domain/http/endpoint.ts'
import { otherAccountError, otherPersonError, signedOutError } from './callError.ts'
import { endedSession } from './endedSession.ts'
import { reportUnexpected } from './errorReporting.ts'
import { isSuccess, readBody, toCallError, type ReceivedReply } from './response.ts'
import { send } from './send.ts'
import { currentSession, replaceSession } from './session.ts'

/** Loads the server's session without changing the page's own. */
export async function fetchSession(): Promise<Session> {
  return readSession(await send(getSession, {}, {}))
}

function readSession(response: ReceivedReply): Session {
  if (!isSuccess(response)) throw toCallError(response)
  return readBody(response) as Session
}

/** Reloads the session after signing in or out, confirming an address, or a stale token. */
export async function refreshSession(): Promise<void> {
  replaceSession(await fetchSession())
}

/**
 * Reloads the session after a change, which has happened even if this fails. A call with a stale token also reloads it.
 */
export const refreshAfterChange = (): Promise<void> => refreshSession().catch(reportUnexpected)

/** Reloads the session, and continues if another tab has signed in the same user. */
export async function followSession(): Promise<void> {
  const session = await fetchSession()
  const { developer } = session
  if (!developer) return endedSession.notice()
  if (developer.id !== currentSession().developer?.id) throw otherPersonError(developer.email)
  replaceSession(session)
  endedSession.renew()
}

type SignInStep =
  | { signIn: RequestOf<ContractOf<typeof signIn>>['body'] }
  | { finish: RequestOf<ContractOf<typeof finishSignIn>>['body'] }

/**
 * Signs the page's user in again and resumes the waiting calls. Returns how to finish it if a second factor is due.
 */
export async function signInAgain(step: SignInStep): Promise<Session['second_factor']> {
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
