import type { Actor } from '../access/actor.ts'
import { appFor, type AppOf } from '../apps/access.ts'
import type { Tx } from '../db/schema.ts'
import { orNotFound } from '../errors.ts'
import { findInvitation, type InvitationRow } from './invitations/store.ts'

const thing = 'Invitation'

/**
 * An invitation, for somebody who may invite. Its app is locked, and whatever changes an invitation locks the app
 * first: so the row is read again after the wait, and needs no lock of its own.
 */
export async function lockInvitation(
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<{ app: AppOf['app']; invitation: InvitationRow }> {
  const { app_id: appId } = orNotFound(await findInvitation(tx, id), thing)
  const { app } = await appFor(tx, actor, appId, 'collaborators.edit', { lock: true, thing })
  return { app, invitation: orNotFound(await findInvitation(tx, id), thing) }
}
