import { pendingSignInMinutes } from '@trestle/domain/accounts/factors/rules.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import type { Tx } from '../../db/schema.ts'
import type { Services } from '../../services.ts'
import type { IssuedToken } from '../session.ts'
import { hashToken, makeToken } from '../token.ts'
import { insertPendingSignIn } from './store.ts'

/** Starts the second step of a sign-in whose password was right. */
export async function startPendingSignIn(
  tx: Tx,
  { now, random }: Pick<Services, 'now' | 'random'>,
  developerId: number,
): Promise<IssuedToken> {
  const at = now()
  const token = makeToken(random)
  const expiresAt = new Date(at.getTime() + pendingSignInMinutes * minuteMs)
  await insertPendingSignIn(tx, {
    developer_id: developerId,
    token_hash: hashToken(token),
    created_at: at,
    expires_at: expiresAt,
  })
  return { token, expiresAt }
}
