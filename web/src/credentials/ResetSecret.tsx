import { Button } from '@mantine/core'
import type { Credentials } from '@trestle/domain/credentials/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOneTimeCall } from '../shared/useOneTimeCall.ts'
import '../texts/credentials.ts'
import { DangerButton } from '../ui/DangerButton.tsx'
import { type Failure, toFailure } from '../ui/failure.ts'
import { LazyModal } from '../ui/LazyModal.tsx'
import { ConfirmResetDialog, GenerateSecretDialog } from './ConfirmResetDialog.tsx'
import { OneTimeSecretDialog } from './OneTimeSecretDialog.tsx'
import type { SecretFieldProps } from './SecretField.tsx'

type Step = 'rest' | 'asking' | 'working'

interface ResetSecretProps extends SecretFieldProps {
  /** Returns the focus to this button after a reset. */
  isNextRound: boolean
  onStart: () => void
  onEnd: (failure: Failure | null) => void
}

/** Runs one reset: asks, confirms if it revokes something, and shows the secret once. */
export function ResetSecret(props: ResetSecretProps) {
  const { environment, appName, stored, onStart, onEnd } = props
  const { t } = useTranslation()
  const [step, setStep] = useState<Step>('rest')
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  // The first production secret revokes nothing (CRED-10). In the sandbox, every reset asks (CRED-15).
  const isReveal = environment === 'production' && stored === null
  const make = useOneTimeCall(async (confirmed: boolean) => {
    setStep('working')
    try {
      // The secret can't be shown again, so the dialog must load first.
      await LazyModal.preload()
      setCredentials(await props.make(confirmed))
    } catch (error) {
      onEnd(toFailure(error))
    }
  })
  const makesFirst = isReveal ? 'show' : 'generate'
  const Question = stored ? ConfirmResetDialog : GenerateSecretDialog
  const StartButton = stored ? DangerButton : Button
  const start = () => {
    onStart()
    if (isReveal) void make(false)
    else setStep('asking')
  }
  if (credentials) {
    const done = () => onEnd(null)
    return <OneTimeSecretDialog environment={environment} credentials={credentials} onDone={done} />
  }
  return (
    <>
      <StartButton
        {...(!stored && { variant: 'default' })}
        size="xs"
        loading={isReveal && step === 'working'}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog that just closed was opened from here
        autoFocus={props.isNextRound}
        onClick={start}
      >
        {t(`credentials.secret.${stored ? 'reset' : makesFirst}`)}
      </StartButton>
      {!isReveal && step !== 'rest' && (
        <Question
          environment={environment}
          appName={appName}
          stored={stored}
          isBusy={step === 'working'}
          onCancel={() => onEnd(null)}
          onConfirm={() => void make(true)}
        />
      )}
    </>
  )
}
