import type { Actor } from '../access/actor.ts'
import { lockAppFor, type AppRow } from '../access/authorizedApp.ts'
import type { Tx } from '../db/schema.ts'
import { orNotFound } from '../errors.ts'
import { findInvitation, type InvitationRow } from './invitations/store.ts'

const resourceName = 'Invitation'

/**
 * Loads an invitation for a caller who may invite. Every change to an invitation locks its app first, so this locks the
 * app, reads the row again after the wait, and needs no lock of the row.
 */
export async function lockInvitation(
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<{ app: AppRow; invitation: InvitationRow }> {
  const { app_id: appId } = orNotFound(await findInvitation(tx, id), resourceName)
  const { app } = await lockAppFor(tx, actor, appId, 'collaborators.edit', { resourceName })
  return { app, invitation: orNotFound(await findInvitation(tx, id), resourceName) }
}
