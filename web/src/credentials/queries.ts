import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { updateDeveloperApp } from '@trestle/domain/apps/contract.ts'
import {
  exportOauthApplications,
  listOauthApplications,
  resetAppSecret,
  type Credentials,
} from '@trestle/domain/credentials/contract.ts'
import { toAddress } from '@trestle/domain/http/address.ts'
import type { RequestOf } from '@trestle/domain/http/endpoint.ts'
import { resetAdminSandboxSecret, resetSandboxSecret } from '@trestle/domain/sandboxes/contract.ts'
import { call } from '../http/call.ts'
import { appKeys } from '../shared/appKeys.ts'

export const credentialKeys = {
  all: ['credentials'] as const,
  oauthApplications: (query: unknown) => [...credentialKeys.all, 'oauthApplications', query] as const,
}

/** Refreshes the app, which includes its production and sandbox credentials. */
export function useRefreshApp(appId: number) {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: appKeys.detail(appId) })
}

export function useUpdateCredentials(appId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: RequestOf<typeof updateDeveloperApp>['body']) =>
      call(updateDeveloperApp, { params: { id: appId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: appKeys.all }),
  })
}

// Not mutations: a mutation caches its result, and secrets must not be cached (CRED-14).

export async function makeProductionSecret(appId: number, confirmed: boolean): Promise<Credentials> {
  const reply = await call(resetAppSecret, { params: { id: appId }, body: { confirmed } })
  return reply.credentials
}

export const makeSandboxSecret = (sandboxId: number, confirmed: boolean): Promise<Credentials> =>
  call(resetSandboxSecret, { params: { id: sandboxId }, body: { confirmed } })

export const makeSandboxSecretForStaff = (appId: number, confirmed: boolean): Promise<Credentials> =>
  call(resetAdminSandboxSecret, { params: { id: appId }, body: { confirmed } })

export const oauthApplications = (query: RequestOf<typeof listOauthApplications>['query']) =>
  queryOptions({
    queryKey: credentialKeys.oauthApplications(query),
    queryFn: ({ signal }) => call(listOauthApplications, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const oauthApplicationsCsv = (query: RequestOf<typeof exportOauthApplications>['query']) =>
  toAddress(exportOauthApplications, { query })
