import type { AuditActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { cancelPending, type PendingInvitations } from './invitations/store.ts'

/**
 * Cancels pending invitations that someone sent or received, and returns how many there were. Someone else on the app
 * can invite the same people.
 */
export async function cancelInvitations(
  tx: Tx,
  by: AuditActor,
  at: Date,
  which: PendingInvitations,
): Promise<number> {
  const canceled = await cancelPending(tx, at, which)
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
