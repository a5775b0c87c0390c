import type { Db } from '../db/schema.ts'
import { encryptedColumns, type EncryptedColumn } from './columns.ts'
import type { Encryption } from './encryption.ts'
import { countByHeader } from './store.ts'

interface KeyFault {
  /** Whether apps get no tokens, or nothing at all can be decrypted because the keys are another portal's. */
  isFatal: boolean
  text: string
}

/** Counts the values that are still used, by column and key. */
async function countStored(db: Db): Promise<{ column: EncryptedColumn; header: Buffer; values: number }[]> {
  const counts = await Promise.all(
    encryptedColumns.map(async (column) =>
      (await countByHeader(db, column)).map((count) => ({ column, ...count })),
    ),
  )
  return counts.flat()
}

/** Returns whether anything that is still used is encrypted. */
export const hasEncrypted = async (db: Db): Promise<boolean> => (await countStored(db)).length > 0

/** Counts the values of each column that are still used and that these keys can't decrypt. */
export async function countUnreadable(
  db: Db,
  encryption: Encryption<EncryptedColumn>,
): Promise<{ column: EncryptedColumn; values: number }[]> {
  const unreadable = (await countStored(db)).filter(({ header }) => !encryption.canDecrypt(header))
  return encryptedColumns.map((column) => ({
    column,
    values: unreadable.reduce((sum, each) => sum + (each.column === column ? each.values : 0), 0),
  }))
}

/** Returns the stored data that ENCRYPTION_KEYS can't decrypt, or null if they can decrypt everything. */
export async function findKeyFault(
  db: Db,
  encryption: Encryption<EncryptedColumn>,
): Promise<KeyFault | null> {
  const stored = await countStored(db)
  const unreadable = stored.filter(({ header }) => !encryption.canDecrypt(header))
  if (unreadable.length === 0) return null
  const values = unreadable.reduce((sum, each) => sum + each.values, 0)
  const columns = [...new Set(unreadable.map(({ column }) => column))]
  const isFatal = columns.includes('oauth_keys.private_encrypted') || stored.length === unreadable.length
  return {
    isFatal,
    text: `ENCRYPTION_KEYS can't decrypt ${values} stored ${values === 1 ? 'value' : 'values'} (${columns.join(', ')}). Add the key that encrypted them. If it is lost, see "Lost encryption key" in docs/operations.md.`,
  }
}
