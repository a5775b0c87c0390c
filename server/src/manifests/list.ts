import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import type { Page, Paged } from '@trestle/domain/http/paging.ts'
import {
  versionableTypes,
  type listManifests,
  type listReviews,
  type ManifestVersion,
  type ReviewRound,
} from '@trestle/domain/manifests/contract.ts'
import { environments } from '@trestle/domain/manifests/rules.ts'
import { numberedBy } from '@trestle/domain/manifests/versions.ts'
import type { Actor } from '../access/actor.ts'
import { createAppLoader, loadAdminApp, loadAppFor, type AppRow } from '../access/authorizedApp.ts'
import { requireEnvironment } from '../access/requireEnvironment.ts'
import type { Db, VersionableType } from '../db/schema.ts'
import { orNotFound } from '../errors.ts'
import { offsetOf, totalOf } from '../lists/listPage.ts'
import { toPage } from '../lists/toPage.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'
import { presentVersion, loadSiblings, toSiblings } from './present.ts'
import {
  findVersion,
  countReviews,
  listReviewPage,
  listVersions,
  selectProductionNumbers,
  selectReviewPage,
  type ReviewRow,
  type VersionRow,
} from './store.ts'

/** Returns the environments whose versions this server shows. Government cloud has no sandbox (MAN-06, SHELL-14). */
const visibleTypes = (settings: Settings): VersionableType[] =>
  versionableTypes.filter((type) => !settings.GOV_CLOUD || type !== 'Sandbox')

/** Returns whether this server shows a version, by its environment. */
export const isVisible = (
  settings: Settings,
  { versionable_type }: Pick<VersionRow, 'versionable_type'>,
): boolean => visibleTypes(settings).includes(versionable_type)

/** Returns the version if `isVisible`. */
export const ifVisible = (settings: Settings, version: VersionRow | undefined): VersionRow | undefined =>
  version && isVisible(settings, version) ? version : undefined

/**
 * Loads the app of a version that the caller wants to read.
 *
 * Platform admins can read every app's versions here. They otherwise act only through the admin endpoints (ROLE-22),
 * but the admin's General tab and the review also use these endpoints.
 */
async function loadReadableApp(db: Db, actor: Actor, appId: number): Promise<AppRow> {
  if (actor.is_admin) return loadAdminApp(db, actor, appId, 'Version')
  return (await loadAppFor(db, actor, appId, 'manifest.view', { resourceName: 'Version' })).app
}

const readAppWithNumbers = createAppLoader((db, appId) => ({ promoted: selectProductionNumbers(db, appId) }))

/** Loads the app whose versions the caller wants to list, along with the data to compare them by. */
async function loadReadableAppWithSiblings({ db, settings }: Services, actor: Actor, appId: number) {
  if (actor.is_admin) {
    const app = await loadAdminApp(db, actor, appId)
    return { app, siblings: await loadSiblings(db, app, settings) }
  }
  const { app, found } = await readAppWithNumbers(db, actor, appId, 'manifest.view')
  return { app, siblings: toSiblings(app, found.promoted, settings) }
}

/** Lists an app's versions, newest first (MAN-16). */
export async function listAppVersions(
  services: Services,
  actor: Actor,
  query: InputOf<typeof listManifests>['query'],
): Promise<Paged<ManifestVersion>> {
  const { db, settings } = services
  const { developer_app_id, versionable_type } = query.filters
  requireEnvironment(settings, versionable_type && environments[versionable_type].type)
  const { app, siblings } = await loadReadableAppWithSiblings(services, actor, developer_app_id)
  const types = versionable_type ? [versionable_type] : visibleTypes(settings)
  const { rows, total } = await listVersions(db, { appId: app.id, types }, toPage(query))
  return { rows: rows.map((version) => presentVersion(version, siblings, actor)), total }
}

const readAppWithReviews = createAppLoader((db, appId, limit: number, offset: number) => ({
  rows: selectReviewPage(db, appId, limit, offset),
}))

/** Loads a page of the review rounds of an app that the caller may read. */
async function listReadableReviews(db: Db, actor: Actor, appId: number, page: Page): Promise<ReviewRow[]> {
  const bounds = [page.per_page, offsetOf(page)] as const
  if (actor.is_admin) {
    const app = await loadAdminApp(db, actor, appId)
    return listReviewPage(db, app.id, ...bounds)
  }
  const { found } = await readAppWithReviews(db, actor, appId, 'manifest.view', ...bounds)
  return found.rows
}

/** Lists the review rounds of an app's versions, newest first. Only staff see who decided (ROLE-20). */
export async function listAppReviews(
  { db, settings }: Services,
  actor: Actor,
  appId: number,
  query: InputOf<typeof listReviews>['query'],
): Promise<Paged<ReviewRound>> {
  const page = toPage(query)
  const rows = await listReadableReviews(db, actor, appId, page)
  return {
    rows: rows.map((row) => ({
      ...numberedBy(row, settings.SEMANTIC_VERSIONS),
      decided_by: actor.is_admin ? row.decided_by : null,
    })),
    total: await totalOf(rows, page, () => countReviews(db, appId)),
  }
}

export async function getVersion(
  { db, settings }: Services,
  actor: Actor,
  id: number,
): Promise<ManifestVersion> {
  const version = orNotFound(ifVisible(settings, await findVersion(db, id)), 'Version')
  const app = await loadReadableApp(db, actor, version.developer_app_id)
  return presentVersion(version, await loadSiblings(db, app, settings), actor)
}
