import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/accounts.ts'
import { Banner } from '../ui/Banner.tsx'
import { FormShell } from '../ui/FormShell.tsx'
import { TextLink } from '../ui/Link.tsx'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { NarrowPage } from '../ui/NarrowPage.tsx'
import { signInSchema } from './lazySchema.ts'
import { forgotPassword } from './visitorCalls.ts'

const schema = signInSchema((schemas) => schemas.forgotPassword.body)

export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useSchemaForm(schema, { email: '' })
  const back = <TextLink href={paths.signIn()}>{t('accounts.forgot.back')}</TextLink>
  if (sentTo !== null) {
    return (
      <NarrowPage title={t('accounts.forgot.sentTitle')} footer={back}>
        <Banner
          tone="info"
          announce
          title={
            <Trans
              i18nKey="accounts.forgot.sent"
              values={{ email: sentTo }}
              components={{ strong: <strong /> }}
            />
          }
        />
        <Text c="dimmed">{t('accounts.forgot.missing')}</Text>
        <Group>
          <Button variant="default" onClick={() => setSentTo(null)}>
            {t('accounts.forgot.again')}
          </Button>
        </Group>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage title={t('accounts.forgot.title')} lead={t('accounts.forgot.lead')} footer={back}>
      <FormShell
        form={form}
        labels={{ email: t('accounts.fields.email') }}
        onSubmit={async ({ email }) => {
          await forgotPassword(email)
          setSentTo(email.trim().toLowerCase())
        }}
        submitLabel={t('accounts.forgot.submit')}
        needsChange={false}
        requiredNote={false}
        errorTitle={t('accounts.forgot.failed')}
      >
        <TextInput
          type="email"
          label={t('accounts.fields.email')}
          required
          withAsterisk={false}
          autoComplete="username"
          {...form.getInputProps('email')}
        />
      </FormShell>
    </NarrowPage>
  )
}
