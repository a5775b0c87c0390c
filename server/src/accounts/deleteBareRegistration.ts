import { isBareRegistration } from '@trestle/domain/accounts/rules.ts'
import type { AuditActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import { removePersonalValues } from '../audit/removePersonalValues.ts'
import type { Tx } from '../db/schema.ts'
import { countRolesFor, deleteDeveloper, type DeveloperRow } from './store.ts'

/**
 * Deletes an account that is only an unconfirmed registration, and returns whether it is one. The account must be
 * locked. `addresses` are removed from the audit log with it.
 */
export async function deleteBareRegistration(
  tx: Tx,
  now: Date,
  by: AuditActor,
  { id, ...account }: DeveloperRow,
  addresses: string[],
): Promise<boolean> {
  if (!isBareRegistration(account, await countRolesFor(tx, id))) return false
  await deleteDeveloper(tx, id)
  await removePersonalValues(tx, id, addresses)
  await recordAudit(tx, by, now, { action: 'developer.deleted', subject: { type: 'developer', id } })
  return true
}
