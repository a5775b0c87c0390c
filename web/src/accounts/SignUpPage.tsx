import { Group, Text } from '@mantine/core'
import { safeReturnPath } from '@trestle/domain/accounts/rules.ts'
import { matchPage } from '@trestle/domain/routes.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../http/session.ts'
import { paths } from '../paths.ts'
import '../texts/accounts.ts'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { toFailure } from '../ui/failure.ts'
import { LinkButton, TextLink } from '../ui/Link.tsx'
import { NarrowPage } from '../ui/NarrowPage.tsx'
import { Redirect } from '../ui/Redirect.tsx'
import { CheckMail } from './CheckMail.tsx'
import { RegistrationForm, type RegistrationValues } from './RegistrationForm.tsx'
import { storePageBeforeSignUp } from './pageBeforeSignUp.ts'
import type { SignInPageProps } from './SignInPage.tsx'
import { useLinkedEmail } from './useLinkedEmail.ts'
import { register, signIn } from './visitorCalls.ts'

/** Returns the token of the invitation that the user opened before signing up. */
function findInvitationToken(returnTo: string | undefined): string | undefined {
  const opened = returnTo === undefined ? null : matchPage(returnTo)
  return opened?.name === 'invitation' ? opened.params['token'] : undefined
}

interface FailedSignIn {
  email: string
  error: unknown
}

/** Shown to someone whose invitation confirmed an address that may already have an account with another password. */
function SignInNext({ email, error, returnTo }: FailedSignIn & Pick<SignInPageProps, 'returnTo'>) {
  const { t } = useTranslation()
  return (
    <NarrowPage title={t('accounts.signUp.signInNext.title')}>
      <ErrorBanner title={t('accounts.signIn.failed')} error={toFailure(error)} />
      <Text>{t('accounts.signUp.signInNext.hint', { email })}</Text>
      <Group>
        <LinkButton href={paths.signIn(returnTo, email)}>{t('accounts.signUp.signIn')}</LinkButton>
      </Group>
    </NarrowPage>
  )
}

export function SignUpPage({ returnTo, email }: SignInPageProps) {
  const { t } = useTranslation()
  const { developer } = useSession()
  const linkedEmail = useLinkedEmail(email)
  const [initial, setInitial] = useState<Partial<RegistrationValues>>({ email })
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [failedSignIn, setFailedSignIn] = useState<FailedSignIn | null>(null)
  if (developer) return <Redirect href={safeReturnPath(returnTo, paths.apps())} />
  if (failedSignIn) return <SignInNext {...failedSignIn} returnTo={returnTo} />
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
        initial={initial}
        onSubmit={async (values) => {
          const { password } = values
          const address = values.email.trim().toLowerCase()
          const token = findInvitationToken(returnTo)
          const isConfirmed = await register({ ...values, ...(token && { invitation_token: token }) })
          if (isConfirmed) {
            return signIn({ email: address, password }).catch((error: unknown) =>
              setFailedSignIn({ email: address, error }),
            )
          }
          storePageBeforeSignUp(returnTo)
          // For another address.
          setInitial({ ...values, email: '', password: '', password_confirmation: '' })
          return setSentTo(address)
        }}
      />
    </NarrowPage>
  )
}
