import type { PasskeyAnswer } from '@trestle/domain/accounts/factors/contract.ts'
import { factors as texts } from '../../texts/factors.ts'
import { UserError } from '../../ui/failure.ts'
import { retry } from '../../ui/retry.ts'
import { loadPasskeyRequest, type PasskeyPurpose } from '../visitorCalls.ts'

export const loadWebauthn = () => retry(() => import('@simplewebauthn/browser'))

export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in window

/** Passkeys belong to a host name; a browser refuses them for an IP address. */
export const isPasskeyHost = (host: string): boolean => !/^[\d.]+$|^\[/.test(host)

/** Returns whether the user's device already has a passkey of the account. */
export const isAlreadyAdded = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError'

/** Returns the error for a user whose browser didn't provide a passkey. */
export function toUserError(error: unknown): Error {
  if (!(error instanceof Error)) return new UserError(texts.errors.unusable)
  if (isAlreadyAdded(error)) return new UserError(texts.errors.alreadyAdded)
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') {
    return new UserError(texts.errors.canceled)
  }
  return new UserError(texts.errors.unusable, { cause: error })
}

/** Asks the user for a passkey. */
export async function askForPasskey(purpose: PasskeyPurpose): Promise<PasskeyAnswer> {
  const { startAuthentication } = await loadWebauthn()
  const optionsJSON = await loadPasskeyRequest(purpose)
  const answer = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw toUserError(error)
  })
  return toAnswer(answer)
}

/**
 * Offers the passkeys of this site in the autofill of the email field. Resolves when the user chooses one, and with null
 * where the browser can't, or when another request for a passkey replaces it.
 */
export async function offerPasskeys(): Promise<PasskeyAnswer | null> {
  if (!supportsPasskeys() || !isPasskeyHost(window.location.hostname)) return null
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await loadWebauthn()
  if (!(await browserSupportsWebAuthnAutofill())) return null
  const optionsJSON = await loadPasskeyRequest('sign_in', { background: true })
  return startAuthentication({ optionsJSON, useBrowserAutofill: true }).then(toAnswer, () => null)
}

/** Ends the autofill offer when the user leaves its page. */
export async function endPasskeyOffer(): Promise<void> {
  if (!supportsPasskeys()) return
  const { WebAuthnAbortService } = await loadWebauthn()
  WebAuthnAbortService.cancelCeremony()
}

type BrowserAnswer = Awaited<ReturnType<Awaited<ReturnType<typeof loadWebauthn>>['startAuthentication']>>

const toAnswer = ({ id, rawId, response }: BrowserAnswer): PasskeyAnswer => ({
  id,
  rawId,
  type: 'public-key',
  clientExtensionResults: {},
  response,
})
