import { AccountPage } from '../accounts/AccountPage.tsx'
import { FeedSection } from '../notifications/FeedSection.tsx'

/** The account of the signed-in developer, with what other features know of it. */
export function OwnAccountPage() {
  return (
    <AccountPage>
      <FeedSection />
    </AccountPage>
  )
}
