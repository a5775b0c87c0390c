import type { Tx } from '../db/schema.ts'
import { RefusalError } from '../errors.ts'
import type { Actor } from './actor.ts'
import { lockAccount } from './store.ts'

export { lockAccount }

/** Locks the caller's account, and refuses a caller who deleted it while the call waited. */
export async function requireAccount(tx: Tx, { id }: Pick<Actor, 'id'>): Promise<void> {
  if (await lockAccount(tx, id)) return
  throw new RefusalError({ code: 'not_signed_in', message: 'Your session has ended. Sign in again.' })
}
