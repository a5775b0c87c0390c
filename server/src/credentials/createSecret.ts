import type { ClientSecret } from '@trestle/domain/credentials/contract.ts'
import { decideSecretOf } from '@trestle/domain/credentials/rules.ts'
import { decideNewSecret } from '@trestle/domain/credentials/secrets.ts'
import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import type { Actor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import { unwrap } from '../errors.ts'
import type { Services } from '../services.ts'
import { listPresentSecrets, presentSecret } from './listSecrets.ts'
import { lockCredentials } from './lockCredentials.ts'
import { mailNewSecret } from './mailSecret.ts'
import { makeClientSecret } from './makeSecret.ts'
import { insertSecret, storeNewestSecret } from './secrets/store.ts'

/** Creates a secret in addition to the current one, and returns the only copy of its text. */
export function createSecret(
  services: Services,
  actor: Actor,
  { id, environment, label }: { id: number; environment: CredentialEnvironment; label: string },
): Promise<ClientSecret & { uid: string; secret: string }> {
  return services.db.transaction().execute(async (tx) => {
    const { app, uid } = await lockCredentials(tx, services, actor, { id, environment })
    unwrap(decideSecretOf(app))
    const scope = { environment, appId: id }
    const now = services.now()
    unwrap(decideNewSecret(await listPresentSecrets(tx, scope, now)))
    const { secret, hash, last_four: lastFour } = makeClientSecret(services, environment)
    const secretId = await insertSecret(tx, {
      environment,
      app_id: id,
      hash,
      last_four: lastFour,
      label,
      created_by: actor.id,
      created_at: now,
    })
    await storeNewestSecret(tx, scope, {
      secret_hash: hash.toString('hex'),
      secret_last_four: lastFour,
      secret_made_at: now,
    })
    await recordAudit(tx, actor.audit, now, {
      action: 'client_secret.created',
      subject: { type: 'client_secret', id: secretId },
      app_id: id,
      changes: { environment: [null, environment], label: [null, label] },
    })
    await mailNewSecret(tx, services, actor, { app, environment, replaces: false })
    const [created] = await listPresentSecrets(tx, scope, now)
    if (!created) throw new Error('The new client secret is missing.')
    return { ...presentSecret(created), uid, secret }
  })
}
