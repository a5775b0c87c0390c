import type { ClientSecret } from '@trestle/domain/credentials/contract.ts'
import {
  decideSecretChange,
  type ChangedSecret,
  type SecretChange,
} from '@trestle/domain/credentials/secrets.ts'
import type { AuditAction } from '@trestle/domain/audit/actions.ts'
import type { Actor } from '../access/actor.ts'
import { loadAppFor } from '../access/authorizedApp.ts'
import { recordAudit, type Changes } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { orNotFound, unwrap } from '../errors.ts'
import type { Services } from '../services.ts'
import { listPresentSecrets, presentSecret } from './listSecrets.ts'
import { lockCredentials } from './lockCredentials.ts'
import {
  changeSecret,
  findSecretEnvironment,
  storeNewestSecret,
  type CountedSecret,
  type SecretScope,
} from './secrets/store.ts'

interface Input {
  id: number
  secretId: number
  change: SecretChange
}

/** Renames, disables, enables or ends a secret. Returns its new state. */
export function updateSecret(
  services: Services,
  actor: Actor,
  { id, secretId, change }: Input,
): Promise<ClientSecret> {
  return services.db.transaction().execute(async (tx) => {
    const resourceName = 'Client secret'
    const found = await findSecretEnvironment(tx, { appId: id, secretId })
    // A stranger doesn't learn whether the app exists.
    if (!found) await loadAppFor(tx, actor, id, 'credentials.rotate')
    const environment = orNotFound(found, resourceName)
    const { app } = await lockCredentials(tx, services, actor, { id, environment })
    const scope = { environment, appId: id }
    const now = services.now()
    const present = await listPresentSecrets(tx, scope, now)
    const secret = orNotFound(
      present.find((each) => each.id === secretId),
      resourceName,
    )
    const changed = unwrap(
      decideSecretChange(secret, { present, confidential: app.confidential }, change, now.getTime()),
    )
    if (Object.keys(changed).length === 0) return presentSecret(secret)
    await changeSecret(tx, secretId, changed)
    for (const { action, changes } of toAudit(secret, changed)) {
      await recordAudit(tx, actor.audit, now, {
        action,
        subject: { type: 'client_secret', id: secretId },
        app_id: id,
        changes,
      })
    }
    const left = await listPresentSecrets(tx, scope, now)
    await storeNewest(tx, scope, left)
    return presentSecret({ ...secret, ...changed })
  })
}

/** Stores the newest of the remaining secrets that isn't disabled, or that no secrets remain. */
async function storeNewest(tx: Tx, scope: SecretScope, left: readonly CountedSecret[]): Promise<void> {
  const newest = left.find(({ disabled_at: disabledAt }) => disabledAt === null)
  if (!newest && left.length > 0) return
  await storeNewestSecret(tx, scope, {
    secret_hash: newest?.hash.toString('hex') ?? null,
    secret_last_four: newest?.last_four ?? null,
    secret_made_at: newest?.created_at ?? null,
  })
}

interface Entry {
  action: AuditAction
  changes: Changes
}

/** Returns one audit entry for each thing that happened. */
function toAudit(secret: CountedSecret, { label, disabled_at, ends_at }: ChangedSecret): Entry[] {
  const entries: Entry[] = []
  if (label !== undefined) {
    entries.push({ action: 'client_secret.renamed', changes: { label: [secret.label, label] } })
  }
  if (disabled_at !== undefined) {
    const action = disabled_at === null ? 'client_secret.enabled' : 'client_secret.disabled'
    entries.push({ action, changes: { disabled_at: [secret.disabled_at, disabled_at] } })
  }
  if (ends_at !== undefined) {
    entries.push({ action: 'client_secret.ended', changes: { ends_at: [secret.ends_at, ends_at] } })
  }
  return entries
}
