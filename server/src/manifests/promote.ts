import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import type { ManifestVersion, promoteVersion } from '@trestle/domain/manifests/contract.ts'
import { decidePromotion } from '@trestle/domain/manifests/rules.ts'
import { numberedBy } from '@trestle/domain/manifests/versions.ts'
import type { Actor } from '../access/actor.ts'
import { lockAppFor, type AppRow } from '../access/authorizedApp.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { unwrap, orNotFound } from '../errors.ts'
import type { Services } from '../services.ts'
import { loadVersion, loadSiblings, presentPromotion } from './present.ts'
import { newUuid } from '../newUuid.ts'
import { findVersion, findVersionByKey, insertVersion, changeVersion, type VersionRow } from './store.ts'

type PromotionInput = InputOf<typeof promoteVersion>['body']

/** Copies a sandbox version to production in one transaction. */
export function promote(services: Services, actor: Actor, input: PromotionInput): Promise<ManifestVersion> {
  const { db, now, settings } = services
  return db.transaction().execute(async (tx) => {
    const { app, source } = await lockSource(tx, actor, input.source_app_version_id)
    const { newestProduction, semanticVersions } = await loadSiblings(tx, app, settings)
    const promotion = presentPromotion(source)
    const { changelog, state } = unwrap(
      decidePromotion(
        { ...numberedBy(source, semanticVersions), promotion },
        newestProduction,
        input.changelog,
      ),
    )
    const at = now()
    await changeVersion(tx, source.id, { changelog, updated_at: at })
    const id = await insertVersion(tx, {
      app_version_id: newUuid(services),
      developer_app_id: app.id,
      versionable_type: 'ProductionEnvironment',
      version: source.version,
      semantic_version: source.semantic_version,
      content: source.content,
      has_data_connector: source.has_data_connector,
      state,
      promoted_from: source.id,
      changelog,
      created_by: actor.id,
      created_at: at,
      updated_at: at,
    })
    await recordAudit(tx, actor.audit, at, {
      action: 'version.promoted',
      subject: { type: 'app_version', id },
      app_id: app.id,
      changes: {
        version: [null, source.version],
        semantic_version: [null, source.semantic_version],
        promoted_from: [null, source.id],
        changelog: [source.changelog, changelog],
        state: [null, state],
      },
    })
    return loadVersion(tx, app, id, actor, settings)
  })
}

/** Locks the app, so that a concurrent request waits here and then reads our changes of its versions. */
async function lockSource(tx: Tx, actor: Actor, key: string): Promise<{ app: AppRow; source: VersionRow }> {
  const { id, developer_app_id } = orNotFound(await findVersionByKey(tx, key), 'Version')
  const { app } = await lockAppFor(tx, actor, developer_app_id, 'manifest.edit', { resourceName: 'Version' })
  return { app, source: orNotFound(await findVersion(tx, id), 'Version') }
}
