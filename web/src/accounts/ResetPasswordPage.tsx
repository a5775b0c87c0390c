import { Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import { paths } from '../paths.ts'
import { DeadLink } from '../shared/DeadLink.tsx'
import '../texts/accounts.ts'
import { Banner } from '../ui/Banner.tsx'
import { FormShell } from '../ui/FormShell.tsx'
import { LinkButton, TextLink } from '../ui/Link.tsx'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { NarrowPage } from '../ui/NarrowPage.tsx'
import { signInSchema } from './lazySchema.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { withPasswordCheck } from './passwordCheck.ts'
import { resetPassword } from './visitorCalls.ts'

interface ResetPasswordPageProps {
  token: string
  /** The reason why the link doesn't work, if known. */
  problem: string | null
}

export function ResetPasswordPage({ token, problem }: ResetPasswordPageProps) {
  const { t } = useTranslation()
  if (problem === null) return <NewPassword token={token} />
  return (
    <DeadLink message={problem}>
      <Group>
        <LinkButton href={paths.forgotPassword()}>{t('accounts.reset.newLink')}</LinkButton>
      </Group>
    </DeadLink>
  )
}

function NewPassword({ token }: { token: string }) {
  const { t } = useTranslation()
  const [isDone, setDone] = useState(false)
  const { platform_name } = useFlags()
  const known = { platform_name }
  const schema = signInSchema((schemas) => withPasswordCheck(schemas.resetPassword.body, known))
  const form = useSchemaForm(schema, {
    token,
    password: '',
    password_confirmation: '',
  })
  const labels = {
    password: t('accounts.fields.newPassword'),
    password_confirmation: t('accounts.fields.repeatNewPassword'),
  }
  if (isDone) {
    return (
      <NarrowPage title={t('accounts.reset.doneTitle')}>
        <Banner tone="success" announce title={t('accounts.reset.done')} />
        <Group>
          <LinkButton href={paths.signIn()}>{t('accounts.reset.signIn')}</LinkButton>
        </Group>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage
      title={t('accounts.reset.title')}
      lead={t('accounts.reset.lead')}
      footer={<TextLink href={paths.forgotPassword()}>{t('accounts.reset.newLink')}</TextLink>}
    >
      <FormShell
        form={form}
        labels={labels}
        onSubmit={async (values) => {
          await resetPassword(values)
          setDone(true)
        }}
        submitLabel={t('accounts.reset.submit')}
        needsChange={false}
        requiredNote={false}
        errorTitle={t('accounts.reset.failed')}
      >
        <NewPasswordFields
          form={form}
          known={known}
          label={labels.password}
          repeatLabel={labels.password_confirmation}
        />
      </FormShell>
    </NarrowPage>
  )
}
