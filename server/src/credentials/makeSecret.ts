import { createHash } from 'node:crypto'
import type { Services } from '../services.ts'

/** The stored columns of a secret, in an app or a sandbox. */
export interface SecretColumns {
  secret_hash: string
  secret_last_four: string
  secret_made_at: Date
}

const secretBytes = 32
const shownEnd = -4

/**
 * Hashes a secret with a fast function: 256 random bits can't be guessed at any rate, and every token request
 * compares a secret. Slow hashes compensate for passwords that people choose too short.
 */
const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Creates a client secret: the text, which only one reply contains, and the columns to store (CRED-13, CRED-19). */
export function makeSecret({ random }: Pick<Services, 'random'>, now: Date) {
  const secret = random(secretBytes).toString('base64url')
  const columns: SecretColumns = {
    secret_hash: hashSecret(secret),
    secret_last_four: secret.slice(shownEnd),
    secret_made_at: now,
  }
  return { secret, columns }
}
