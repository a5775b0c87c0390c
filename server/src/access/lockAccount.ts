import type { Tx } from '../db/schema.ts'
import { RefusalError } from '../errors.ts'
import type { Actor } from './actor.ts'
import { lockAccount } from './store.ts'

export { lockAccount }

/**
 * Locks the caller's account, so that their calls happen one after the other, and refuses a caller who deleted it while the
 * call waited.
 */
export async function requireAccount(tx: Tx, { id }: Pick<Actor, 'id'>): Promise<{ email: string }> {
  const account = await lockAccount(tx, id)
  if (account) return account
  throw new RefusalError({ code: 'not_signed_in', message: 'Your session has ended. Sign in again.' })
}
