import { useEffect } from 'react'
import { reportError } from '../../http/errorReporting.ts'
import { signIn } from '../visitorCalls.ts'
import { endPasskeyOffer, offerPasskeys } from './passkeys.ts'

/** Offers passkeys in the autofill of the email field while the page is open, and signs in with the chosen one. */
export function usePasskeyOffer(isOffered: boolean): void {
  useEffect(() => {
    if (!isOffered) return undefined
    const offer = { isOpen: true }
    const run = async () => {
      const passkey = await offerPasskeys()
      if (passkey && offer.isOpen) await signIn({ passkey })
    }
    // No one asked for the offer: the form and its button say what went wrong.
    run().catch(reportError)
    return () => {
      offer.isOpen = false
      endPasskeyOffer().catch(reportError)
    }
  }, [isOffered])
}
