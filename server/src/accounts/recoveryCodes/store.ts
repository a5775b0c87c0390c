import type { Db, Tx } from '../../db/schema.ts'

/** Replaces a developer's recovery codes, and returns whether there were any. */
export async function replaceRecoveryCodes(
  tx: Tx,
  developerId: number,
  hashes: readonly Buffer[],
  now: Date,
): Promise<boolean> {
  const hadCodes = await deleteRecoveryCodes(tx, developerId)
  const rows = hashes.map((code_hash) => ({ developer_id: developerId, code_hash, created_at: now }))
  await tx.insertInto('recovery_codes').values(rows).execute()
  return hadCodes
}

/** Returns the hash of any of a developer's codes that can still be used. */
export async function findRecoveryCode(db: Db, developerId: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('developer_id', '=', developerId)
    .where('used_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row?.code_hash
}

/** Uses a code up, and returns false if it doesn't exist or was used before. */
export async function acceptRecoveryCode(
  tx: Tx,
  developerId: number,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('developer_id', '=', developerId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('developer_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a developer's recovery codes, including used ones, and returns whether there were any. */
export async function deleteRecoveryCodes(tx: Tx, developerId: number): Promise<boolean> {
  const rows = await tx
    .deleteFrom('recovery_codes')
    .where('developer_id', '=', developerId)
    .returning('developer_id')
    .execute()
  return rows.length > 0
}

/** Deletes codes that were created since a time, and returns whether there were any. */
export async function deleteRecoveryCodesSince(tx: Tx, developerId: number, since: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('recovery_codes')
    .where('developer_id', '=', developerId)
    .where('created_at', '>=', since)
    .returning('developer_id')
    .execute()
  return rows.length > 0
}
