import { Text } from '@mantine/core'
import { actionRefusal } from '@trestle/domain/apps/rules.ts'
import type { Credentials, StoredSecret } from '@trestle/domain/credentials/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import '../texts/credentials.ts'
import { fullDate } from '../ui/dates.ts'
import type { Environment } from '../ui/EnvironmentBadge.tsx'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import type { Failure } from '../ui/failure.ts'
import classes from './Credentials.module.css'
import { ResetSecret } from './ResetSecret.tsx'

export interface SecretFieldProps {
  environment: Environment
  appName: string
  stored: z.infer<typeof StoredSecret> | null
  mayReset: boolean
  /** The reason why the user may not reset, if not their role. */
  refusal?: string | null
  /** Creates a new secret; `confirmed` if the user accepted that the old one stops working. */
  make: (confirmed: boolean) => Promise<Credentials>
  /** The dialog closed or the call failed, so the page may be outdated. */
  onMade: () => void
}

/** Shows the visible parts of the newest secret, and the button that creates a new one (CRED-04, CRED-19). */
export function SecretField(props: SecretFieldProps) {
  return (
    <div className={classes['secretLine']}>
      <StoredLine stored={props.stored} />
      <SecretReset {...props} />
    </div>
  )
}

/** Shows the button that creates a new secret, or who may create one, and any error. Placed in a line that wraps. */
export function SecretReset(props: SecretFieldProps) {
  const { mayReset, onMade } = props
  const [round, setRound] = useState(0)
  const [failure, setFailure] = useState<Failure | null>(null)
  const end = (error: Failure | null) => {
    setFailure(error)
    setRound((times) => times + 1)
    onMade()
  }
  return (
    <>
      {/* The key changes with each reset, so that the state with the old secret is dropped (CRED-14). */}
      {mayReset && (
        <ResetSecret
          key={round}
          {...props}
          isNextRound={round > 0}
          onStart={() => setFailure(null)}
          onEnd={end}
        />
      )}
      {!mayReset && (
        <Text className={classes['wholeLine'] ?? ''} size="sm" c="dimmed">
          {props.refusal ?? actionRefusal('credentials.reset').message}
        </Text>
      )}
      {failure && (
        <div className={classes['wholeLine']}>
          <ErrorBanner error={failure} />
        </div>
      )}
    </>
  )
}

/** Says why an app has no secret that works. */
export function PublicNote() {
  const { t } = useTranslation()
  return <span className={classes['muted']}>{t('credentials.secret.public')}</span>
}

/** A secret is stored as a hash, so only its last characters and its date can be shown. */
function StoredLine({ stored }: Pick<SecretFieldProps, 'stored'>) {
  const { t } = useTranslation()
  if (!stored) return <span className={classes['muted']}>{t('credentials.secret.none')}</span>
  const { last_four: lastFour, made_at: madeAt } = stored
  return <span>{t('credentials.secret.stored', { lastFour, date: fullDate(madeAt) })}</span>
}
