import type { Page, Paged } from '@trestle/domain/http/paging.ts'
import { compareListings } from '@trestle/domain/changes/listing.ts'
import type { StorageAmount } from '@trestle/domain/files/storage.ts'
import type {
  AppStorage,
  Listing,
  Submission,
  SubmissionEvent,
  VersionOption,
} from '@trestle/domain/listings/contract.ts'
import {
  ListingFields,
  type ListingContent,
  type ListingMedia,
  type MediaItem,
} from '@trestle/domain/listings/content.ts'
import { emptyContent } from '@trestle/domain/listings/emptyContent.ts'
import { withNames } from '@trestle/domain/listings/questionnaire.ts'
import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { Audience } from '@trestle/domain/access/audience.ts'
import type { CheckContext } from '@trestle/domain/listings/checking.ts'
import type { AppRow } from '../access/authorizedApp.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import type { Db } from '../db/schema.ts'
import { readTogether } from '../db/readTogether.ts'
import { fileAddress } from '../files/claimFile.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'
import {
  listEvents,
  listShownMedia,
  selectCurrent,
  selectCurrentMedia,
  selectOfferedVersions,
  type EventRow,
  type MediaRow,
  type OfferedVersion,
  type ShownMedia,
  type SubmissionRow,
} from './store.ts'

export { selectCurrent }

/** A submission with everything that it shows. */
export interface FullSubmission {
  row: SubmissionRow
  content: ListingContent
}

/** Returns the URL of a file: ours by its key, a hosted video by its hashed ID. */
function toAddress(media: MediaRow, settings: Settings): string {
  if (media.file_key !== null) return fileAddress(media.file_key)
  const host = settings.VIDEO_HOST_URL ?? '/video_host'
  return `${host.replace(/\/$/, '')}/${encodeURIComponent(media.external_url ?? '')}`
}

export function presentMedia(
  media: MediaRow & { name: string; description: string },
  settings: Settings,
): MediaItem {
  const { id, type, name, description, original_filename, external_url, content_type, bytes, width, height } =
    media
  return {
    id,
    type,
    name,
    description,
    original_filename,
    url: toAddress(media, settings),
    external_url,
    content_type,
    bytes,
    width,
    height,
  }
}

export const presentStorage = ({ used, allowed }: Record<'used' | 'allowed', StorageAmount>): AppStorage => ({
  used_bytes: used.bytes,
  allowed_bytes: allowed.bytes,
  used_files: used.files,
  allowed_files: allowed.files,
})

function presentMediaByType(shown: readonly ShownMedia[], settings: Settings): ListingMedia {
  const of = (type: MediaItem['type']) =>
    shown.filter((item) => item.type === type).map((item) => presentMedia(item, settings))
  return {
    small_logo: of('Logo')[0] ?? null,
    pictures: of('Picture'),
    videos: of('Video'),
    showcase_video: of('ShowcaseVideo')[0] ?? null,
    security_questionnaire_document: of('Document')[0] ?? null,
  }
}

/** Returns the listing's fields. Fields that were added after the content was stored start empty. */
const toFields = (row: SubmissionRow): ListingFields =>
  ListingFields.parse({ ...emptyContent, ...(row.content as object) })

export async function withContent(
  db: Db,
  settings: Settings,
  rows: readonly SubmissionRow[],
): Promise<FullSubmission[]> {
  const shown = await listShownMedia(
    db,
    rows.map(({ id }) => id),
  )
  return addContent(settings, rows, shown)
}

const addContent = (
  settings: Settings,
  rows: readonly SubmissionRow[],
  shown: readonly ShownMedia[],
): FullSubmission[] =>
  rows.map((row) => ({
    row,
    content: {
      ...toFields(row),
      ...presentMediaByType(
        shown.filter((item) => item.submission_id === row.id),
        settings,
      ),
    },
  }))

const toVersionOption =
  ({ SEMANTIC_VERSIONS }: Settings) =>
  ({ app_version_id, version, semantic_version, state }: OfferedVersion): VersionOption => ({
    app_version_id,
    version,
    semantic_version: SEMANTIC_VERSIONS ? semantic_version : null,
    state: state === 'published' ? 'published' : 'in_review',
  })

/** Returns the context in which the rules check a listing. */
export const checkContextFor = (settings: Settings, versions: readonly VersionOption[]): CheckContext => ({
  isGovernmentCloud: settings.GOV_CLOUD,
  securityEnabled: settings.SECURITY_AND_COMPLIANCE_ENABLED,
  versionKeys: versions.map(({ app_version_id }) => app_version_id),
})

const chosen = (ids: readonly number[]): Record<string, boolean> =>
  Object.fromEntries(ids.map((id) => [String(id), true]))

