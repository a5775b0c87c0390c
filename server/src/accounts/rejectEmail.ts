import type { Actor, AuditActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import type { BrowserClient } from '../http/route.ts'
import type { Services } from '../services.ts'
import { deleteBareRegistration } from './deleteBareRegistration.ts'
import { consumeEmailToken } from './emailToken.ts'
import type { DeveloperRow } from './store.ts'

/**
 * Rejects a confirmation link: "This wasn't me". An account that is only a registration is deleted. Any other stays,
 * and staff find the rejection in the audit log.
 */
export async function rejectEmail(
  services: Services,
  actor: Actor | null,
  client: BrowserClient,
  by: AuditActor,
  token: string,
): Promise<{ is_deleted: boolean }> {
  const { developer, isDeleted } = await services.db.transaction().execute(async (tx) => {
    // Also locks the account, so that a change that would make it more than a registration waits and then finds it
    // deleted.
    const locked = await consumeEmailToken(tx, services, 'confirm_email', token)
    return { developer: locked, isDeleted: await deleteOrRecordRejection(tx, by, services.now(), locked) }
  })
  if (isDeleted && actor?.id === developer.id) client.clearSessionToken()
  return { is_deleted: isDeleted }
}

/** Deletes a registration, or records that the account stays. Returns whether it was deleted. */
async function deleteOrRecordRejection(
  tx: Tx,
  by: AuditActor,
  now: Date,
  account: DeveloperRow,
): Promise<boolean> {
  if (await deleteBareRegistration(tx, by, now, account, [account.email])) return true
  await recordAudit(tx, by, now, {
    action: 'email.rejected',
    subject: { type: 'developer', id: account.id },
  })
  return false
}
