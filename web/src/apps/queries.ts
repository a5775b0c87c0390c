import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  exportAdminDeveloperApps,
  exportReviewQueue,
  getAdminDeveloperApp,
  getAppPermissions,
  getDeletionEffects,
  listAdminDeveloperApps,
  listDeveloperApps,
  listLiveAppIds,
  listReviewQueue,
} from '@trestle/domain/apps/calls.ts'
import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { toAddress } from '@trestle/domain/http/address.ts'
import { listManifests } from '@trestle/domain/manifests/calls.ts'
import { sandboxPollMs } from '@trestle/domain/sandboxes/polling.ts'
import { call, type RequestFor } from '../http/call.ts'
import { appKeys } from '../shared/appKeys.ts'
import { appDetail } from '../shared/queries.ts'

/** Returns how often to poll for a sandbox's status; a hidden page doesn't poll (SBX-10). */
const pollFor = (app: DeveloperApp | undefined) => (app?.sandbox ? sandboxPollMs[app.sandbox.status] : false)

export const developerApp = (id: string) =>
  queryOptions({
    ...appDetail(id),
    refetchInterval: (query) => pollFor(query.state.data),
  })

const newAppPollMs = 1000

/** Loads a newly created app every second until its page opens (APP-13, APP-14). */
export const newApp = (id: string) =>
  queryOptions({
    ...developerApp(id),
    staleTime: 0,
    refetchInterval: newAppPollMs,
  })

export const appPermissions = (id: string) =>
  queryOptions({
    queryKey: appKeys.permissions(id),
    queryFn: ({ signal }) => call(getAppPermissions, { query: { developer_app_id: id } }, { signal }),
  })

type ListQuery = RequestFor<typeof listDeveloperApps>['query']

export const appList = (query: ListQuery) =>
  queryOptions({
    queryKey: appKeys.list(query),
    queryFn: ({ signal }) => call(listDeveloperApps, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Lists the apps that match a palette search. */
export const findApps = (search: string) =>
  queryOptions({
    queryKey: appKeys.search(search),
    queryFn: ({ signal }) =>
      call(
        listDeveloperApps,
        { query: { per_page: 8, filters: search === '' ? undefined : { search } } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

/** Returns how many versions an app has across both environments. */
export const versionCount = (appId: number) =>
  queryOptions({
    queryKey: appKeys.versionCount(appId),
    queryFn: async ({ signal }) => {
      const query = { filters: { developer_app_id: appId }, per_page: 1 }
      return (await call(listManifests, { query }, { signal })).total
    },
    staleTime: 0,
  })

export const deletionEffects = (appId: number) =>
  queryOptions({
    queryKey: appKeys.deletionEffects(appId),
    queryFn: ({ signal }) => call(getDeletionEffects, { params: { id: appId } }, { signal }),
    staleTime: 0,
  })

export const adminDeveloperApp = (id: string) =>
  queryOptions({
    queryKey: appKeys.staffDetail(id),
    queryFn: ({ signal }) => call(getAdminDeveloperApp, { params: { id } }, { signal }),
    refetchInterval: (query) => pollFor(query.state.data),
  })

export const reviewQueue = (query: RequestFor<typeof listReviewQueue>['query']) =>
  queryOptions({
    queryKey: appKeys.reviewQueue(query),
    queryFn: ({ signal }) => call(listReviewQueue, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Loads how many apps are waiting for a review: the total of the queue. */
export const waitingReviews = () =>
  queryOptions({
    queryKey: appKeys.waitingReviews(),
    queryFn: ({ signal }) =>
      call(
        listReviewQueue,
        { query: { per_page: 1, filters: { in_review: true } } },
        { signal, background: true },
      ),
  })

export const reviewQueueCsv = (filters: RequestFor<typeof exportReviewQueue>['query']['filters']) =>
  toAddress(exportReviewQueue, { query: { filters } })

export const adminAppList = (query: RequestFor<typeof listAdminDeveloperApps>['query']) =>
  queryOptions({
    queryKey: appKeys.staffList(query),
    queryFn: ({ signal }) => call(listAdminDeveloperApps, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const adminAppsCsv = (filters: RequestFor<typeof exportAdminDeveloperApps>['query']['filters']) =>
  toAddress(exportAdminDeveloperApps, { query: { filters } })

/** Returns which of these apps the marketplace shows now. */
export const liveAppIds = (appIds: string[]) =>
  queryOptions({
    queryKey: appKeys.live(appIds),
    queryFn: async ({ signal }) =>
      new Set(
        appIds.length === 0 ? [] : await call(listLiveAppIds, { query: { app_id: appIds } }, { signal }),
      ),
    placeholderData: keepPreviousData,
  })
