import { cancelPendingChanges } from './accounts/emailChanges/store.ts'
import { retireEmailTokens } from './accounts/emailTokens/store.ts'
import { deleteSessionsFor } from './accounts/sessions/store.ts'
import type { EndAccess } from './accounts/suspensions/suspend.ts'
import { cancelInvitations } from './collaborators/cancelInvitations.ts'
import { deleteUnsentEmails } from './mail/store.ts'
import { failPendingReports } from './metrics/usageReports/store.ts'
import { deleteFeed } from './notifications/feeds/store.ts'
import { revokeAllGrants } from './oauth/grants/store.ts'
import { revokeTokens } from './personalTokens/store.ts'

/**
 * Ends everything that acts for a developer: sessions, personal access tokens, grants to apps, emailed links, feed
 * addresses and invitations that they sent. Cancels emails and reports that haven't been sent to them. Suspending and
 * deleting an account call it with the developer's row locked.
 */
export const endAccess: EndAccess = async (tx, { now }, by, { id, email }) => {
  await deleteSessionsFor(tx, id, null)
  await revokeTokens(tx, id, now())
  await revokeAllGrants(tx, id, now())
  await retireEmailTokens(tx, id, null, now())
  await cancelPendingChanges(tx, id, now())
  await cancelInvitations(tx, by, now(), { inviterId: id })
  await deleteFeed(tx, id)
  await failPendingReports(tx, now(), id)
  await deleteUnsentEmails(tx, { id, email })
}
