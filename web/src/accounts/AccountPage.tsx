import { Stack } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../http/session.ts'
import { paths } from '../paths.ts'
import '../texts/accounts.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Section } from '../ui/Section.tsx'
import { TwoFactorSection } from './factors/TwoFactorSection.tsx'
import { AccountDataSection } from './AccountDataSection.tsx'
import classes from './AccountPage.module.css'
import { EmailSection } from './EmailSection.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SessionsSection } from './SessionsSection.tsx'

interface AccountPageProps {
  /** Lists the sections next to them. */
  contents: ReactNode
  /** The sections of other features. */
  children: ReactNode
}

export function AccountPage({ contents, children }: AccountPageProps) {
  const { t } = useTranslation()
  const { developer } = useSession()
  if (!developer) return <Navigate to={paths.signIn(paths.account())} replace />
  return (
    <>
      <PageHeader title={t('accounts.account.title')} />
      <div className={classes['columns']}>
        {contents}
        <Stack gap="lg">
          <Section id="profile" title={t('accounts.account.profile')}>
            <ProfileForm key={developer.id} developer={developer} />
          </Section>
          <EmailSection developer={developer} />
          <Section
            id="password"
            title={t('accounts.account.password')}
            description={t('accounts.account.passwordNote')}
          >
            <PasswordForm developer={developer} />
          </Section>
          <TwoFactorSection />
          <SessionsSection />
          {children}
          <AccountDataSection developer={developer} />
        </Stack>
      </div>
    </>
  )
}
