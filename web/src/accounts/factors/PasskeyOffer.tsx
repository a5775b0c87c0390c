import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportUnexpected, reportError } from '../../http/errorReporting.ts'
import '../../texts/factors.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { toFailure } from '../../ui/failure.ts'
import { signIn } from '../visitorCalls.ts'
import { endPasskeyOffer, offerPasskeys } from './passkeys.ts'

/**
 * Offers passkeys in the autofill of the email field while the page is open, and signs in with the chosen one or shows
 * why it was not accepted.
 */
export function PasskeyOffer() {
  const { t } = useTranslation()
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    const offer = { isOpen: true }
    const showFailure = (failure: unknown) => {
      setError(failure)
      reportUnexpected(failure)
    }
    const run = async () => {
      const passkey = await offerPasskeys()
      if (passkey && offer.isOpen) await signIn({ passkey }).catch(showFailure)
    }
    // No one asked for the offer, so only what happens to a chosen passkey is shown.
    run().catch(reportError)
    return () => {
      offer.isOpen = false
      endPasskeyOffer().catch(reportError)
    }
  }, [])
  return (
    <ErrorBanner
      title={t('factors.signIn.passkeyFailed')}
      error={error ? toFailure(error) : null}
      onClose={() => setError(null)}
    />
  )
}
