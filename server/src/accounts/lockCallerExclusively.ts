import type { Actor } from '../access/actor.ts'
import { requireCaller } from '../access/lockAccount.ts'
import type { Tx } from '../db/schema.ts'
import { lockDeveloper, type DeveloperRow } from './store.ts'

/**
 * Locks the caller's account for a change of the account itself or of how they sign in. Unlike with `lockCaller`, no
 * one can add a row that refers to it, such as a session, until the transaction ends.
 */
export async function lockCallerExclusively(tx: Tx, actor: Actor): Promise<DeveloperRow> {
  return requireCaller(tx, actor, await lockDeveloper(tx, actor.id))
}
