import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { AccountPage } from '../accounts/AccountPage.tsx'
import { FeedSection } from '../notifications/FeedSection.tsx'
import { PreferencesSection } from '../notificationPreferences/PreferencesSection.tsx'
import { paths } from '../paths.ts'
import '../texts/accountDeletion.ts'
import '../texts/accounts.ts'
import '../texts/emailChanges.ts'
import '../texts/factors.ts'
import '../texts/notificationPreferences.ts'
import '../texts/notifications.ts'
import '../texts/oauth.ts'
import '../texts/personalTokens.ts'
import '../texts/securityEvents.ts'
import { LinkButton } from '../ui/Link.tsx'
import { PageContents, type ContentsEntry } from '../ui/PageContents.tsx'
import { Section } from '../ui/Section.tsx'
import classes from './OwnAccountPage.module.css'

const toEntries = (t: TFunction): ContentsEntry[] => [
  { anchor: 'profile', text: t('accounts.account.profile') },
  { anchor: 'email', text: t('emailChanges.section') },
  { anchor: 'password', text: t('accounts.account.password') },
  { anchor: 'two-factor', text: t('factors.title') },
  { anchor: 'sessions', text: t('accounts.account.sessions') },
  { anchor: 'access', text: t('accounts.account.access') },
  { anchor: 'notifications', text: t('notificationPreferences.section') },
  { anchor: 'feed', text: t('notifications.feed.title') },
  { anchor: 'data', text: t('accountDeletion.title') },
]

/** Shows the signed-in developer's account with the sections of other features. */
export function OwnAccountPage() {
  const { t } = useTranslation()
  return (
    <AccountPage
      contents={
        <PageContents
          className={classes['contents']}
          label={t('accounts.account.contents')}
          entries={toEntries(t)}
        />
      }
    >
      <AccessSection />
      <PreferencesSection />
      <FeedSection />
    </AccountPage>
  )
}

/** Leads to the pages about what acts for the developer, and what happened to the account. */
function AccessSection() {
  const { t } = useTranslation()
  return (
    <Section id="access" title={t('accounts.account.access')}>
      <ul className={classes['access']}>
        <AccessRow
          title={t('personalTokens.title')}
          detail={t('personalTokens.description')}
          href={paths.accountTokens()}
          action={t('personalTokens.show')}
        />
        <AccessRow
          title={t('oauth.authorized.title')}
          detail={t('oauth.authorized.description')}
          href={paths.authorizedApps()}
          action={t('oauth.authorized.show')}
        />
        <AccessRow
          title={t('securityEvents.title')}
          detail={t('securityEvents.own')}
          href={paths.accountSecurityEvents()}
          action={t('securityEvents.show')}
        />
      </ul>
    </Section>
  )
}

interface AccessRowProps {
  title: string
  detail: string
  href: string
  action: string
}

function AccessRow({ title, detail, href, action }: AccessRowProps) {
  return (
    <li>
      <div>
        <h3>{title}</h3>
        <p>{detail}</p>
      </div>
      <LinkButton href={href} variant="default">
        {action}
      </LinkButton>
    </li>
  )
}
