import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import type { createDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { decideNewApp, toPrivacy } from '@trestle/domain/apps/rules.ts'
import type { AppRow } from '../access/authorizedApp.ts'
import type { Actor } from '../access/actor.ts'
import { lockCaller } from '../access/lockAccount.ts'
import { requireTokenAction } from '../access/tokenRights.ts'
import { recordAudit } from '../audit/record.ts'
import { createCollaborator } from '../collaborators/createCollaborator.ts'
import { unwrap } from '../errors.ts'
import { requestFirstSandbox } from '../sandboxes/request.ts'
import type { Services } from '../services.ts'
import { countOwnedApps, insertApp } from './store.ts'

const uidBytes = 32

/**
 * Creates an app owned by the caller and requests its sandbox (APP-15). Internal names may repeat; ids identify
 * apps.
 */
export async function createApp(
  services: Services,
  actor: Actor,
  { internal_name, confidential }: InputOf<typeof createDeveloperApp>['body'],
): Promise<AppRow> {
  requireTokenAction(actor, 'apps.create')
  return services.db.transaction().execute(async (tx) => {
    await lockCaller(tx, actor)
    unwrap(decideNewApp(await countOwnedApps(tx, actor.id)))
    const now = services.now()
    const created = await insertApp(tx, {
      uid: services.random(uidBytes).toString('base64url'),
      internal_name,
      ...toPrivacy(confidential),
      owner_id: actor.id,
      created_at: now,
      updated_at: now,
    })
    await createCollaborator(tx, now, { app_id: created.id, developer_id: actor.id, role: 'owner' })
    await recordAudit(tx, actor.audit, now, {
      action: 'app.created',
      subject: { type: 'app', id: created.id },
      app_id: created.id,
      changes: { internal_name: [null, internal_name], confidential: [null, confidential] },
    })
    if (!services.settings.GOV_CLOUD) {
      await requestFirstSandbox(tx, services, actor.audit, { appId: created.id, requestedBy: actor.id })
    }
    return created
  })
}
