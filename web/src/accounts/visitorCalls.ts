import * as calls from '@trestle/domain/accounts/calls.ts'
import * as factorCalls from '@trestle/domain/accounts/factors/calls.ts'
import type { passkeyPurposes } from '@trestle/domain/accounts/factors/contract.ts'
import { call, type RequestFor } from '../http/call.ts'
import { refreshAfterChange } from '../http/renewSession.ts'
import { keepDeviceSettings } from '../http/deviceSettings.ts'
import { clearLoadedData } from '../http/loadedData.ts'
import { currentSession, replaceSession } from '../http/session.ts'

/** The calls of the pages before sign-in, which load without the query library (decision 38). */

/** Signs in. The session says whether a second factor is due. */
export async function signIn(body: RequestFor<typeof calls.signIn>['body']): Promise<void> {
  const session = await call(calls.signIn, { body })
  clearLoadedData()
  replaceSession(session)
}

/** Returns to the first step of a sign-in. The second one expires on its own. */
export function forgetPendingSignIn(): void {
  replaceSession({ ...currentSession(), second_factor: null })
}

/** Finishes a sign-in with a second factor. */
export async function finishSignIn(body: RequestFor<typeof factorCalls.finishSignIn>['body']): Promise<void> {
  const session = await call(factorCalls.finishSignIn, { body })
  clearLoadedData()
  replaceSession(session)
}

export type PasskeyPurpose = (typeof passkeyPurposes)[number]

/** Loads the data that the browser needs to ask for a passkey. */
export async function loadPasskeyRequest(purpose: PasskeyPurpose, options: { background?: boolean } = {}) {
  const request = await call(factorCalls.createPasskeyRequest, { body: { purpose } }, options)
  const { allowCredentials, ...rest } = request
  return { ...rest, ...(allowCredentials && { allowCredentials }) }
}

/** Registers. Returns whether the address is confirmed already, by the invitation that led to the registration. */
export async function register(body: RequestFor<typeof calls.register>['body']): Promise<boolean> {
  const { email_confirmed: isConfirmed } = await call(calls.register, { body })
  return isConfirmed
}

export async function forgotPassword(email: string): Promise<void> {
  await call(calls.forgotPassword, { body: { email } })
}

/** Resets the password, which ends every session, including this browser's. */
export async function resetPassword(body: RequestFor<typeof calls.resetPassword>['body']): Promise<void> {
  await keepDeviceSettings(() => call(calls.resetPassword, { body }))
  clearLoadedData()
  await refreshAfterChange()
}
