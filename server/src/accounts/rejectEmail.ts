import { isBareRegistration } from '@trestle/domain/accounts/rules.ts'
import type { Actor, AuditActor } from '../access/actor.ts'
import { removePersonalValues } from '../audit/removePersonalValues.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import type { BrowserClient } from '../http/route.ts'
import type { Services } from '../services.ts'
import { consumeEmailToken } from './emailToken.ts'
import { countRolesFor, deleteDeveloper, type DeveloperRow } from './store.ts'

/**
 * Rejects a confirmation link: "This wasn't me". An account that is only a registration is deleted. Any other stays, and
 * staff find the rejection in the audit log.
 */
export async function rejectEmail(
  services: Services,
  actor: Actor | null,
  client: BrowserClient,
  by: AuditActor,
  token: string,
): Promise<{ is_deleted: boolean }> {
  const { developer, isDeleted } = await services.db.transaction().execute(async (tx) => {
    // Also locks the account: a change that would make it more than a registration waits, and then finds it
    // deleted.
    const locked = await consumeEmailToken(tx, services, 'confirm_email', token)
    return { developer: locked, isDeleted: await dispose(tx, services.now(), by, locked) }
  })
  if (isDeleted && actor?.id === developer.id) client.clearSessionToken()
  return { is_deleted: isDeleted }
}

async function dispose(
  tx: Tx,
  now: Date,
  by: AuditActor,
  { id, ...account }: DeveloperRow,
): Promise<boolean> {
  const isDeleted = isBareRegistration(account, await countRolesFor(tx, id))
  if (isDeleted) {
    await deleteDeveloper(tx, id)
    await removePersonalValues(tx, id, [account.email])
  }
  await recordAudit(tx, by, now, {
    action: isDeleted ? 'developer.deleted' : 'email.rejected',
    subject: { type: 'developer', id },
  })
  return isDeleted
}
