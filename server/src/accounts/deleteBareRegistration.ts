import { isBareRegistration } from '@trestle/domain/accounts/rules.ts'
import type { AuditActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import { removePersonalValues } from '../audit/removePersonalValues.ts'
import type { Db, Tx } from '../db/schema.ts'
import {
  countRolesFor,
  deleteDeveloper,
  findDeveloperByEmail,
  lockDeveloper,
  type DeveloperRow,
} from './store.ts'
import { isSuspended } from './suspensions/store.ts'

/**
 * Returns whether an account is only an unconfirmed registration, which can be deleted. A suspended one stays, so that
 * no one registers the address again.
 */
export const isDeletableRegistration = async (db: Db, account: DeveloperRow): Promise<boolean> =>
  isBareRegistration(account, await countRolesFor(db, account.id)) && !(await isSuspended(db, account.id))

/**
 * Deletes an account that is only an unconfirmed registration, and returns whether it did. The account must be
 * locked. `addresses` are removed from the audit log with it.
 */
export async function deleteBareRegistration(
  tx: Tx,
  by: AuditActor,
  now: Date,
  account: DeveloperRow,
  addresses: string[],
): Promise<boolean> {
  if (!(await isDeletableRegistration(tx, account))) return false
  const { id } = account
  await deleteDeveloper(tx, id)
  await removePersonalValues(tx, id, addresses)
  await recordAudit(tx, by, now, { action: 'developer.deleted', subject: { type: 'developer', id } })
  return true
}

/**
 * Deletes a registration that has an address, and returns whether there was one: anyone can register an address, and
 * its owner has now proved it.
 */
export async function freeAddress(tx: Tx, by: AuditActor, now: Date, email: string): Promise<boolean> {
  const known = await findDeveloperByEmail(tx, email)
  const holder = known && (await lockDeveloper(tx, known.id))
  if (holder?.email !== email) return false
  // The address now belongs to its owner's account, so the audit log keeps its other entries.
  return deleteBareRegistration(tx, by, now, holder, [])
}
