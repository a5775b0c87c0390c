import { peopleOn, type AppRow } from '../access/authorizedApp.ts'
import type { AuditActor } from '../access/actor.ts'
import type { Tx } from '../db/schema.ts'
import { sendToEach } from '../mail/sendToEach.ts'
import { composeDecision } from '../progress/composeDecision.ts'
import type { Services } from '../services.ts'

/**
 * Notifies the owner and admins by email when staff activate their app, because they may have waited for it (LIST-23).
 */
export async function mailActivation(
  tx: Tx,
  services: Services,
  by: AuditActor,
  { before, after }: { before: AppRow; after: AppRow },
): Promise<void> {
  const isActivated = after.marketplace_enabled && !before.marketplace_enabled
  if (!isActivated || after.deleted_at !== null) return
  const email = await composeDecision(tx, services, {
    kind: 'app_activated',
    app: after,
    people: await peopleOn(tx, after),
    subject: `${after.internal_name} was activated on the marketplace`,
    opening: `Platform staff activated the app ${after.internal_name} on the marketplace.`,
    remarks: [],
  })
  await sendToEach(tx, by, services.now(), email)
}
