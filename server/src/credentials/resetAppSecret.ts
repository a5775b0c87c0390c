import type { Credentials } from '@trestle/domain/credentials/contract.ts'
import { decideProductionSecret, decideSecretOf } from '@trestle/domain/credentials/rules.ts'
import type { Actor } from '../access/actor.ts'
import { lockAppFor } from '../access/authorizedApp.ts'
import { recordAudit } from '../audit/record.ts'
import { unwrap } from '../errors.ts'
import { hasPromotedDataConnector } from '../manifests/dataConnector.ts'
import type { Services } from '../services.ts'
import { mailNewSecret } from './mailSecret.ts'
import { resetSecrets } from './resetSecrets.ts'

/** Creates the production secret or replaces it. The row lock serializes concurrent resets. */
export function resetAppSecret(
  services: Services,
  actor: Actor,
  { id, confirmed }: { id: number; confirmed: boolean | undefined },
): Promise<{ credentials: Credentials }> {
  return services.db.transaction().execute(async (tx) => {
    const { app } = await lockAppFor(tx, actor, id, 'credentials.reset')
    unwrap(decideSecretOf(app))
    const replaces = app.secret_hash !== null
    const hasCredentials = await hasPromotedDataConnector(tx, app.id)
    unwrap(decideProductionSecret({ hasCredentials, hasSecret: replaces }, confirmed))
    const now = services.now()
    const secret = await resetSecrets(tx, services, {
      environment: 'production',
      appId: id,
      actorId: actor.id,
      now,
    })
    await recordAudit(tx, actor.audit, now, {
      action: replaces ? 'credentials.reset' : 'credentials.revealed',
      subject: { type: 'app', id },
      app_id: id,
      changes: { secret_made_at: [app.secret_made_at, now] },
    })
    await mailNewSecret(tx, services, actor, { app, environment: 'production', replaces })
    return { credentials: { uid: app.uid, secret } }
  })
}
