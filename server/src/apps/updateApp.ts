import type { updateDeveloperApp as endpoint, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { decideCredentials } from '@trestle/domain/credentials/rules.ts'
import type { Actor } from '../access/actor.ts'
import { unwrap, requireUnchanged } from '../errors.ts'
import { transfer } from '../collaborators/transfer.ts'
import { definedFields } from '../definedFields.ts'
import type { Call } from '../http/route.ts'
import type { Services } from '../services.ts'
import { loadAppFor, lockAppFor } from '../access/authorizedApp.ts'
import { requireTokenAction } from '../access/tokenRights.ts'
import { loadDeveloperApp } from './present.ts'
import { saveFields } from './saveFields.ts'
import { changeThumbnail, receiveThumbnail } from './thumbnail.ts'

type Change = Pick<Call<typeof endpoint, 'signedIn'>, 'body' | 'files'>

/** Changes the fields in the request, all or none. */
export async function updateApp(
  services: Services,
  actor: Actor,
  id: number,
  { body, files }: Change,
): Promise<DeveloperApp> {
  const {
    if_unchanged_since: since,
    remove_thumbnail: remove,
    owner_id: ownerId,
    redirect_uri,
    allowed_cors_domain,
    ...fields
  } = body
  const sender = { actor, owner: { appId: id, developerId: actor.id } }
  const thumbnail = await receiveThumbnail(services, sender, { ...files, remove }, () =>
    loadAppFor(services.db, actor, id, 'app.edit'),
  )
  if (ownerId !== undefined) requireTokenAction(actor, 'ownership.transfer')
  return services.db.transaction().execute(async (tx) => {
    const { app, role } = await lockAppFor(tx, actor, id, 'app.edit')
    await requireUnchanged(app.updated_at, since, () => loadDeveloperApp(tx, services, actor, { app, role }))
    const credentials = unwrap(decideCredentials({ redirect_uri, allowed_cors_domain }))
    const now = services.now()
    const picture = await changeThumbnail(tx, now, app, thumbnail)
    const change = { ...definedFields(fields), ...credentials, ...picture }
    const newOwner =
      ownerId === undefined ? null : await transfer(tx, services, actor, { app, role, ownerId })
    const changed = await saveFields(tx, actor.audit, now, { app, change, newOwner })
    return loadDeveloperApp(tx, services, actor, {
      app: changed,
      role: ownerId === undefined ? role : 'admin',
    })
  })
}
