import { Group, TextInput } from '@mantine/core'
import { safeReturnPath } from '@trestle/domain/accounts/rules.ts'
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
import { Redirect } from '../ui/Redirect.tsx'
import { PasskeyButton } from './factors/PasskeyButton.tsx'
import { PasskeyNote, useCanUsePasskeys } from './factors/PasskeyNote.tsx'
import { PasskeyOffer } from './factors/PasskeyOffer.tsx'
import { SecondFactorStep } from './factors/SecondFactorStep.tsx'
import { signInSchema } from './lazySchema.ts'
import { useLinkedEmail } from './useLinkedEmail.ts'
import { finishSignIn, forgetPendingSignIn, signIn } from './visitorCalls.ts'

const passwordSignIn = signInSchema((schemas) => schemas.PasswordSignIn)

export interface SignInPageProps {
  /** The page to open after sign-in: the one that required it. */
  returnTo: string | undefined
  /** The email to prefill; empty if unknown. */
  email: string
}

/** Signing in replaces the session, so one redirect serves both new and existing sessions. */
export function SignInPage({ returnTo, email }: SignInPageProps) {
  const { t } = useTranslation()
  const { developer, second_factor: pending } = useSession()
  const canUsePasskeys = useCanUsePasskeys()
  const linkedEmail = useLinkedEmail(email)
  const form = useSchemaForm(passwordSignIn, { email, password: '' })
  if (developer) return <Redirect href={safeReturnPath(returnTo, paths.apps())} />
  if (pending) {
    return (
      <NarrowPage title={t('factors.signIn.title')} lead={t('factors.signIn.lead')}>
        <SecondFactorStep pending={pending} onFinish={finishSignIn} onStartOver={forgetPendingSignIn} />
      </NarrowPage>
    )
  }

  return (
    <NarrowPage
      title={t('accounts.signIn.title')}
      footer={
        <Group gap="xs">
          {t('accounts.signIn.noAccount')}
          <TextLink href={paths.signUp(returnTo, linkedEmail)}>{t('accounts.signIn.signUp')}</TextLink>
        </Group>
      }
    >
      <PasskeyOffer />
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
      {canUsePasskeys && <PasskeyButton purpose="sign_in" onPasskey={(passkey) => signIn({ passkey })} />}
      <PasskeyNote />
    </NarrowPage>
  )
}
