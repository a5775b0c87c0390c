import { timingSafeEqual } from 'node:crypto'
import type { Services } from '../services.ts'
import { hashSecret } from './makeSecret.ts'
import { findSecretByHash, listUsableSecrets, type SecretScope, type UsableSecret } from './secrets/store.ts'

export interface FoundSecret {
  id?: number
  /** The reason why a secret of the app can't be used now. */
  reason?: { reason: 'secret_disabled' | 'secret_ended'; detail: string }
}

/** Finds the app's secret with this text, if it can be used now. */
export async function findMatchingSecret(
  { db, now }: Pick<Services, 'db' | 'now'>,
  scope: SecretScope,
  text: string,
  /** The secrets that can be used, if they are known already. */
  secrets?: UsableSecret[],
): Promise<FoundSecret> {
  const hash = hashSecret(text)
  const usable = (secrets ?? (await listUsableSecrets(db, scope, now()))).find((secret) =>
    timingSafeEqual(secret.hash, hash),
  )
  if (usable) return { id: usable.id }
  const unusable = await findSecretByHash(db, scope, hash)
  if (!unusable) return {}
  const { disabled_at: disabledAt, ends_at: endsAt } = unusable
  return disabledAt === null
    ? { reason: { reason: 'secret_ended', detail: toDay(endsAt) } }
    : { reason: { reason: 'secret_disabled', detail: toDay(disabledAt) } }
}

const toDay = (time: string | null): string => time?.slice(0, 10) ?? ''
