import type { Actor } from '../../access/actor.ts'
import { recordAudit } from '../../audit/record.ts'
import type { BrowserClient } from '../../http/route.ts'
import { recordSecurityEvent } from '../../securityEvents/record.ts'
import type { Services } from '../../services.ts'
import { lockCallerExclusively } from '../lockCallerExclusively.ts'
import { cancelPendingChanges } from './store.ts'

/** Cancels the pending change, whose link then no longer works. Without one, nothing happens. */
export async function cancelEmailChange(
  services: Services,
  actor: Actor,
  client: BrowserClient,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    await lockCallerExclusively(tx, actor)
    const now = services.now()
    if (!(await cancelPendingChanges(tx, actor.id, now))) return
    await recordAudit(tx, actor.audit, now, {
      action: 'email_change.canceled',
      subject: { type: 'developer', id: actor.id },
    })
    await recordSecurityEvent(tx, services, actor.audit, {
      kind: 'email_change.canceled',
      developer_id: actor.id,
      client,
    })
  })
}
