import { Stack, Text, TextInput } from '@mantine/core'
import { PasswordSignIn } from '@trestle/domain/accounts/contract.ts'
import type { PendingSignIn } from '@trestle/domain/accounts/factors/contract.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../http/session.ts'
import { paths } from '../paths.ts'
import '../texts/accounts.ts'
import { CancelButton } from '../ui/CancelButton.tsx'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { type Failure, toFailure } from '../ui/failure.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { TextLink } from '../ui/Link.tsx'
import { Modal } from '../ui/Modal.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { PasskeyButton } from './factors/PasskeyButton.tsx'
import { PasskeyNote, useCanUsePasskeys } from './factors/PasskeyNote.tsx'
import { SecondFactorStep } from './factors/SecondFactorStep.tsx'
import { followSession, signInAgain } from './queries.ts'

export interface SignInDialogProps {
  opened: boolean
  onClose: () => void
}

/** Calls `onReturn` when the user returns to this tab, perhaps after signing in elsewhere. */
function useReturnToTab(onReturn: () => void): void {
  const notify = useEffectEvent(onReturn)
  useEffect(() => {
    const listener = () => notify()
    window.addEventListener('focus', listener)
    return () => window.removeEventListener('focus', listener)
  }, [])
}

export function SignInDialog({ opened, onClose }: SignInDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={onClose} title={t('shell.signInAgain.title')} size="sm" onTop>
      <SignInForm />
    </Modal>
  )
}

function SignInForm() {
  const { t } = useTranslation()
  const canUsePasskeys = useCanUsePasskeys()
  const email = useSession().developer?.email ?? ''
  const form = useSchemaForm(PasswordSignIn, { email, password: '' })
  const [pending, setPending] = useState<PendingSignIn | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  useReturnToTab(() => {
    followSession().then(
      () => setFailure(null),
      (error: unknown) => setFailure(toFailure(error)),
    )
  })
  if (pending) {
    return (
      <SecondFactorStep
        pending={pending}
        onFinish={(finish) => signInAgain({ finish })}
        onStartOver={() => setPending(null)}
      />
    )
  }
  return (
    <Stack gap="md">
      <Text>{t('shell.signInAgain.lead')}</Text>
      <ErrorBanner title={t('shell.signInAgain.failed')} error={failure} />
      <FormShell
        form={form}
        labels={{ password: t('accounts.fields.password') }}
        onSubmit={async (typed) => setPending(await signInAgain({ signIn: typed }))}
        submitLabel={t('shell.signInAgain.submit')}
        needsChange={false}
        requiredNote={false}
        errorTitle={t('shell.signInAgain.failed')}
        cancel={<CancelButton>{t('shell.signInAgain.later')}</CancelButton>}
      >
        <TextInput
          type="email"
          label={t('accounts.fields.email')}
          readOnly
          autoComplete="username"
          value={email}
        />
        <PasswordField
          label={t('accounts.fields.password')}
          required
          withAsterisk={false}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <TextLink href={paths.forgotPassword()} target="_blank">
          {t('accounts.signIn.forgot')}
        </TextLink>
      </FormShell>
      {canUsePasskeys && (
        <PasskeyButton
          purpose="sign_in"
          onPasskey={async (passkey) => signInAgain({ signIn: { passkey } })}
        />
      )}
      <PasskeyNote />
    </Stack>
  )
}
