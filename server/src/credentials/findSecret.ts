import { timingSafeEqual } from 'node:crypto'
import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import type { Services } from '../services.ts'
import { hashSecret } from './makeSecret.ts'
import { listUsableSecrets } from './secrets/store.ts'

/** Returns the id of the app's secret that this text is, if it is one that can be used now. */
export async function findMatchingSecret(
  { db, now }: Pick<Services, 'db' | 'now'>,
  place: { environment: CredentialEnvironment; appId: number },
  text: string,
): Promise<number | undefined> {
  const hash = hashSecret(text)
  const secrets = await listUsableSecrets(db, place, now())
  return secrets.find((secret) => timingSafeEqual(secret.hash, hash))?.id
}
