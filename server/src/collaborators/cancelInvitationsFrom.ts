import type { AuditActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { cancelPendingFrom } from './invitations/store.ts'

/**
 * Cancels the pending invitations that a developer sent, or only those since a time, and returns how many there were.
 * Someone else on the app can invite the same people.
 */
export async function cancelInvitationsFrom(
  tx: Tx,
  by: AuditActor,
  at: Date,
  inviter: { id: number; since?: string },
): Promise<number> {
  const canceled = await cancelPendingFrom(tx, at, inviter)
  for (const { id, app_id } of canceled) {
    await recordAudit(tx, by, at, {
      action: 'invitation.canceled',
      subject: { type: 'invitation', id },
      app_id,
      changes: { status: ['pending', 'canceled'] },
    })
  }
  return canceled.length
}
