import { AccountPage } from '../accounts/AccountPage.tsx'
import { FeedSection } from '../notifications/FeedSection.tsx'
import { TokensSection } from '../personalTokens/TokensSection.tsx'
import { SecurityLogSection } from '../securityEvents/SecurityLogSection.tsx'

/** Shows the signed-in developer's account with the sections of other features. */
export function OwnAccountPage() {
  return (
    <AccountPage>
      <TokensSection />
      <SecurityLogSection />
      <FeedSection />
    </AccountPage>
  )
}
