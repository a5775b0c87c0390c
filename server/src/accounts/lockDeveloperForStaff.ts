import type { Refusal } from '@trestle/domain/http/errors.ts'
import type { Actor } from '../access/actor.ts'
import { requireAdmin } from '../access/lockAccount.ts'
import type { Tx } from '../db/schema.ts'
import { orNotFound, RefusalError } from '../errors.ts'
import { lockDeveloperAndAdmins, type DeveloperRow } from './store.ts'
import { listSuspendedAmong } from './suspensions/store.ts'

/** A deleted account stays deleted, because an address would let someone choose a password for it. */
const deletedRefusal: Refusal = { code: 'conflict', message: 'This account was deleted.' }

export interface LockedDeveloper {
  developer: DeveloperRow
  isSuspended: boolean
  /** The platform admins who can sign in. */
  adminIds: number[]
}

/**
 * Locks a developer for a change by platform staff, and every admin, so that two admins can't remove or suspend each
 * other. Refuses deleted accounts.
 */
export async function lockDeveloperForStaff(tx: Tx, actor: Actor, id: number): Promise<LockedDeveloper> {
  const rows = await lockDeveloperAndAdmins(tx, id)
  await requireAdmin(tx, actor)
  const developer = orNotFound(
    rows.find((row) => row.id === id),
    'Developer',
  )
  if (developer.deleted_at !== null) throw new RefusalError(deletedRefusal)
  const suspendedIds = await listSuspendedAmong(
    tx,
    rows.map((row) => row.id),
  )
  return {
    developer,
    isSuspended: suspendedIds.has(id),
    adminIds: rows.filter((row) => row.is_admin && !suspendedIds.has(row.id)).map((row) => row.id),
  }
}
