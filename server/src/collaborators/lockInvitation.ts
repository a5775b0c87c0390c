import type { Actor } from '../access/actor.ts'
import { appFor, type AppOf } from '../access/appFor.ts'
import type { Tx } from '../db/schema.ts'
import { orNotFound } from '../errors.ts'
import { findInvitation, type InvitationRow } from './invitations/store.ts'

const thing = 'Invitation'

/**
 * Loads an invitation for a caller who may invite. Every change of an invitation locks its app first, so this locks
 * the app, reads the row again after the wait, and needs no lock of the row.
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
