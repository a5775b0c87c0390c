import type { DeveloperAppRow, listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import type { Paged } from '@trestle/domain/http/paging.ts'
import { headerBadge } from '@trestle/domain/manifests/badge.ts'
import { type Numbered, numberedBy, versionLabel } from '@trestle/domain/manifests/rules.ts'
import type { Actor } from '../access/actor.ts'
import { fileAddress } from '../files/hold.ts'
import { listingLabels } from '../listings/describe.ts'
import { pageOf } from '../http/route.ts'
import { sortOf } from '../lists/sort.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'
import { listAppsOfDeveloper, type AppWithVersions } from './store.ts'

const numbered = (version: number | null, semantic: string | null, settings: Settings): Numbered | null =>
  version === null ? null : numberedBy({ version, semantic_version: semantic }, settings.SEMANTIC_VERSIONS)

function rowOf(app: AppWithVersions, settings: Settings, listing: string | null): DeveloperAppRow {
  const governmentCloud = settings.GOV_CLOUD
  const newestSandbox = numbered(app.sandbox_number, app.sandbox_semantic, settings)
  const production = numbered(app.production_number, app.production_semantic, settings)
  const newestProduction = production && { ...production, state: app.production_state }
  const { label, color } = headerBadge({ newestSandbox, newestProduction, governmentCloud })
  const shown = governmentCloud ? newestProduction : newestSandbox
  return {
    id: app.id,
    internal_name: app.internal_name,
    thumbnail_url: app.thumbnail_key && fileAddress(app.thumbnail_key),
    role: app.role,
    version: shown && versionLabel(shown),
    version_badge: { label, color },
    listing_state: listing,
    updated_at: app.updated_at,
  }
}

/** The apps somebody works on, the last changed first unless they sort otherwise. */
export async function listOwnApps(
  { db, settings }: Services,
  actor: Actor,
  query: InputOf<typeof listDeveloperApps>['query'],
): Promise<Paged<DeveloperAppRow>> {
  const { rows, total } = await listAppsOfDeveloper(db, actor.id, {
    search: query.filters?.search,
    ...sortOf(query.sort ?? '-updated_at', ['internal_name', 'updated_at']),
    ...pageOf(query),
  })
  const labels = await listingLabels(
    db,
    rows.map(({ id }) => id),
  )
  return { rows: rows.map((app) => rowOf(app, settings, labels.get(app.id) ?? null)), total }
}
