import { hash, verify, type Options } from '@node-rs/argon2'
import type { Services } from '../services.ts'
import { makeToken } from './token.ts'

/** Argon2id (the library's default variant), 19 MiB, two passes. */
export const hashCost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * The hash of a random password with the same cost, so that verifying an unknown account takes as long as verifying a
 * real one.
 */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$dhT7aICGU712q3MWiWXHYA$YVKrOm7EatEdeSE/L7VbZHhKGL9GIkHxRtVay2ZdfqQ'

/** Two keyboards can produce different code points for the same characters. */
const normalize = (password: string): string => password.normalize('NFKC')

/** Returns whether two typed passwords would open the same account. */
export const isSamePassword = (one: string, other: string): boolean => normalize(one) === normalize(other)

export async function hashPassword(password: string): Promise<string> {
  return hash(normalize(password), hashCost)
}

/** Returns the hash of a password that no one knows, for an account that its old password must no longer open. */
export const hashUnknownPassword = ({ random }: Pick<Services, 'random'>): Promise<string> =>
  hashPassword(makeToken(random))

/** Returns whether the password is right. Without a stored hash, it does the same work and returns false. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? dummyHash, normalize(password))
  return matches && stored !== undefined
}
