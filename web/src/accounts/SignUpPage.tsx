import { Group } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../http/session.ts'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/Link.tsx'
import { AccountCard } from './AccountCard.tsx'
import { CheckMail } from './CheckMail.tsx'
import { register } from './queries.ts'
import { RegistrationForm } from './RegistrationForm.tsx'

export function SignUpPage() {
  const { t } = useTranslation()
  const { developer } = useSession()
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (developer) return <Navigate to={paths.apps()} replace />
  if (sentTo !== null) return <CheckMail email={sentTo} onAgain={() => setSentTo(null)} />
  return (
    <AccountCard
      title={t('accounts.signUp.title')}
      lead={t('accounts.signUp.lead')}
      footer={
        <Group gap="xs">
          {t('accounts.signUp.haveAccount')}
          <TextLink href={paths.signIn()}>{t('accounts.signUp.signIn')}</TextLink>
        </Group>
      }
    >
      <RegistrationForm
        onSubmit={async (values) => {
          await register(values)
          setSentTo(values.email.trim().toLowerCase())
        }}
      />
    </AccountCard>
  )
}
