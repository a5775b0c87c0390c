import { checkNotDeleted } from '@trestle/domain/apps/rules.ts'
import type { Credentials } from '@trestle/domain/credentials/contract.ts'
import { decideSecretOf } from '@trestle/domain/credentials/rules.ts'
import { decideSandboxReset } from '@trestle/domain/sandboxes/rules.ts'
import type { Actor } from '../access/actor.ts'
import { lockAdminApp, type AppRow } from '../access/authorizedApp.ts'
import { recordAudit } from '../audit/record.ts'
import { mailNewSecret } from '../credentials/mailSecret.ts'
import { resetSecrets } from '../credentials/resetSecrets.ts'
import type { Tx } from '../db/schema.ts'
import { unwrap, orNotFound, throwIfRefused } from '../errors.ts'
import type { Services } from '../services.ts'
import { lockForMember } from './lockForMember.ts'
import { lockSandboxOfApp, type SandboxRow } from './store.ts'

/**
 * Replaces the client secret of the sandbox. The locks serialize concurrent resets.
 *
 * Leaves `updated_at` unchanged, because a secret isn't a form field and open forms must not become stale.
 */
export async function resetSandboxSecret(
  services: Services,
  actor: Actor,
  { id, confirmed }: { id: number; confirmed: boolean | undefined },
): Promise<Credentials> {
  return services.db.transaction().execute(async (tx) => {
    const { app, sandbox } = await lockForMember(tx, actor, id, 'credentials.reset')
    return renew(tx, services, actor, { app, sandbox, confirmed })
  })
}

/** Replaces the client secret for staff, who address the sandbox by its app. */
export function resetSandboxSecretForStaff(
  services: Services,
  actor: Actor,
  { appId, confirmed }: { appId: number; confirmed: boolean | undefined },
): Promise<Credentials> {
  return services.db.transaction().execute(async (tx) => {
    const app = await lockAdminApp(tx, actor, appId)
    throwIfRefused(checkNotDeleted(app))
    const sandbox = orNotFound(await lockSandboxOfApp(tx, appId), 'Sandbox')
    return renew(tx, services, actor, { app, sandbox, confirmed })
  })
}

interface Renewal {
  app: Pick<AppRow, 'id' | 'internal_name' | 'confidential'>
  sandbox: SandboxRow
  confirmed: boolean | undefined
}

async function renew(
  tx: Tx,
  services: Services,
  actor: Actor,
  { app, sandbox, confirmed }: Renewal,
): Promise<Credentials> {
  unwrap(decideSecretOf(app))
  unwrap(decideSandboxReset(sandbox.status, confirmed))
  if (sandbox.app_id === null) throw new Error(`The live sandbox ${sandbox.id} has no client id`)
  const now = services.now()
  const secret = await resetSecrets(tx, services, {
    environment: 'sandbox',
    appId: app.id,
    actorId: actor.id,
    now,
  })
  const replaces = sandbox.secret_hash !== null
  await recordAudit(tx, actor.audit, now, {
    action: replaces ? 'sandbox.secret_reset' : 'sandbox.secret_revealed',
    subject: { type: 'sandbox', id: sandbox.id },
    app_id: app.id,
    changes: { secret_made_at: [sandbox.secret_made_at, now] },
  })
  await mailNewSecret(tx, services, actor, { app, environment: 'sandbox', replaces })
  return { uid: sandbox.app_id, secret }
}
