import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  generateFakeSandbox,
  requestAdminSandbox,
  requestSandbox,
  updateSandbox,
} from '@trestle/domain/sandboxes/calls.ts'
import { call, type RequestFor } from '../http/call.ts'
import { refreshApp } from '../shared/refreshApp.ts'

/** Refreshes the app after a change, because a sandbox is loaded as part of its app. */
function useRefreshApp() {
  const queryClient = useQueryClient()
  return (sandbox: { developer_app_id: number }) => refreshApp(queryClient, sandbox.developer_app_id)
}

/** Requests a sandbox; staff use their own endpoint (ROLE-22). */
export function useRequestSandbox(isForStaff: boolean) {
  const refreshApp = useRefreshApp()
  const endpoint = isForStaff ? requestAdminSandbox : requestSandbox
  return useMutation({
    mutationFn: (appId: number) => call(endpoint, { params: { id: appId }, body: {} }),
    onSuccess: refreshApp,
  })
}

export function useGenerateFakeSandbox() {
  const refreshApp = useRefreshApp()
  return useMutation({
    mutationFn: (appId: number) => call(generateFakeSandbox, { params: { id: appId }, body: {} }),
    onSuccess: refreshApp,
  })
}

export function useUpdateSandbox(id: number) {
  const refreshApp = useRefreshApp()
  return useMutation({
    mutationFn: (body: RequestFor<typeof updateSandbox>['body']) =>
      call(updateSandbox, { params: { id }, body }),
    onSuccess: refreshApp,
  })
}
