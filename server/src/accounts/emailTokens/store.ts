import { sql } from 'kysely'
import { deleteUpTo } from '../../db/deleteUpTo.ts'
import type { Db, EmailTokenPurpose, Tx } from '../../db/schema.ts'

export async function insertEmailToken(
  tx: Tx,
  token: {
    developer_id: number
    purpose: EmailTokenPurpose
    token_hash: Buffer
    created_at: Date
    expires_at: Date
  },
): Promise<void> {
  await tx.insertInto('email_tokens').values(token).execute()
}

/** Returns the owner of a link, if it still works. */
export async function findLiveTokenOwner(
  db: Db,
  purpose: EmailTokenPurpose,
  tokenHash: Buffer,
  now: Date,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('email_tokens')
    .select('developer_id')
    .where('purpose', '=', purpose)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row?.developer_id
}

/** Retires a developer's unused links of one purpose, or all of them if it is null. The developer must be locked. */
export async function retireEmailTokens(
  tx: Tx,
  developerId: number,
  purpose: EmailTokenPurpose | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('email_tokens')
    .set({ used_at: now })
    .where('developer_id', '=', developerId)
    .where('used_at', 'is', null)
    .$if(purpose !== null, (query) => query.where('purpose', '=', purpose))
    .execute()
}

export function deleteExpiredEmailTokens(db: Db, before: Date, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'email_tokens',
    key: ['id'],
    isOld: sql`expires_at < ${before}`,
  })
}
