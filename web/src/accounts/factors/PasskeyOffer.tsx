import { minuteMs } from '@trestle/domain/time/durations.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PasskeyAnswer } from '@trestle/domain/accounts/factors/contract.ts'
import { reportUnexpected, reportError } from '../../http/errorReporting.ts'
import '../../texts/factors.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { toFailure } from '../../ui/failure.ts'
import { signIn } from '../visitorCalls.ts'
import { endPasskeyOffer, offerPasskeys } from './passkeys.ts'

/** Shorter than the challenge of an offer is valid. */
const renewAfterMs = 4 * minuteMs
/** What someone does before they choose a passkey, on a page that was open for a while. */
const activities = ['pointermove', 'pointerdown', 'keydown', 'focus'] as const

/**
 * Offers passkeys until the returned function is called. An old offer is renewed when the user comes back to the page,
 * unless another request for a passkey has replaced it.
 */
function startOffering(onPasskey: (passkey: PasskeyAnswer) => Promise<void>): () => void {
  let isOpen = true
  let openOffers = 0
  let renewAt = 0
  const offer = async () => {
    openOffers += 1
    renewAt = Date.now() + renewAfterMs
    const passkey = await offerPasskeys().finally(() => (openOffers -= 1))
    if (passkey && isOpen) await onPasskey(passkey)
  }
  // No one asked for the offer, so only what happens to a chosen passkey is shown.
  const start = () => void offer().catch(reportError)
  const renew = () => {
    if (openOffers > 0 && Date.now() >= renewAt) start()
  }
  for (const activity of activities) window.addEventListener(activity, renew)
  start()
  return () => {
    isOpen = false
    for (const activity of activities) window.removeEventListener(activity, renew)
    endPasskeyOffer().catch(reportError)
  }
}

/**
 * Offers passkeys in the autofill of the email field while the page is open, and signs in with the chosen one or shows
 * why it was not accepted.
 */
export function PasskeyOffer() {
  const { t } = useTranslation()
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    const showFailure = (failure: unknown) => {
      setError(failure)
      reportUnexpected(failure)
    }
    return startOffering((passkey) => signIn({ passkey }).catch(showFailure))
  }, [])
  return (
    <ErrorBanner
      title={t('factors.signIn.passkeyFailed')}
      error={error ? toFailure(error) : null}
      onClose={() => setError(null)}
    />
  )
}
