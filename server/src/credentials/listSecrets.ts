import { viewCredentials } from '@trestle/domain/access/roles.ts'
import type { ClientSecret } from '@trestle/domain/credentials/contract.ts'
import { enableUntil, isPresent, recentDays, secretState } from '@trestle/domain/credentials/secrets.ts'
import { utcDay } from '@trestle/domain/time/days.ts'
import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import type { Actor } from '../access/actor.ts'
import { loadAppFor } from '../access/authorizedApp.ts'
import { requireEnvironment } from '../access/requireEnvironment.ts'
import { hasAction } from '../access/tokenRights.ts'
import type { Db } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { listSecrets, type CountedSecret, type SecretScope } from './secrets/store.ts'

/** Lists the secrets of an app that haven't ended, or not permanently. */
export async function listPresentSecrets(db: Db, scope: SecretScope, now: Date): Promise<CountedSecret[]> {
  const since = utcDay(now.getTime() - (recentDays - 1) * dayMs)
  const secrets = await listSecrets(db, scope, { now, since })
  return secrets.filter((secret) => isPresent(secret, now.getTime()))
}

export const presentSecret = (secret: CountedSecret): ClientSecret => ({
  id: secret.id,
  label: secret.label,
  last_four: secret.last_four,
  state: secretState(secret),
  created_at: secret.created_at,
  created_by: secret.author_name,
  last_used_at: secret.last_used_at,
  recent_tokens: secret.tokens,
  enable_until: secret.disabled_at === null ? null : new Date(enableUntil(secret.disabled_at)).toISOString(),
  ends_at: secret.ends_at,
  leaked_at: secret.leaked_at,
})

/** Lists an app's secrets for its team. A program that rotates secrets also sees them. */
export async function readSecrets(
  { db, now, settings }: Services,
  actor: Actor,
  { id, environment }: { id: number; environment: CredentialEnvironment },
): Promise<ClientSecret[]> {
  requireEnvironment(settings, environment)
  const view = viewCredentials[environment]
  await loadAppFor(db, actor, id, hasAction(actor, view) ? view : 'credentials.rotate')
  const secrets = await listPresentSecrets(db, { environment, appId: id }, now())
  return secrets.map(presentSecret)
}
