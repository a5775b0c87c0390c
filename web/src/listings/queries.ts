import type { Audience } from '@trestle/domain/access/audience.ts'
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  getAdminStorage,
  getStorage,
  getListing,
  listAdminSubmissionEvents,
  listCategories,
  listSubmissionEvents,
} from '@trestle/domain/listings/calls.ts'
import type { Listing, Submission } from '@trestle/domain/listings/contract.ts'
import { call } from '../http/call.ts'
import { appKeys } from '../shared/appKeys.ts'

export const listingDraftKey = (appId: number) => ({ kind: 'listing', subject_id: appId }) as const

export const listingKeys = {
  all: ['listings'] as const,
  detail: (appId: number) => [...listingKeys.all, 'detail', appId] as const,
  events: () => [...listingKeys.all, 'events'] as const,
  eventsFor: (audience: Audience, appId: number, page: number) =>
    [...listingKeys.events(), audience, appId, page] as const,
  storage: () => [...listingKeys.all, 'storage'] as const,
  storageFor: (audience: Audience, appId: number) => [...listingKeys.storage(), audience, appId] as const,
  categories: () => [...listingKeys.all, 'categories'] as const,
  draftFor: (appId: number, updatedAt: string | undefined) =>
    [...listingKeys.all, 'draft', appId, updatedAt] as const,
}

export const listing = (appId: number) =>
  queryOptions({
    queryKey: listingKeys.detail(appId),
    queryFn: ({ signal }) => call(getListing, { params: { id: appId } }, { signal }),
  })

const eventsPerPage = 20

export const submissionEvents = (appId: number, audience: Audience, page = 1) =>
  queryOptions({
    queryKey: listingKeys.eventsFor(audience, appId, page),
    queryFn: ({ signal }) =>
      call(
        audience === 'staff' ? listAdminSubmissionEvents : listSubmissionEvents,
        { params: { id: appId }, query: { page, per_page: eventsPerPage } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

export const appStorage = (appId: number, audience: Audience) =>
  queryOptions({
    queryKey: listingKeys.storageFor(audience, appId),
    queryFn: ({ signal }) =>
      call(audience === 'staff' ? getAdminStorage : getStorage, { params: { id: appId } }, { signal }),
  })

/** Reloads the storage usage after a file was added or deleted. */
export const refreshStorage = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: listingKeys.storage() })

export const categoryList = () =>
  queryOptions({
    queryKey: listingKeys.categories(),
    queryFn: ({ signal }) => call(listCategories, {}, { signal }),
    staleTime: Infinity,
  })

/** Returns the listing after a save: an approved submission replaces the published one (LSTATE-37, LSTATE-38). */
export const withSaved = (before: Listing, saved: Submission): Listing =>
  saved.approval_state === 'approved' && saved.state === 'published'
    ? { ...before, published: saved, unpublished: null }
    : { ...before, unpublished: saved }

/** Reloads everything else that shows the listing's state. */
export function refreshRelated(client: QueryClient, appId: number): void {
  void refreshStorage(client)
  void client.invalidateQueries({ queryKey: listingKeys.events() })
  void client.invalidateQueries({ queryKey: appKeys.lists() })
  void client.invalidateQueries({ queryKey: appKeys.staffLists() })
  void client.invalidateQueries({ queryKey: appKeys.detail(appId), exact: true })
  void client.invalidateQueries({ queryKey: appKeys.staffDetail(appId) })
  void client.invalidateQueries({ queryKey: appKeys.reviewQueues() })
}

/** Reloads the listing on both sides' pages after someone else changed it or decided on it. */
export async function reloadListing(client: QueryClient, appId: number): Promise<void> {
  refreshRelated(client, appId)
  await Promise.all([
    client.invalidateQueries({ queryKey: listing(appId).queryKey }),
    client.invalidateQueries({ queryKey: appKeys.staffDetail(appId) }),
  ])
}
