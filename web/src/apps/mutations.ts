import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createContact, deleteContact, updateContact } from '@trestle/domain/apps/contacts/calls.ts'
import {
  createDeveloperApp,
  deleteDeveloperApp,
  undeleteDeveloperApp,
  updateAdminDeveloperApp,
  updateDeveloperApp,
} from '@trestle/domain/apps/calls.ts'
import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { createGuest, removeGuest } from '@trestle/domain/collaborators/calls.ts'
import { call, type RequestFor } from '../http/call.ts'
import { isConflict, isGone, settleRemoval } from '../http/gone.ts'
import type { OnProgress } from '../http/sendWatched.ts'
import { appKeys } from '../shared/appKeys.ts'
import { markAppsStale, refreshApp } from '../shared/refreshApp.ts'
import { adminDeveloperApp, developerApp } from './queries.ts'

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
    // Not reloaded immediately, because the app's page is still shown.
    onSuccess: () => markAppsStale(queryClient),
  })
  return {
    remove: remove.mutateAsync,
    /** Called after leaving the page, so that returning to it reloads and shows "not found". */
    forget: () => queryClient.removeQueries({ queryKey: appKeys.detail(appId) }),
  }
}

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
    // The contact's page stays open with the input. The next page shows that the contact is gone.
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
