import type { EndAccessSince } from './accounts/removedAccess.ts'
import { cancelInvitations } from './collaborators/cancelInvitations.ts'
import { deleteFeedAddressSince } from './notifications/feedAddress.ts'
import { revokeAppsSince } from './oauth/revokeApp.ts'
import { revokeTokensSince } from './personalTokens/revokeSince.ts'

/**
 * Ends access that was granted to act for a developer since a time. Undoing an email change and a password reset that
 * confirms the address call it with the developer's row locked.
 */
export const endAccessSince: EndAccessSince = async (tx, services, client, by, id, since) => ({
  personal_tokens: await revokeTokensSince(tx, services, client, by, id, since),
  apps: await revokeAppsSince(tx, services, by, id, since),
  invitations: await cancelInvitations(tx, by, services.now(), { inviterId: id, since }),
  feed: await deleteFeedAddressSince(tx, services, by, id, since),
})
