import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { confirmEmail as endpoint } from '@trestle/domain/accounts/contract.ts'
import { Trans, useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/accounts.ts'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { toFailure } from '../ui/failure.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { TextLink } from '../ui/Link.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { confirmEmail } from './queries.ts'
import { signIn } from './visitorCalls.ts'

interface ConfirmProps {
  token: string
  email: string
  onConfirmed: () => void
}

/** Confirms within a session of the account, which needs no further proof. */
export function ConfirmByButton({ token, email, onConfirmed }: ConfirmProps) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => confirmEmail({ token }),
    onSuccess: onConfirmed,
  })
  return (
    <>
      <Text>
        <Trans i18nKey="accounts.confirm.own" values={{ email }} components={{ strong: <strong /> }} />
      </Text>
      <ErrorBanner title={t('accounts.confirm.failed')} error={error && toFailure(error)} />
      <Group>
        <Button loading={isPending} onClick={() => mutate()}>
          {t('accounts.confirm.submit')}
        </Button>
      </Group>
    </>
  )
}

const schema = endpoint.body.required({ password: true })

/** Confirms while signed out: the link proves access to the mailbox, the password proves ownership of the account. */
export function ConfirmByPassword({ token, email, onConfirmed }: ConfirmProps) {
  const { t } = useTranslation()
  const form = useSchemaForm(schema, { token, password: '' })
  return (
    <>
      <Text>
        <Trans i18nKey="accounts.confirm.password" values={{ email }} components={{ strong: <strong /> }} />
      </Text>
      <FormShell
        form={form}
        labels={{ password: t('accounts.fields.password') }}
        onSubmit={async (values) => {
          await confirmEmail(values)
          onConfirmed()
          // The user has just typed the password. If the sign-in is refused, the page offers it again.
          await signIn({ email, password: values.password }).catch(() => undefined)
        }}
        submitLabel={t('accounts.confirm.submit')}
        needsChange={false}
        requiredNote={false}
        errorTitle={t('accounts.confirm.failed')}
        actions={<TextLink href={paths.forgotPassword()}>{t('accounts.confirm.forgot')}</TextLink>}
      >
        {/* Password managers find the password by this name. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t('accounts.fields.password')}
          description={t('accounts.confirm.forgotHint')}
          required
          withAsterisk={false}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
      </FormShell>
    </>
  )
}
