import type { Services } from '../services.ts'
import { saltOfDay } from './store.ts'

const saltBytes = 32

/**
 * Returns the salt of a day. It is encrypted in the database, so that a copy of the database alone doesn't reveal the
 * addresses behind its hashes.
 */
export async function readSalt(
  { db, random, encryption }: Pick<Services, 'db' | 'random' | 'encryption'>,
  day: string,
): Promise<Buffer> {
  const fresh = encryption.encrypt(random(saltBytes), 'marketplace_salts.salt')
  const stored = await saltOfDay(db, day, fresh)
  // An earlier release stored the salt itself, and a restored database may have other keys. Until the day is over, the
  // stored value serves as the salt.
  return encryption.canDecrypt(stored) ? encryption.decrypt(stored, 'marketplace_salts.salt') : stored
}
