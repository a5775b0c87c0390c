import { invitationStatus } from '@trestle/domain/collaborators/rules.ts'
import { loadInvitedApp } from '../access/authorizedApp.ts'
import { hashToken } from '../accounts/token.ts'
import type { Services } from '../services.ts'
import { findInvitationByToken } from './invitations/store.ts'

/** Returns the address that an invitation link was emailed to, while the invitation can be accepted. */
export async function findInvitedAddress(
  { db, now }: Pick<Services, 'db' | 'now'>,
  token: string,
): Promise<string | null> {
  const invitation = await findInvitationByToken(db, hashToken(token))
  if (!invitation || invitationStatus(invitation, now().getTime()) !== 'pending') return null
  const invitedTo = await loadInvitedApp(db, null, invitation.app_id)
  return invitedTo ? invitation.email : null
}
