import type { PendingSignIn } from '@trestle/domain/accounts/factors/contract.ts'
import { factorMethodsFor } from '@trestle/domain/accounts/factors/rules.ts'
import type { Services } from '../../services.ts'
import { loadFactors } from '../factors/store.ts'
import { hashToken } from '../token.ts'
import { findPendingSignIn } from './store.ts'

/** Loads the ways to finish a sign-in that waits for a second factor. Null if there is none. */
export async function loadPendingSignIn(
  { db, now }: Pick<Services, 'db' | 'now'>,
  token: string | undefined,
): Promise<PendingSignIn | null> {
  const pending = token === undefined ? undefined : await findPendingSignIn(db, hashToken(token), now())
  if (!pending) return null
  const methods = factorMethodsFor(await loadFactors(db, pending.developer_id))
  return { methods, expires_at: pending.expires_at }
}
