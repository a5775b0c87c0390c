import type { Db } from '../db/schema.ts'
import type { Encryption } from './encryption.ts'
import { listEncrypted, replaceEncrypted, type StoredValue } from './store.ts'

interface Rotation {
  /** How many values now have the first key. */
  changed: number
  /** How many values still have an older key, because others changed their rows in every round. */
  remaining: number
  /** How many values none of the keys can decrypt. They stay unchanged. */
  unreadable: number
}

/** A round only misses the rows that changed during it, so a second one is rare. */
const maxRounds = 10

/** Encrypts every value again that doesn't have the first key, while the portal keeps working. */
export async function changeKeys<Column extends string>(
  db: Db,
  encryption: Encryption<Column>,
  columns: readonly Column[],
): Promise<Rotation> {
  const rotation = { changed: 0, remaining: 0, unreadable: 0 }
  for (const column of columns) {
    let outdated = await listOutdated(db, encryption, column)
    for (let round = 0; round < maxRounds && outdated.readable.length > 0; round += 1) {
      for (const stored of outdated.readable) {
        const again = encryption.encrypt(encryption.decrypt(stored.value, column), column)
        if (await replaceEncrypted(db, column, stored, again)) rotation.changed += 1
      }
      outdated = await listOutdated(db, encryption, column)
    }
    rotation.remaining += outdated.readable.length
    rotation.unreadable += outdated.unreadable
  }
  return rotation
}

interface Outdated {
  readable: StoredValue[]
  unreadable: number
}

/** Lists the values of a column that don't have the first key. */
async function listOutdated<Column extends string>(
  db: Db,
  encryption: Encryption<Column>,
  column: Column,
): Promise<Outdated> {
  const values = await listEncrypted(db, column)
  const outdated = values.filter(({ value }) => !encryption.isCurrent(value))
  const readable = outdated.filter(({ value }) => encryption.canDecrypt(value))
  return { readable, unreadable: outdated.length - readable.length }
}
