import type { Actor } from '../../access/actor.ts'
import type { BrowserClient } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { lockCallerExclusively } from '../lockCallerExclusively.ts'
import { recordAccountEvent } from '../recordAccountEvent.ts'
import { cancelPendingChanges } from './store.ts'

/** Cancels the pending change, if there is one. Its link then no longer works. */
export async function cancelEmailChange(
  services: Services,
  actor: Actor,
  client: BrowserClient,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    await lockCallerExclusively(tx, actor)
    const now = services.now()
    if (!(await cancelPendingChanges(tx, actor.id, now))) return
    await recordAccountEvent(tx, services, actor.audit, {
      action: 'email_change.canceled',
      developer_id: actor.id,
      client,
    })
  })
}
