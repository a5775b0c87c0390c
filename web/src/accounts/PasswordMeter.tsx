import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/accounts.ts'
import classes from './PasswordMeter.module.css'
import { loadEstimator, rateTyped, type KnownOwner } from './passwordCheck.ts'

const steps = [1, 2, 3, 4] as const

/** A delay that prevents flicker and screen reader interruptions on every key press. */
const restMs = 300

const tones = ['danger', 'danger', 'warning', 'success', 'success'] as const

interface PasswordMeterProps {
  password: string
  known: KnownOwner
  /** The field already shows an error. */
  isRefused: boolean
}

/** Loads the estimator once something is typed, and returns whether it has loaded. */
function useEstimator(isNeeded: boolean): boolean {
  const [hasLoaded, setHasLoaded] = useState(false)
  useEffect(() => {
    if (!isNeeded) return
    loadEstimator().then(
      () => setHasLoaded(true),
      // The server rates the password too.
      () => undefined,
    )
  }, [isNeeded])
  return hasLoaded
}

/**
 * Shows how hard a new password is to guess. Empty until the estimator loads, or if the password is too short. The
 * first key press reserves its space, because the estimator may load while the pointer is pressed on something below.
 */
export function PasswordMeter({ password, known, isRefused }: PasswordMeterProps) {
  const { t } = useTranslation()
  const [typed] = useDebouncedValue(password, restMs)
  const hasEstimator = useEstimator(password !== '')
  const rating = hasEstimator ? rateTyped(typed, known) : null
  const labels: Record<number, string> = t('accounts.strength.scores', { returnObjects: true })
  const label = rating ? labels[rating.score] : undefined
  const meter = rating && {
    role: 'meter',
    'aria-label': t('accounts.strength.label'),
    'aria-valuemin': 0,
    'aria-valuemax': 4,
    'aria-valuenow': rating.score,
    'aria-valuetext': label ?? '',
    'data-tone': tones[rating.score],
  }
  const filled = rating ? Math.max(rating.score, 1) : 0
  const isReserved = password !== '' || undefined
  return (
    <>
      {isReserved && (
        // Not a <meter>: each browser names its parts differently.
        <div className={classes['bar']} {...meter}>
          {steps.map((step) => (
            <span key={step} data-filled={step <= filled || undefined} />
          ))}
        </div>
      )}
      <output className={classes['text']} data-reserved={isReserved}>
        {isRefused ? label : (rating?.problem ?? label)}
      </output>
    </>
  )
}
