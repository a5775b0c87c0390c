import { createHash } from 'node:crypto'
import type { Services } from '../services.ts'

/** What is kept of a secret: the columns of an app or a sandbox. */
export interface SecretColumns {
  secret_hash: string
  secret_last_four: string
  secret_made_at: Date
}

const secretBytes = 32
const shownEnd = -4

/**
 * A fast hash is the right one here: 256 random bits cannot be guessed however many tries a second there are, and
 * every request for a token compares a secret. The slow hash of a password makes up for people choosing short ones.
 */
const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** A new client secret: the text, to be answered once, and all that is stored of it (CRED-13, CRED-19). */
export function makeSecret({ random }: Pick<Services, 'random'>, now: Date) {
  const secret = random(secretBytes).toString('base64url')
  const columns: SecretColumns = {
    secret_hash: hashSecret(secret),
    secret_last_four: secret.slice(shownEnd),
    secret_made_at: now,
  }
  return { secret, columns }
}