interface SubmissionContext {
  full: FullSubmission
  app: AppRow
  versions: readonly VersionOption[]
  published: FullSubmission | undefined
  audience: Audience
}

/** Returns the path of an app's page on the marketplace, or null while the public can't see it. */
export const publicPath = (
  { marketplace_enabled, marketplace_slug: slug }: Pick<AppRow, 'marketplace_enabled' | 'marketplace_slug'>,
  { live }: Pick<SubmissionRow, 'live'>,
): string | null =>
  slug !== null && marketplace_enabled && live ? pageAddress('marketplaceApp', { slug }) : null

export function presentSubmission({
  full,
  app,
  versions,
  published,
  audience,
}: SubmissionContext): Submission {
  const { row, content } = full
  const isStaff = audience === 'staff'
  const { region_ids, country_ids, product_tool_ids, ...rest } = content
  const isPublished = row.state === 'published'
  return {
    ...rest,
    security_questionnaire: withNames(content.security_questionnaire),
    id: row.id,
    developer_app_id: row.developer_app_id,
    state: row.state,
    approval_state: row.approval_state,
    admin_message: row.admin_message,
    admin_notes: isStaff ? row.admin_notes : null,
    is_concierge_app: isStaff ? row.is_concierge_app : null,
    notes: isStaff ? content.notes : '',
    showcase_video: isStaff ? content.showcase_video : null,
    silent: isStaff ? row.silent : null,
    live: row.live,
    made_by_procore: row.made_by_procore,
    procore_certified_partner: row.procore_certified_partner,
    version: row.version,
    modified: !isPublished && !(published && compareListings(published.content, content).length === 0),
    marketplace_url: publicPath(app, row),
    app_version: versions.find(({ app_version_id }) => app_version_id === content.app_version_id) ?? null,
    regions: chosen(region_ids),
    countries: chosen(country_ids),
    product_tools: chosen(product_tool_ids),
    small_logo_url: content.small_logo?.url ?? null,
    in_review_at: row.in_review_at,
    published_at: row.published_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** An app's current submissions, and the context in which the rules check them. */
export interface CurrentListings {
  published: FullSubmission | undefined
  unpublished: FullSubmission | undefined
  versions: VersionOption[]
}

/** Selects what `toCurrentListings` needs, to be read together. */
export const selectCurrentListings = (db: Db, appId: number) => ({
  submissions: selectCurrent(db, appId),
  media: selectCurrentMedia(db, appId),
  versions: selectOfferedVersions(db, appId),
})

const readCurrentListings = readTogether(selectCurrentListings)

export interface CurrentListingRows {
  submissions: SubmissionRow[]
  media: ShownMedia[]
  versions: OfferedVersion[]
}

export function toCurrentListings(
  { settings }: Services,
  { submissions, media, versions }: CurrentListingRows,
): CurrentListings {
  const current = addContent(settings, submissions, media)
  return {
    published: current.find(({ row }) => row.state === 'published'),
    unpublished: current.find(({ row }) => row.state !== 'published'),
    versions: versions.map(toVersionOption(settings)),
  }
}

export const loadCurrentListings = async (
  db: Db,
  services: Services,
  app: AppRow,
): Promise<CurrentListings> => toCurrentListings(services, await readCurrentListings(db, app.id))

export function presentListing(app: AppRow, listings: CurrentListings, audience: Audience): Listing {
  const { published, unpublished, versions } = listings
  const presentOptional = (full: FullSubmission | undefined) =>
    full ? presentSubmission({ full, app, versions, published, audience }) : null
  return { published: presentOptional(published), unpublished: presentOptional(unpublished), versions }
}

/** Returns a summary of the app's latest listing: the one in progress, otherwise the published one. */
export function presentLastListing(current: readonly SubmissionRow[]): DeveloperApp['last_marketplace_app'] {
  const row = current.find(({ state }) => state !== 'published') ?? current[0]
  if (!row) return null
  const { id, state, approval_state } = row
  return { id, state, approval_state, public_name: toFields(row).public_name }
}

/** Loads a page of the events of the app's listings. */
export async function loadEvents(
  db: Db,
  appId: number,
  audience: Audience,
  page: Page,
): Promise<Paged<SubmissionEvent>> {
  const { rows, total } = await listEvents(db, appId, page)
  return { rows: rows.map((event) => presentEvent(event, audience)), total }
}

/** Only staff see which staff member decided. */
function presentEvent(event: EventRow, audience: Audience): SubmissionEvent {
  const isStaff = event.event === 'approved' || event.event === 'rejected'
  return {
    id: event.id,
    submission_id: event.submission_id,
    version: event.version,
    event: event.event,
    at: event.at,
    by: isStaff && audience === 'developer' ? null : event.actor_name,
    is_staff: isStaff,
    message: event.message,
    silent: audience === 'staff' ? event.silent : null,
  }
}
