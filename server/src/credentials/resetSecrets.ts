import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import type { Tx } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { makeClientSecret } from './makeSecret.ts'
import { beginGeneration, endSecrets, insertSecret, storeNewestSecret } from './secrets/store.ts'

/**
 * Ends every secret of an app in an environment, with its tokens and codes, and stores a new secret. The caller must
 * have locked the app or its sandbox. Leaves `updated_at` unchanged, because a secret isn't a form field and open forms
 * must not become stale.
 */
export async function resetSecrets(
  tx: Tx,
  services: Pick<Services, 'random'>,
  {
    environment,
    appId,
    actorId,
    now,
  }: {
    environment: CredentialEnvironment
    appId: number
    actorId: number
    now: Date
  },
): Promise<string> {
  const scope = { environment, appId }
  const { secret, hash, last_four: lastFour } = makeClientSecret(services, environment)
  await endSecrets(tx, scope, now)
  await beginGeneration(tx, scope)
  await insertSecret(tx, {
    environment,
    app_id: appId,
    hash,
    last_four: lastFour,
    created_by: actorId,
    created_at: now,
  })
  await storeNewestSecret(tx, scope, {
    secret_hash: hash.toString('hex'),
    secret_last_four: lastFour,
    secret_made_at: now,
  })
  return secret
}
