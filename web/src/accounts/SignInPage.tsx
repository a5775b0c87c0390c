import { Group, TextInput } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { PasswordSignIn } from '@trestle/domain/accounts/contract.ts'
import { safeReturnPath } from '@trestle/domain/accounts/rules.ts'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../http/session.ts'
import { paths } from '../paths.ts'
import '../texts/accounts.ts'
import '../texts/factors.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { TextLink } from '../ui/Link.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { NarrowPage } from '../ui/NarrowPage.tsx'
import { lazyPage } from '../ui/retry.ts'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { PasskeyButton } from './factors/PasskeyButton.tsx'
import { canUsePasskeys } from './factors/PasskeyNote.tsx'
import type { SecondFactorStepProps } from './factors/SecondFactorStep.tsx'
import { usePasskeyOffer } from './factors/usePasskeyOffer.ts'
import { finishSignIn, forgetPendingSignIn, signIn } from './queries.ts'
import { useReturnTo } from './useReturnTo.ts'

// Most accounts have no second factor.
const SecondFactorStep = lazyPage<SecondFactorStepProps>(() =>
  import('./factors/SecondFactorStep.tsx').then((m) => m.SecondFactorStep),
)

/** Signing in replaces the session, so one redirect serves both new and existing sessions. */
export function SignInPage() {
  const { t } = useTranslation()
  const { developer, second_factor: pending } = useSession()
  const { returnTo, email } = useReturnTo('signIn')
  const form = useSchemaForm(PasswordSignIn, { email, password: '' })
  usePasskeyOffer(developer === null && pending === null)
  if (developer) return <Navigate to={safeReturnPath(returnTo, paths.apps())} replace />
  if (pending) {
    return (
      <NarrowPage title={t('factors.signIn.title')} lead={t('factors.signIn.lead')}>
        <Suspense fallback={<LinesSkeleton lines={4} />}>
          <SecondFactorStep pending={pending} onFinish={finishSignIn} onStartOver={forgetPendingSignIn} />
        </Suspense>
      </NarrowPage>
    )
  }

  return (
    <NarrowPage
      title={t('accounts.signIn.title')}
      footer={
        <Group gap="xs">
          {t('accounts.signIn.noAccount')}
          <TextLink href={paths.signUp(returnTo)}>{t('accounts.signIn.signUp')}</TextLink>
        </Group>
      }
    >
      <FormShell
        form={form}
        labels={{ email: t('accounts.fields.email'), password: t('accounts.fields.password') }}
        onSubmit={signIn}
        submitLabel={t('accounts.signIn.submit')}
        needsChange={false}
        requiredNote={false}
        errorTitle={t('accounts.signIn.failed')}
        actions={<TextLink href={paths.forgotPassword()}>{t('accounts.signIn.forgot')}</TextLink>}
      >
        <TextInput
          type="email"
          label={t('accounts.fields.email')}
          required
          withAsterisk={false}
          autoComplete="username webauthn"
          {...form.getInputProps('email')}
        />
        <PasswordField
          label={t('accounts.fields.password')}
          required
          withAsterisk={false}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
      </FormShell>
      {canUsePasskeys() && <PasskeyButton purpose="sign_in" onPasskey={(passkey) => signIn({ passkey })} />}
    </NarrowPage>
  )
}
