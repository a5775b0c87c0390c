import type { Db } from '../../db/schema.ts'

export async function insertRevokedToken(db: Db, jtiHash: Buffer, expiresAt: Date): Promise<void> {
  await db
    .insertInto('revoked_tokens')
    .values({ jti_hash: jtiHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.constraint('revoked_tokens_pkey').doNothing())
    .execute()
}

/** Deletes revocations of tokens that have expired anyway. */
export async function deleteExpiredRevocations(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('revoked_tokens').where('expires_at', '<', before.toISOString()).execute()
}
