import { sql, type Insertable } from 'kysely'
import { deleteUpTo } from '../../db/deleteUpTo.ts'
import type { Db, PendingSignInsTable, Tx } from '../../db/schema.ts'

export interface PendingSignInRow {
  id: number
  developer_id: number
  expires_at: string
}

export async function insertPendingSignIn(tx: Tx, pending: Insertable<PendingSignInsTable>): Promise<void> {
  await tx.insertInto('pending_sign_ins').values(pending).execute()
}

export async function findPendingSignIn(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<PendingSignInRow | undefined> {
  return db
    .selectFrom('pending_sign_ins')
    .select(['id', 'developer_id', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
}

/** Deletes a pending sign-in, and returns false if it is gone: finished, expired or replaced. */
export async function deletePendingSignIn(tx: Tx, id: number): Promise<boolean> {
  const row = await tx.deleteFrom('pending_sign_ins').where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}

export async function deletePendingSignInByToken(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('pending_sign_ins').where('token_hash', '=', tokenHash).execute()
}

/** Ends every sign-in of a developer that waits for a second factor. */
export async function deletePendingSignInsFor(tx: Tx, developerId: number): Promise<void> {
  await tx.deleteFrom('pending_sign_ins').where('developer_id', '=', developerId).execute()
}

export function deleteExpiredPendingSignIns(db: Db, now: Date, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'pending_sign_ins',
    key: ['id'],
    isOld: sql`expires_at < ${now}`,
    orderBy: 'expires_at',
  })
}
