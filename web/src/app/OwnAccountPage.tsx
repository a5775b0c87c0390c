import { AccountPage } from '../accounts/AccountPage.tsx'
import { FeedSection } from '../notifications/FeedSection.tsx'
import { PreferencesSection } from '../notificationPreferences/PreferencesSection.tsx'
import { TokensSection } from '../personalTokens/TokensSection.tsx'
import { AuthorizedAppsSection } from '../oauth/AuthorizedAppsSection.tsx'
import { SecurityLogSection } from '../securityEvents/SecurityLogSection.tsx'

/** Shows the signed-in developer's account with the sections of other features. */
export function OwnAccountPage() {
  return (
    <AccountPage>
      <TokensSection />
      <AuthorizedAppsSection />
      <SecurityLogSection />
      <PreferencesSection />
      <FeedSection />
    </AccountPage>
  )
}
