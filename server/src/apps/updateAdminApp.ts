import type { AdminDeveloperApp, updateAdminDeveloperApp as endpoint } from '@trestle/domain/apps/contract.ts'
import { toPrivacy } from '@trestle/domain/apps/rules.ts'
import { decideCredentials } from '@trestle/domain/credentials/rules.ts'
import type { Actor } from '../access/actor.ts'
import { assignOwner } from '../collaborators/assignOwner.ts'
import type { Tx } from '../db/schema.ts'
import { unwrap, requireUnchanged, refusalError } from '../errors.ts'
import { definedFields } from '../definedFields.ts'
import type { Call } from '../http/route.ts'
import { revokeAppForAll } from '../oauth/revokeApp.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'
import { loadAdminApp, lockAdminApp, type AppRow } from '../access/authorizedApp.ts'
import { mailActivation } from './mailActivation.ts'
import { loadAdminDeveloperApp } from './present.ts'
import { saveFields } from './saveFields.ts'
import { changeThumbnail, receiveThumbnail } from './thumbnail.ts'

type Change = Pick<Call<typeof endpoint, 'platformAdmin'>, 'body' | 'files'>

/** Changes the fields in the request, all or none, and transfers ownership with them (AAPP-39, AAPP-47). */
export async function updateAdminApp(
  services: Services,
  actor: Actor,
  id: number,
  { body, files }: Change,
): Promise<AdminDeveloperApp> {
  const {
    if_unchanged_since: since,
    remove_thumbnail: remove,
    owner_id: ownerId,
    confidential,
    redirect_uri,
    allowed_cors_domain,
    ...fields
  } = body
  const sender = { actor, owner: { appId: id, developerId: null } }
  const thumbnail = await receiveThumbnail(services, sender, { ...files, remove }, () =>
    loadAdminApp(services.db, actor, id),
  )
  return services.db.transaction().execute(async (tx) => {
    const app = await lockAdminApp(tx, actor, id)
    requireActivationInUse(services.settings, app, body)
    await requireUnchanged(app.updated_at, since, () => loadAdminDeveloperApp(tx, services, app))
    const change = {
      ...definedFields(fields),
      ...unwrap(decideCredentials({ redirect_uri, allowed_cors_domain })),
      ...(confidential !== undefined && confidential !== app.confidential && toPrivacy(confidential)),
      ...(await changeThumbnail(tx, services.now(), app, thumbnail)),
    }
    const newOwner = ownerId === undefined ? null : await changeOwner(tx, services, actor, { app, ownerId })
    const now = services.now()
    const changed = await saveFields(tx, actor.audit, now, { app, change, newOwner })
    await mailActivation(tx, services, actor.audit, { before: app, after: changed })
    return loadAdminDeveloperApp(tx, services, changed)
  })
}

/** Also ends what users allowed a deleted app: they don't know its new owner, and restoring it would allow it again. */
async function changeOwner(
  tx: Tx,
  services: Services,
  actor: Actor,
  assignment: { app: AppRow; ownerId: number },
): Promise<{ owner_id: number }> {
  const newOwner = await assignOwner(tx, services, actor.audit, assignment)
  const { app } = assignment
  if (app.deleted_at !== null) await revokeAppForAll(tx, services, actor.audit, app.id)
  return newOwner
}

/**
 * Refuses to change the switch without listing applications: no app waits for activation then, and the page hides
 * it (LADM-14).
 */
function requireActivationInUse(
  settings: Settings,
  app: AppRow,
  { marketplace_enabled }: Change['body'],
): void {
  if (settings.LISTING_APPLICATIONS_ENABLED || marketplace_enabled === undefined) return
  if (marketplace_enabled === app.marketplace_enabled) return
  const message =
    "Marketplace enabled can't be changed because listing applications are turned off on this server (LISTING_APPLICATIONS_ENABLED)."
  throw refusalError('invalid_input', message, 'marketplace_enabled')
}
