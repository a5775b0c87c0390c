import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { updateDeveloperApp } from '@trestle/domain/apps/contract.ts'
import {
  exportOauthApplications,
  listOauthApplications,
  oauthEnvironments,
  resetAppSecret,
  type Credentials,
} from '@trestle/domain/credentials/contract.ts'
import { toAddress } from '@trestle/domain/http/address.ts'
import type { RequestOf } from '@trestle/domain/http/endpoint.ts'
import { resetAdminSandboxSecret, resetSandboxSecret } from '@trestle/domain/sandboxes/contract.ts'
import { z } from 'zod'
import { call } from '../http/call.ts'
import { appKeys } from '../shared/appKeys.ts'
import type { ListAddress } from '../shared/listState.ts'

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

export const ApplicationFilters = z.object({
  environment: z.enum(oauthEnvironments).catch('production'),
  search: z.string().catch(''),
})
export type ApplicationFilters = z.infer<typeof ApplicationFilters>

/** Government cloud has production only. */
export const shownApplicationFilters = (
  filters: ApplicationFilters,
  isGovernmentCloud: boolean,
): ApplicationFilters => ({ ...filters, ...(isGovernmentCloud && { environment: 'production' }) })

export const toApplicationInput = ({ environment, search }: ApplicationFilters) => ({
  environment,
  ...(search !== '' && { filters: { search } }),
})

const knownSort = listOauthApplications.query.shape.sort.catch(undefined)

/** Loads the page of OAuth applications that an address names. */
export const oauthApplications = ({ page, perPage, sort, filters }: ListAddress<ApplicationFilters>) => {
  const query = { page, per_page: perPage, sort: knownSort.parse(sort), ...toApplicationInput(filters) }
  return queryOptions({
    queryKey: credentialKeys.oauthApplications(query),
    queryFn: ({ signal }) => call(listOauthApplications, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export const oauthApplicationsCsv = (query: RequestOf<typeof exportOauthApplications>['query']) =>
  toAddress(exportOauthApplications, { query })
