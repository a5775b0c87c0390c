import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { createContact, deleteContact, updateContact } from '@trestle/domain/apps/contacts/calls.ts'
import {
  createDeveloperApp,
  deleteDeveloperApp,
  exportAdminDeveloperApps,
  exportReviewQueue,
  getAdminDeveloperApp,
  getAppPermissions,
  getDeletionEffects,
  listAdminDeveloperApps,
  listDeveloperApps,
  listLiveAppIds,
  listReviewQueue,
  undeleteDeveloperApp,
  updateAdminDeveloperApp,
  updateDeveloperApp,
} from '@trestle/domain/apps/calls.ts'
import type { AdminDeveloperApp, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { createGuest, removeGuest } from '@trestle/domain/collaborators/calls.ts'
import { toAddress } from '@trestle/domain/http/address.ts'
import { listManifests } from '@trestle/domain/manifests/calls.ts'
import { sandboxPollMs } from '@trestle/domain/sandboxes/rules.ts'
import { call, type RequestFor } from '../http/call.ts'
import { isConflict, isGone, settleRemoval } from '../http/gone.ts'
import type { OnProgress } from '../http/upload.ts'
import { appKeys } from '../shared/appKeys.ts'
import { appDetail } from '../shared/queries.ts'
import { markAppsStale, refreshApp } from '../shared/refreshApp.ts'

/** Returns how often to poll for a sandbox's status; a hidden page doesn't poll (SBX-10). */
const pollFor = (app: DeveloperApp | undefined) => (app?.sandbox ? sandboxPollMs[app.sandbox.status] : false)

export const developerApp = (id: string) =>
  queryOptions({
    ...appDetail(id),
    refetchInterval: (query) => pollFor(query.state.data),
  })

const newAppPollMs = 1000

/** Loads a newly created app every second until its sandbox exists (APP-13). */
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

export function useCreateApp() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: RequestFor<typeof createDeveloperApp>['body']) => call(createDeveloperApp, { body }),
    onSuccess: (app) => {
      queryClient.setQueryData(developerApp(String(app.id)).queryKey, app)
      void queryClient.invalidateQueries({ queryKey: appKeys.lists() })
      void queryClient.invalidateQueries({ queryKey: appKeys.searches() })
    },
  })
}

interface AppSave {
  body: RequestFor<typeof updateDeveloperApp>['body']
  /** Sends a form instead of JSON. */
  files?: Record<string, File> | undefined
  signal?: AbortSignal
  onProgress?: OnProgress
}

export function useUpdateApp(appId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ body, files, ...options }: AppSave) =>
      call(
        updateDeveloperApp,
        { params: { id: appId }, body },
        { ...options, ...(files && { multipart: { under: updateDeveloperApp.multipart.under, files } }) },
      ),
    onSuccess: async (app) => {
      queryClient.setQueryData(developerApp(String(appId)).queryKey, app)
      await queryClient.invalidateQueries({ queryKey: appKeys.all })
    },
  })
}

export function useDeleteApp(appId: number) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(deleteDeveloperApp, { params: { id: appId } }),
    // Not reloaded at once: the page of the app is still shown.
    onSuccess: () => markAppsStale(queryClient),
  })
  return {
    remove: remove.mutateAsync,
    /** Called after leaving the page, so that returning to it loads again and shows "not found". */
    forget: () => queryClient.removeQueries({ queryKey: appKeys.detail(appId) }),
  }
}

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

interface AdminAppSave extends Omit<AppSave, 'body'> {
  body: RequestFor<typeof updateAdminDeveloperApp>['body']
}

/** Stores an app that staff changed and refreshes the developer's view of it. */
function useStoreAdminApp(appId: number) {
  const queryClient = useQueryClient()
  return async (app: AdminDeveloperApp) => {
    queryClient.setQueryData(adminDeveloperApp(String(appId)).queryKey, app)
    await queryClient.invalidateQueries({ queryKey: appKeys.all })
  }
}

export function useUpdateAdminApp(appId: number) {
  const { under } = updateAdminDeveloperApp.multipart
  return useMutation({
    mutationFn: ({ body, files, ...options }: AdminAppSave) =>
      call(
        updateAdminDeveloperApp,
        { params: { id: appId }, body },
        { ...options, ...(files && { multipart: { under, files } }) },
      ),
    onSuccess: useStoreAdminApp(appId),
  })
}

export function useUndeleteApp(appId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(undeleteDeveloperApp, { params: { id: appId }, body: {} }),
    onSuccess: useStoreAdminApp(appId),
    // The page shows an app as deleted that someone else has undeleted.
    onError: (error) => (isConflict(error) ? refreshApp(queryClient, appId) : undefined),
  })
}

/** Refreshes the app, because its collaborators and contacts are part of it. */
function useRefreshPeople(appId: number) {
  const queryClient = useQueryClient()
  return () => refreshApp(queryClient, appId)
}

export function useCreateContact(appId: number) {
  return useMutation({
    mutationFn: (body: RequestFor<typeof createContact>['body']) =>
      call(createContact, { params: { id: appId }, body }),
    onSuccess: useRefreshPeople(appId),
  })
}

export function useUpdateContact(appId: number, contactId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: RequestFor<typeof updateContact>['body']) =>
      call(updateContact, { params: { id: appId, contact_id: contactId }, body }),
    onSuccess: useRefreshPeople(appId),
    // The page of the contact stays, with what was typed. The next one shows that it's gone.
    onError: (error) => (isGone(error) ? markAppsStale(queryClient) : undefined),
  })
}

export function useDeleteContact(appId: number) {
  return useMutation({
    mutationFn: (contactId: number) =>
      settleRemoval(call(deleteContact, { params: { id: appId, contact_id: contactId } })),
    onSuccess: useRefreshPeople(appId),
  })
}

export function useAddGuest(appId: number) {
  return useMutation({
    mutationFn: (body: RequestFor<typeof createGuest>['body']) =>
      call(createGuest, { params: { id: appId }, body }),
    onSuccess: useRefreshPeople(appId),
  })
}

export function useRemoveGuest(appId: number) {
  return useMutation({
    mutationFn: (guestId: number) =>
      settleRemoval(call(removeGuest, { params: { id: appId, guest_id: guestId } })),
    onSuccess: useRefreshPeople(appId),
  })
}

export const reviewQueue = (query: RequestFor<typeof listReviewQueue>['query']) =>
  queryOptions({
    queryKey: appKeys.reviewQueue(query),
    queryFn: ({ signal }) => call(listReviewQueue, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Loads how many apps wait for a review: the total of the queue. */
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
