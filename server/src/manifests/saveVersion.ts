import { refuse, type Decision } from '@trestle/domain/http/errors.ts'
import { groupByPath } from '@trestle/domain/http/groupByPath.ts'
import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import type { createManifest, ManifestContent, ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { hasDataConnector } from '@trestle/domain/manifests/document/content.ts'
import { decideVersionNumber } from '@trestle/domain/manifests/numbers.ts'
import { decideNewVersion, decideReleaseNotes } from '@trestle/domain/manifests/rules.ts'
import { numberedBy, versionLabel } from '@trestle/domain/manifests/versions.ts'
import type { CheckContext } from '@trestle/domain/manifests/validation/checks.ts'
import { decideOverlooked } from '@trestle/domain/manifests/saving.ts'
import { withServerFields } from '@trestle/domain/manifests/document/serverFields.ts'
import type { Actor } from '../access/actor.ts'
import { lockAppFor, type AppRow } from '../access/authorizedApp.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { removeManifestDraft } from '../drafts/removeDraft.ts'
import { unwrap, RefusalError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'
import { loadVersion, parseContent } from './present.ts'
import { isVisible } from './list.ts'
import { loadCheckContext } from './loadCheckContext.ts'
import { newUuid } from '../newUuid.ts'
import { findVersion, insertVersion, listNumbers, type VersionNumbers } from './store.ts'
import { readManifest } from './validate.ts'

type Draft = InputOf<typeof createManifest>['body'] & { bodyText: string }

/**
 * Saves a manifest as the app's next version.
 *
 * Locks the app row first, so that when two saves run at the same time, the second one's number is compared with the
 * first one's.
 */
export function saveVersion(services: Services, actor: Actor, draft: Draft): Promise<ManifestVersion> {
  const { db, settings, now } = services
  return db.transaction().execute(async (tx) => {
    const { app } = await lockAppFor(tx, actor, draft.developer_app_id, 'manifest.edit')
    const paused = settings.SANDBOX_MANIFESTS_PAUSED
    const isGovernmentCloud = settings.GOV_CLOUD
    const target = unwrap(decideNewVersion({ isGovernmentCloud, paused }))
    const existing = (await listNumbers(tx, app.id)).map((version) =>
      numberedBy(version, settings.SEMANTIC_VERSIONS),
    )
    // Developers can't know of the versions that this server doesn't show.
    const visible = existing.filter((version) => isVisible(settings, version))
    await requireNothingOverlooked(tx, app, actor, settings, { draft, visible })
    const typed = unwrap(readDraft(draft, await loadCheckContext(tx, app, settings, draft.allow_empty_save)))
    const number = unwrap(decideNumber(draft.semantic_version, settings, { existing, visible }))
    const { changelog } = unwrap(decideReleaseNotes({ isGovernmentCloud, changelog: draft.changelog }))
    const content = await addServerFields(tx, services, app, typed, existing)
    const at = now()
    const id = await insertVersion(tx, {
      ...target,
      ...number,
      app_version_id: newUuid(services),
      developer_app_id: app.id,
      content: JSON.stringify(content),
      has_data_connector: hasDataConnector(content),
      changelog,
      created_by: actor.id,
      created_at: at,
      updated_at: at,
    })
    await removeManifestDraft(tx, actor, app)
    await recordAudit(tx, actor.audit, at, {
      action: 'version.created',
      subject: { type: 'app_version', id },
      app_id: app.id,
      changes: {
        version: [null, number.version],
        semantic_version: [null, number.semantic_version],
        versionable_type: [null, target.versionable_type],
        ...(changelog !== null && { changelog: [null, changelog] }),
      },
    })
    return loadVersion(tx, app, id, actor, settings)
  })
}

interface Comparison {
  draft: Draft
  visible: VersionNumbers[]
}

/** Refuses a draft if someone else saved a newer version since, and returns that version with the refusal. */
async function requireNothingOverlooked(
  tx: Tx,
  app: AppRow,
  actor: Actor,
  settings: Settings,
  { draft, visible }: Comparison,
): Promise<void> {
  const newer = unwrap(decideOverlooked(visible, draft.based_on_app_version_id))
  if (!newer) return
  const message = `Version ${versionLabel(newer)} was saved while you were editing. Reload to see it, or save yours as the newest version.`
  const current = { manifest: await loadVersion(tx, app, newer.id, actor, settings) }
  throw new RefusalError({ code: 'conflict', message, current })
}

function readDraft(draft: Draft, context: CheckContext): Decision<ManifestContent> {
  const { content, errors } = readManifest(draft.manifest.content, context, draft.bodyText)
  if (content !== null) return { ok: true, value: content }
  const [{ message }] = errors
  const fields = groupByPath(errors.map((error) => [error.path, error.message]))
  return { ok: false, refusal: { code: 'invalid_input', message, fields } }
}

/** Returns the next counter, which all versions share, and the chosen semantic version on servers that support those. */
function decideNumber(
  wanted: string | null | undefined,
  settings: Settings,
  { existing, visible }: Record<'existing' | 'visible', readonly VersionNumbers[]>,
): Decision<{ version: number; semantic_version: string | null }> {
  const version = (existing[0]?.version ?? 0) + 1
  if (settings.SEMANTIC_VERSIONS) {
    const decision = decideVersionNumber(
      wanted,
      visible.map((each) => each.semantic_version),
    )
    return decision.ok ? { ok: true, value: { version, ...decision.value } } : decision
  }
  if (!wanted) return { ok: true, value: { version, semantic_version: null } }
  const message = 'Version numbers are assigned automatically. Leave this field out.'
  return refuse('invalid_input', message, 'semantic_version')
}

async function addServerFields(
  tx: Tx,
  services: Services,
  app: AppRow,
  typed: ManifestContent,
  [newest]: readonly VersionNumbers[],
): Promise<ManifestContent> {
  const previous = newest && (await findVersion(tx, newest.id))
  return withServerFields(typed, {
    appName: app.name === '' ? app.internal_name : app.name,
    previous: previous ? parseContent(previous.content) : null,
    newUuid: () => newUuid(services),
  })
}
