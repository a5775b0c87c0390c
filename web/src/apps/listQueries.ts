import { adminAppSorts, ownAppSorts, reviewQueueSorts } from '@trestle/domain/apps/sorts.ts'
import type { ListAddress, ReadFilters } from '../shared/listState.ts'
import { readChoice, readFlag, readIds, readText } from '../shared/readers.ts'
import { adminAppList, appList, reviewQueue } from './queries.ts'

interface OwnAppFilters {
  search: string
}

export const readOwnAppFilters: ReadFilters<OwnAppFilters> = ({ search }) => ({
  search: readText(search) ?? '',
})

/** Loads the page of the user's apps that an address names. */
export const ownApps = ({ page, perPage, sort, filters }: ListAddress<OwnAppFilters>) =>
  appList({
    page,
    per_page: perPage,
    sort: readChoice(sort, ownAppSorts),
    ...(filters.search !== '' && { filters: { search: filters.search } }),
  })

export interface AdminAppFilters {
  owner_id: number[]
  search: string
  in_review: boolean
  with_deleted: boolean
}

export const readAdminAppFilters: ReadFilters<AdminAppFilters> = (values) => ({
  owner_id: readIds(values['owner_id']),
  search: readText(values['search']) ?? '',
  in_review: readFlag(values['in_review']) ?? false,
  with_deleted: readFlag(values['with_deleted']) ?? false,
})

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
    sort: readChoice(sort, adminAppSorts),
    filters: toAdminAppFilters(filters),
  })

export interface QueueFilters {
  user_id: number[]
  search: string
  in_review: boolean
  with_deleted: boolean
}

export const readQueueFilters: ReadFilters<QueueFilters> = (values) => ({
  user_id: readIds(values['user_id']),
  search: readText(values['search']) ?? '',
  in_review: readFlag(values['in_review']) ?? true,
  with_deleted: readFlag(values['with_deleted']) ?? false,
})

/** Returns only the filters that are set. */
export const toQueueFilters = ({ user_id, search: text, in_review, with_deleted }: QueueFilters) => ({
  in_review,
  with_deleted,
  ...(user_id.length > 0 && { user_id }),
  ...(text !== '' && { search: text }),
})

/** Loads the page of the review queue that an address names. */
export const queuedApps = ({ page, perPage, sort, filters }: ListAddress<QueueFilters>) =>
  reviewQueue({
    page,
    per_page: perPage,
    sort: readChoice(sort, reviewQueueSorts),
    filters: toQueueFilters(filters),
  })
