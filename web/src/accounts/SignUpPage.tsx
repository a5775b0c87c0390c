import { Group } from '@mantine/core'
import { safeReturnPath } from '@trestle/domain/accounts/rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../http/session.ts'
import { paths } from '../paths.ts'
import '../texts/accounts.ts'
import { TextLink } from '../ui/Link.tsx'
import { NarrowPage } from '../ui/NarrowPage.tsx'
import { Redirect } from '../ui/Redirect.tsx'
import { CheckMail } from './CheckMail.tsx'
import { RegistrationForm } from './RegistrationForm.tsx'
import { storePageBeforeSignUp } from './pageBeforeSignUp.ts'
import type { SignInPageProps } from './SignInPage.tsx'
import { useLinkedEmail } from './useLinkedEmail.ts'
import { register } from './visitorCalls.ts'

export function SignUpPage({ returnTo, email }: SignInPageProps) {
  const { t } = useTranslation()
  const { developer } = useSession()
  const linkedEmail = useLinkedEmail(email)
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (developer) return <Redirect href={safeReturnPath(returnTo, paths.apps())} />
  if (sentTo !== null) {
    return <CheckMail email={sentTo} returnTo={returnTo} onAgain={() => setSentTo(null)} />
  }
  return (
    <NarrowPage
      title={t('accounts.signUp.title')}
      lead={t('accounts.signUp.lead')}
      footer={
        <Group gap="xs">
          {t('accounts.signUp.haveAccount')}
          <TextLink href={paths.signIn(returnTo, linkedEmail)}>{t('accounts.signUp.signIn')}</TextLink>
        </Group>
      }
    >
      <RegistrationForm
        email={email}
        onSubmit={async (values) => {
          await register(values)
          storePageBeforeSignUp(returnTo)
          setSentTo(values.email.trim().toLowerCase())
        }}
      />
    </NarrowPage>
  )
}
