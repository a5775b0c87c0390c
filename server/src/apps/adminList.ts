import type {
  AdminDeveloperAppRow,
  listAdminDeveloperApps,
  listReviewQueue,
  ReviewQueueRow,
} from '@trestle/domain/apps/contract.ts'
import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import type { Paged } from '@trestle/domain/http/paging.ts'
import type { Table } from '../text/csv.ts'
import { toPage } from '../lists/toPage.ts'
import { inBatches } from '../lists/inBatches.ts'
import { toSort } from '../lists/sort.ts'
import type { Actor } from '../access/actor.ts'
import type { Services } from '../services.ts'
import {
  listDirectory,
  listDirectoryBefore,
  listOwnAmong,
  selectApps,
  type AppFilters,
  type DirectoryRow,
} from './directory/store.ts'

type AppsQuery = InputOf<typeof listAdminDeveloperApps>['query']
type QueueQuery = InputOf<typeof listReviewQueue>['query']

const toAppFilters = ({ filters = {} }: Pick<AppsQuery, 'filters'>): AppFilters => ({
  owners: filters.owner_id ?? [],
  search: filters.search,
  inReview: filters.in_review ?? false,
  withDeleted: filters.with_deleted ?? false,
})

const toQueueFilters = ({ filters = {} }: Pick<QueueQuery, 'filters'>): AppFilters => ({
  owners: filters.user_id ?? [],
  search: filters.search,
  inReview: filters.in_review ?? true,
  withDeleted: filters.with_deleted ?? false,
})

const appRow = (row: DirectoryRow): AdminDeveloperAppRow => ({
  id: row.id,
  internal_name: row.internal_name,
  owner: { id: row.owner_id, name: row.owner_name, email: row.owner_email },
  app_id: row.app_id,
  created_at: row.created_at,
  marketplace_listing_in_review_at: row.listing_in_review_at,
  deleted_at: row.deleted_at,
})

const queueRow = (row: DirectoryRow, isOwn: boolean): ReviewQueueRow => ({
  id: row.id,
  internal_name: row.internal_name,
  owner: { email: row.owner_email },
  has_marketplace_listing_in_review: row.listing_in_review_at !== null,
  has_app_version_in_review: row.version_in_review_at !== null,
  has_published_app: row.app_id !== null,
  marketplace_listing_in_review_at: row.listing_in_review_at,
  app_version_in_review_at: row.version_in_review_at,
  is_own: isOwn,
})

/** Lists every app, newest first by default (AAPP-10). */
export async function listAllApps({ db }: Services, query: AppsQuery): Promise<Paged<AdminDeveloperAppRow>> {
  const order = toSort(query.sort ?? '-created_at', [
    'internal_name',
    'owner',
    'created_at',
    'marketplace_listing_in_review_at',
    'deleted_at',
  ])
  const { rows, ...size } = await listDirectory(db, selectApps(db, toAppFilters(query)), order, toPage(query))
  return { rows: rows.map(appRow), ...size }
}

/** Lists the apps that are waiting for staff, longest waiting first by default (AREV-04, AREV-05). */
export async function listQueue(
  { db }: Services,
  actor: Actor,
  query: QueueQuery,
): Promise<Paged<ReviewQueueRow>> {
  const order = toSort(query.sort ?? 'in_review_at', ['internal_name', 'owner', 'in_review_at'])
  const { rows, ...size } = await listDirectory(
    db,
    selectApps(db, toQueueFilters(query)),
    order,
    toPage(query),
  )
  const own = await listOwnAmong(
    db,
    actor.id,
    rows.map(({ id }) => id),
  )
  return { rows: rows.map((row) => queueRow(row, own.has(row.id))), ...size }
}

export function exportApps({ db }: Services, query: Pick<AppsQuery, 'filters'>): Table {
  const apps = selectApps(db, toAppFilters(query))
  return {
    header: [
      'id',
      'internal_name',
      'owner_name',
      'owner_email',
      'app_id',
      'created_at',
      'marketplace_listing_in_review_at',
      'deleted_at',
    ],
    batches: inBatches(
      (last: DirectoryRow | undefined, limit) => listDirectoryBefore(db, apps, last, limit),
      (row) => [
        row.id,
        row.internal_name,
        row.owner_name,
        row.owner_email,
        row.app_id,
        row.created_at,
        row.listing_in_review_at,
        row.deleted_at,
      ],
    ),
  }
}

export function exportQueue({ db }: Services, query: Pick<QueueQuery, 'filters'>): Table {
  const apps = selectApps(db, toQueueFilters(query))
  return {
    header: [
      'id',
      'internal_name',
      'owner_email',
      'app_version_in_review_at',
      'marketplace_listing_in_review_at',
      'has_published_app',
    ],
    batches: inBatches(
      (last: DirectoryRow | undefined, limit) => listDirectoryBefore(db, apps, last, limit),
      (row) => [
        row.id,
        row.internal_name,
        row.owner_email,
        row.version_in_review_at,
        row.listing_in_review_at,
        row.app_id !== null,
      ],
    ),
  }
}
