import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { AccountPage } from '../accounts/AccountPage.tsx'
import { FeedSection } from '../notifications/FeedSection.tsx'
import { PreferencesSection } from '../notificationPreferences/PreferencesSection.tsx'
import { TokensSection } from '../personalTokens/TokensSection.tsx'
import { AuthorizedAppsSection } from '../oauth/AuthorizedAppsSection.tsx'
import { SecurityLogSection } from '../securityEvents/SecurityLogSection.tsx'
import '../texts/accountDeletion.ts'
import '../texts/accounts.ts'
import '../texts/emailChanges.ts'
import '../texts/factors.ts'
import '../texts/notificationPreferences.ts'
import '../texts/notifications.ts'
import '../texts/oauth.ts'
import '../texts/personalTokens.ts'
import '../texts/securityEvents.ts'
import { PageContents, type ContentsEntry } from '../ui/PageContents.tsx'
import classes from './OwnAccountPage.module.css'

const toEntries = (t: TFunction): ContentsEntry[] => [
  { anchor: 'profile', text: t('accounts.account.profile') },
  { anchor: 'email', text: t('emailChanges.section') },
  { anchor: 'password', text: t('accounts.account.password') },
  { anchor: 'two-factor', text: t('factors.title') },
  { anchor: 'sessions', text: t('accounts.account.sessions') },
  { anchor: 'tokens', text: t('personalTokens.title') },
  { anchor: 'authorized-apps', text: t('oauth.authorized.title') },
  { anchor: 'security-log', text: t('securityEvents.title') },
  { anchor: 'notifications', text: t('notificationPreferences.section') },
  { anchor: 'feed', text: t('notifications.feed.title') },
  { anchor: 'data', text: t('accountDeletion.title') },
]

/** Shows the signed-in developer's account with the sections of other features. */
export function OwnAccountPage() {
  const { t } = useTranslation()
  return (
    <div className={classes['columns']}>
      <div>
        <AccountPage>
          <TokensSection />
          <AuthorizedAppsSection />
          <SecurityLogSection />
          <PreferencesSection />
          <FeedSection />
        </AccountPage>
      </div>
      <PageContents label={t('accounts.account.contents')} entries={toEntries(t)} />
    </div>
  )
}
