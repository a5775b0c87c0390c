import { listAdminDeveloperApps, listDeveloperApps, listReviewQueue } from '@trestle/domain/apps/contract.ts'
import { z } from 'zod'
import type { ListAddress } from '../shared/listState.ts'
import { adminAppList, appList, reviewQueue } from './queries.ts'

const ids = z.array(z.coerce.number<unknown>().int().positive()).catch([])
const search = z.string().catch('')

export const OwnAppFilters = z.object({ search })
type OwnAppFilters = z.infer<typeof OwnAppFilters>

const ownAppSort = listDeveloperApps.query.shape.sort.catch(undefined)

/** Loads the page of the user's apps that an address names. */
export const ownApps = ({ page, perPage, sort, filters }: ListAddress<OwnAppFilters>) =>
  appList({
    page,
    per_page: perPage,
    sort: ownAppSort.parse(sort),
    ...(filters.search !== '' && { filters: { search: filters.search } }),
  })

export const AdminAppFilters = z.object({
  owner_id: ids,
  search,
  in_review: z.stringbool().catch(false),
  with_deleted: z.stringbool().catch(false),
})
export type AdminAppFilters = z.infer<typeof AdminAppFilters>

const adminAppSort = listAdminDeveloperApps.query.shape.sort.catch(undefined)

/** Returns only the filters that are set. */
export const toAdminAppFilters = ({ owner_id, search: text, in_review, with_deleted }: AdminAppFilters) => ({
  in_review,
  with_deleted,
  ...(owner_id.length > 0 && { owner_id }),
  ...(text !== '' && { search: text }),
})

/** Loads the page of the platform's apps that an address names. */
export const adminApps = ({ page, perPage, sort, filters }: ListAddress<AdminAppFilters>) =>
  adminAppList({
    page,
    per_page: perPage,
    sort: adminAppSort.parse(sort),
    filters: toAdminAppFilters(filters),
  })

export const QueueFilters = z.object({
  user_id: ids,
  search,
  in_review: z.stringbool().catch(true),
  with_deleted: z.stringbool().catch(false),
})
export type QueueFilters = z.infer<typeof QueueFilters>

const queueSort = listReviewQueue.query.shape.sort.catch(undefined)

/** Returns only the filters that are set. */
export const toQueueFilters = ({ user_id, search: text, in_review, with_deleted }: QueueFilters) => ({
  in_review,
  with_deleted,
  ...(user_id.length > 0 && { user_id }),
  ...(text !== '' && { search: text }),
})

/** Loads the page of the review queue that an address names. */
export const queuedApps = ({ page, perPage, sort, filters }: ListAddress<QueueFilters>) =>
  reviewQueue({ page, per_page: perPage, sort: queueSort.parse(sort), filters: toQueueFilters(filters) })
