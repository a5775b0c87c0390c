import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import type { JWK } from 'jose'
import type { Services } from '../../services.ts'
import { listKeys } from './store.ts'

/** The keys of one environment. Only the current one signs; all of them are published. */
export interface SigningKeys {
  /** Changes with every step of a rotation. */
  version: string
  current: JWK
  published: JWK[]
}

/** Loads the keys of an environment; null while it has none. */
export async function loadSigningKeys(
  { db, encryption }: Pick<Services, 'db' | 'encryption'>,
  environment: CredentialEnvironment,
): Promise<SigningKeys | null> {
  const keys = (await listKeys(db)).filter((key) => key.environment === environment)
  const current = keys.find(({ state }) => state === 'current')
  if (!current) return null
  const privateKey = encryption.decrypt(current.private_encrypted, 'oauth_keys.private_encrypted')
  return {
    version: keys.map(({ kid, state }) => `${kid}:${state}`).join(),
    current: JSON.parse(privateKey.toString()) as JWK,
    published: keys.map(({ public_jwk: jwk }) => jwk),
  }
}
