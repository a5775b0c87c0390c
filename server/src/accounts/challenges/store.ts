import { sql, type Insertable } from 'kysely'
import { violates } from '../../db/constraint.ts'
import { deleteUpTo } from '../../db/deleteUpTo.ts'
import type { ChallengePurpose, Db, WebauthnChallengesTable } from '../../db/schema.ts'

export async function insertChallenge(db: Db, challenge: Insertable<WebauthnChallengesTable>): Promise<void> {
  await db.insertInto('webauthn_challenges').values(challenge).execute()
}

/** Returns whether a challenge can't be stored because the session or sign-in that it is for has ended. */
export const isForEnded = (error: unknown): boolean =>
  ['session', 'pending'].some((owner) => violates(error, `webauthn_challenges_${owner}_id_fkey`))

/** The session or pending sign-in that a challenge was made for. */
export interface ChallengeOwner {
  purpose: ChallengePurpose
  session_id: number | null
  pending_id: number | null
}

/** Deletes a challenge, and returns false if it isn't this owner's, is expired, or was used before. */
export async function consumeChallenge(
  db: Db,
  hash: Buffer,
  { purpose, session_id, pending_id }: ChallengeOwner,
  now: Date,
): Promise<boolean> {
  const row = await db
    .deleteFrom('webauthn_challenges')
    .where('challenge_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('session_id', 'is not distinct from', session_id)
    .where('pending_id', 'is not distinct from', pending_id)
    .where('expires_at', '>', now.toISOString())
    .returning('challenge_hash')
    .executeTakeFirst()
  return row !== undefined
}

export function deleteExpiredChallenges(db: Db, now: Date, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'webauthn_challenges',
    key: ['challenge_hash'],
    isOld: sql`expires_at < ${now}`,
    orderBy: 'expires_at',
  })
}
