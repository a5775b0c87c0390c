import { hashRaw } from '@node-rs/argon2'
import type { Services } from '../../services.ts'
import { hashCost } from '../password.ts'

const saltBytes = 16

/** Hashes the codes of one set, with its own salt. */
export async function hashCodes(
  { random }: Pick<Services, 'random'>,
  codes: readonly string[],
): Promise<Buffer[]> {
  const salt = random(saltBytes)
  return Promise.all(codes.map((code) => hashCode(salt, code)))
}

/**
 * Hashes a code like a password, because it has fewer bits than a token. The salt comes first: one hash is enough to
 * compare a code with all codes of its set.
 */
async function hashCode(salt: Buffer, code: string): Promise<Buffer> {
  return Buffer.concat([salt, await hashRaw(code, { ...hashCost, salt })])
}

/** Hashes a typed code with the salt of a stored hash. */
export const hashTypedCode = (stored: Buffer, code: string): Promise<Buffer> =>
  hashCode(stored.subarray(0, saltBytes), code)
