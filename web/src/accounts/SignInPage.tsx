import { Group, TextInput } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { signIn as endpoint } from '@trestle/domain/accounts/contract.ts'
import { safeReturnPath } from '@trestle/domain/accounts/rules.ts'
import { useTranslation } from 'react-i18next'
import { useSession } from '../http/session.ts'
import { paths } from '../paths.ts'
import '../texts/accounts.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { TextLink } from '../ui/Link.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { NarrowPage } from '../ui/NarrowPage.tsx'
import { signIn } from './queries.ts'
import { useReturnTo } from './useReturnTo.ts'

/** Signing in replaces the session, so one redirect serves both new and existing sessions. */
export function SignInPage() {
  const { t } = useTranslation()
  const { developer } = useSession()
  const { returnTo, email } = useReturnTo('signIn')
  const form = useSchemaForm(endpoint.body, { email, password: '' })
  if (developer) return <Navigate to={safeReturnPath(returnTo, paths.apps())} replace />

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
          autoComplete="username"
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
    </NarrowPage>
  )
}
