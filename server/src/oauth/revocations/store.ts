import { sql } from 'kysely'
import { deleteUpTo } from '../../db/deleteUpTo.ts'
import type { Db } from '../../db/schema.ts'

/** Returns whether the token wasn't revoked before. */
export async function insertRevokedToken(db: Db, jtiHash: Buffer, expiresAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows: rows } = await db
    .insertInto('revoked_tokens')
    .values({ jti_hash: jtiHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.constraint('revoked_tokens_pkey').doNothing())
    .executeTakeFirst()
  return rows === 1n
}

/** Deletes revocations of tokens that have since expired. */
export function deleteExpiredRevocations(db: Db, before: Date, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'revoked_tokens',
    key: ['jti_hash'],
    isOld: sql`expires_at < ${before}`,
    orderBy: 'expires_at',
  })
}
