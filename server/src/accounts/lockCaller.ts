import type { Actor } from '../access/actor.ts'
import { requireSignedIn } from '../access/lockAccount.ts'
import type { Tx } from '../db/schema.ts'
import { orNotFound } from '../errors.ts'
import { lockDeveloper, type DeveloperRow } from './store.ts'

/**
 * Locks the caller's account against every other use of it, and refuses a caller who deleted it or whose session ended
 * while the call waited.
 */
export async function lockCaller(tx: Tx, actor: Actor): Promise<DeveloperRow> {
  const developer = await lockDeveloper(tx, actor.id)
  await requireSignedIn(tx, actor)
  return orNotFound(developer, 'Account')
}
