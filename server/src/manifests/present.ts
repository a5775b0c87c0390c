import {
  authCodeCapable,
  configuredContent,
  nextVersionContent,
} from '@trestle/domain/manifests/document/content.ts'
import { ManifestContent, type ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { withClientId } from '@trestle/domain/manifests/document/serverFields.ts'
import { environments, isPromotable } from '@trestle/domain/manifests/rules.ts'
import { isNewer, isSubmittable, numberedBy } from '@trestle/domain/manifests/versions.ts'
import type { Actor } from '../access/actor.ts'
import type { AppRow } from '../access/authorizedApp.ts'
import type { Db } from '../db/schema.ts'
import type { Settings } from '../settings.ts'
import { findVersion, listProductionNumbers, type VersionNumbers, type VersionRow } from './store.ts'

/** Facts from the app's production versions that apply to each of its versions. */
export interface Siblings {
  newestProduction: VersionNumbers | null
  published: VersionNumbers | null
  /** Whether a version with a data connector was promoted, so that later ones must have one (PERM-11, PERM-13). */
  authCodeLocked: boolean
  /** Null until the app has production credentials (CRED-09). */
  clientId: string | null
  semanticVersions: boolean
}

type AppOfVersions = Pick<AppRow, 'id' | 'uid' | 'published_app_version_id'>

export const parseContent = (text: string): ManifestContent => ManifestContent.parse(JSON.parse(text))

export const loadSiblings = async (
  db: Db,
  app: AppOfVersions,
  settings: Pick<Settings, 'SEMANTIC_VERSIONS'>,
): Promise<Siblings> => toSiblings(app, await listProductionNumbers(db, app.id), settings)

/** Compares the versions of an app that are in production. */
export function toSiblings(
  app: AppOfVersions,
  stored: Awaited<ReturnType<typeof listProductionNumbers>>,
  { SEMANTIC_VERSIONS: semanticVersions }: Pick<Settings, 'SEMANTIC_VERSIONS'>,
): Siblings {
  const isConnected = stored.some((version) => version.has_data_connector)
  const promoted = stored.map((version) => numberedBy(version, semanticVersions))
  return {
    newestProduction: promoted.reduce<VersionNumbers | null>(
      (best, version) => (isNewer(version, best) ? version : best),
      null,
    ),
    published: promoted.find((version) => version.app_version_id === app.published_app_version_id) ?? null,
    authCodeLocked: isConnected,
    clientId: isConnected ? app.uid : null,
    semanticVersions,
  }
}

/** Returns the promotion that copied this sandbox version to production, if any. */
export function presentPromotion(version: VersionRow): { at: string; by: string | null } | null {
  const { copy_created_at: at, copy_author_name: by } = version
  return at === null ? null : { at, by }
}

const isOnMarketplace = (version: VersionRow): boolean =>
  (version.versionable_type === 'Sandbox' ? version.copy_state : version.state) === 'published'

/** Returns a version in its wire format. Only staff see the notes between staff (ROLE-20). */
export function presentVersion(stored: VersionRow, siblings: Siblings, reader: Actor): ManifestVersion {
  const version = numberedBy(stored, siblings.semanticVersions)
  const content = withClientId(parseContent(version.content), siblings.clientId)
  const source = { ...version, promotion: presentPromotion(version) }
  return {
    id: version.id,
    developer_app_id: version.developer_app_id,
    version: version.version,
    semantic_version: version.semantic_version,
    app_version_id: version.app_version_id,
    created_at: version.created_at,
    updated_at: version.updated_at,
    content,
    configured_manifest_content: configuredContent(content),
    next_version_content: nextVersionContent(content),
    promotable: isPromotable(source, siblings.newestProduction),
    submittable: isSubmittable(version, siblings.published),
    state: version.state,
    published_to_marketplace: isOnMarketplace(version),
    changelog: version.changelog,
    auth_code_locked: siblings.authCodeLocked,
    auth_code_capable: authCodeCapable(content),
    versionable_type: version.versionable_type,
    environment_label: environments[version.versionable_type].label,
    developer_notes: version.developer_notes,
    admin_notes: reader.is_admin ? version.admin_notes : null,
    created_by: version.author_name,
    in_review_at: version.in_review_at,
    published_at: version.published_at,
    review_round: version.review_round,
    decision_message: version.decision_message,
    rejected_at: version.rejected_at,
  }
}

/** Loads a version in its wire format, for a reply to a change. */
export async function loadVersion(
  db: Db,
  app: AppOfVersions,
  id: number,
  reader: Actor,
  settings: Settings,
): Promise<ManifestVersion> {
  const version = await findVersion(db, id)
  if (!version) throw new Error(`The version ${id} no longer exists`)
  return presentVersion(version, await loadSiblings(db, app, settings), reader)
}
