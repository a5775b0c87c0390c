import type { Actor, AuditActor } from '../../access/actor.ts'
import { recordAudit } from '../../audit/record.ts'
import type { BrowserClient } from '../../http/route.ts'
import { recordSecurityEvent } from '../../securityEvents/record.ts'
import type { Services } from '../../services.ts'
import { lockCaller } from '../lockCaller.ts'
import { cancelPendingChanges, findPendingChangeOf } from './store.ts'

export async function readPendingChange(
  { db, now }: Services,
  actor: Actor,
): Promise<{ pending: { new_email: string; expires_at: string } | null }> {
  const change = await findPendingChangeOf(db, actor.id, now())
  return { pending: change ? { new_email: change.new_email, expires_at: change.confirm_until } : null }
}

/** Cancels the pending change, whose link then no longer works. Without one, nothing happens. */
export async function cancelEmailChange(
  services: Services,
  actor: Actor,
  client: BrowserClient,
  by: AuditActor,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    await lockCaller(tx, actor)
    const now = services.now()
    if (!(await cancelPendingChanges(tx, actor.id, now))) return
    await recordAudit(tx, by, now, {
      action: 'email_change.canceled',
      subject: { type: 'developer', id: actor.id },
    })
    await recordSecurityEvent(tx, services, by, {
      kind: 'email_change.canceled',
      developer_id: actor.id,
      client,
    })
  })
}
