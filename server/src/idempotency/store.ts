import { sql, type Insertable, type Selectable } from 'kysely'
import { deleteUpTo } from '../db/deleteUpTo.ts'
import type { Db, IdempotencyKeysTable } from '../db/schema.ts'
import { countRows } from '../lists/listPage.ts'

export type KeyRow = Selectable<IdempotencyKeysTable>

/** Returns whether the key was free and is now the caller's. */
export async function insertKey(db: Db, key: Insertable<IdempotencyKeysTable>): Promise<boolean> {
  const row = await db
    .insertInto('idempotency_keys')
    .values(key)
    .onConflict((conflict) => conflict.constraint('idempotency_keys_pkey').doNothing())
    .returning('developer_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findKey(db: Db, keyHash: Buffer): Promise<KeyRow | undefined> {
  return db.selectFrom('idempotency_keys').selectAll().where('key_hash', '=', keyHash).executeTakeFirst()
}

export const countKeys = (db: Db, developerId: number, since: Date): Promise<number> =>
  countRows(
    db
      .selectFrom('idempotency_keys')
      .where('developer_id', '=', developerId)
      .where('created_at', '>', since.toISOString()),
  )

export async function storeReply(
  db: Db,
  keyHash: Buffer,
  { reply, finishedAt }: { reply: string | null; finishedAt: Date },
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ reply, finished_at: finishedAt })
    .where('key_hash', '=', keyHash)
    .execute()
}

export async function deleteKey(db: Db, keyHash: Buffer): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('key_hash', '=', keyHash).execute()
}

export function deleteKeysBefore(db: Db, time: Date, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'idempotency_keys',
    key: ['key_hash'],
    isOld: sql`created_at <= ${time}`,
    orderBy: 'created_at',
  })
}

/** Deletes a key if it is too old to count. */
export async function deleteKeyBefore(db: Db, keyHash: Buffer, time: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('key_hash', '=', keyHash)
    .where('created_at', '<=', time.toISOString())
    .execute()
}
