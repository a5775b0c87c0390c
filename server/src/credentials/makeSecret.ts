import { createHash } from 'node:crypto'
import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { makeSecret as makeFormatted, secretPrefixes } from '../accounts/secretFormat.ts'
import type { Services } from '../services.ts'

const shownEnd = -4

const prefixes = {
  production: secretPrefixes.productionClientSecret,
  sandbox: secretPrefixes.sandboxClientSecret,
} as const

/**
 * Hashes a secret with a fast function: 256 random bits can't be guessed at any rate, and every token request
 * compares a secret. Slow hashes compensate for passwords that people choose too short.
 */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export interface MadeSecret {
  /** Only one reply contains it. */
  secret: string
  hash: Buffer
  last_four: string
}

/** Creates a client secret (CRED-13, CRED-19). */
export function makeClientSecret(
  { random }: Pick<Services, 'random'>,
  environment: CredentialEnvironment,
): MadeSecret {
  const secret = makeFormatted(prefixes[environment], random)
  return { secret, hash: hashSecret(secret), last_four: secret.slice(shownEnd) }
}
