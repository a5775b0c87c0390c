import type { Db } from '../db/schema.ts'
import type { Encryption } from './encryption.ts'
import { listEncrypted, replaceEncrypted } from './store.ts'

interface Rotation {
  /** How many values now have the first key. */
  changed: number
  /** How many values none of the keys can decrypt. They stay as they are. */
  unreadable: number
}

/** Encrypts every value again that doesn't have the first key, while the portal goes on working. */
export async function changeKeys<Column extends string>(
  db: Db,
  encryption: Encryption<Column>,
  columns: readonly Column[],
): Promise<Rotation> {
  const rotation = { changed: 0, unreadable: 0 }
  for (const column of columns) {
    for (const stored of await listEncrypted(db, column)) {
      if (encryption.isCurrent(stored.value)) continue
      if (!encryption.canDecrypt(stored.value)) {
        rotation.unreadable += 1
        continue
      }
      const again = encryption.encrypt(encryption.decrypt(stored.value, column), column)
      await replaceEncrypted(db, column, stored, again)
      rotation.changed += 1
    }
  }
  return rotation
}
