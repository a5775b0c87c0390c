import type { DeveloperAppRow, listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { findNextStep, type AppProgress } from '@trestle/domain/apps/nextStep.ts'
import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import type { Paged } from '@trestle/domain/http/paging.ts'
import { headerBadge } from '@trestle/domain/manifests/badge.ts'
import { versionLabel } from '@trestle/domain/manifests/versions.ts'
import type { Actor } from '../access/actor.ts'
import { appsWithinReach } from '../access/tokenRights.ts'
import { fileAddress } from '../files/claimFile.ts'
import { toPage } from '../lists/toPage.ts'
import { toSort } from '../lists/sort.ts'
import type { Services } from '../services.ts'
import { loadProgress, selectAllProgress, toLoadedProgress } from '../progress/progress.ts'
import { listAppsOfDeveloper, listOwnAppsWith, type OwnApp } from './store.ts'

function toRow(app: OwnApp, progress: AppProgress, listing: string | null): DeveloperAppRow {
  const { label, color } = headerBadge(progress)
  const shown = progress.isGovernmentCloud ? progress.newestProduction : progress.newestSandbox
  return {
    id: app.id,
    internal_name: app.internal_name,
    thumbnail_url: app.thumbnail_key && fileAddress(app.thumbnail_key),
    role: app.role,
    version: shown && versionLabel(shown),
    version_badge: { label, color },
    listing_state: listing,
    next_step: findNextStep(progress),
    updated_at: app.updated_at,
  }
}

const listAllOwnApps = listOwnAppsWith(selectAllProgress)

/** Loads a page of the caller's apps with their progress, usually in one statement. */
async function loadOwnApps(
  services: Services,
  actor: Actor,
  { filters, sort = '-updated_at', ...query }: InputOf<typeof listDeveloperApps>['query'],
) {
  const { db } = services
  const list = { ...toSort(sort, ['internal_name', 'updated_at']), ...toPage(query) }
  const among = appsWithinReach(actor)
  if (among === null && !filters?.search) {
    const { found, ...page } = await listAllOwnApps(db, actor.id, list)
    return { ...page, loaded: toLoadedProgress(services, found) }
  }
  const page = await listAppsOfDeveloper(db, actor.id, { ...list, search: filters?.search, among })
  const ids = page.rows.map(({ id }) => id)
  return { ...page, loaded: await loadProgress(db, services, ids) }
}

/** Lists the caller's apps, last changed first by default. */
export async function listOwnApps(
  services: Services,
  actor: Actor,
  query: InputOf<typeof listDeveloperApps>['query'],
): Promise<Paged<DeveloperAppRow>> {
  const { rows, loaded, ...size } = await loadOwnApps(services, actor, query)
  const { progress, labels } = loaded
  return {
    rows: rows.flatMap((app) => {
      const own = progress.get(app.id)
      return own ? [toRow(app, own, labels.get(app.id) ?? null)] : []
    }),
    ...size,
  }
}
