import { isBareRegistration } from '@trestle/domain/accounts/rules.ts'
import type { AuditActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import { removePersonalValues } from '../audit/removePersonalValues.ts'
import type { Tx } from '../db/schema.ts'
import {
  countRolesFor,
  deleteDeveloper,
  findDeveloperByEmail,
  lockDeveloper,
  type DeveloperRow,
} from './store.ts'

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

/**
 * Deletes a registration that has an address, and returns whether there was one: anyone can register an address, and now
 * its owner has proved it.
 */
export async function freeAddress(tx: Tx, now: Date, by: AuditActor, email: string): Promise<boolean> {
  const known = await findDeveloperByEmail(tx, email)
  const holder = known && (await lockDeveloper(tx, known.id))
  if (holder?.email !== email) return false
  // The address becomes that of its owner's account, so the audit log keeps its other entries.
  return deleteBareRegistration(tx, now, by, holder, [])
}
