import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { updateDeveloperApp } from '@trestle/domain/apps/calls.ts'
import * as calls from '@trestle/domain/credentials/calls.ts'
import type { ClientSecret, Credentials } from '@trestle/domain/credentials/contract.ts'
import { oauthEnvironments, type OauthEnvironment } from '@trestle/domain/credentials/environments.ts'
import { oauthApplicationSorts } from '@trestle/domain/credentials/sorts.ts'
import { toAddress } from '@trestle/domain/http/address.ts'
import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import * as suspensionCalls from '@trestle/domain/oauth/calls.ts'
import * as sandboxCalls from '@trestle/domain/sandboxes/calls.ts'
import { call, type RequestFor } from '../http/call.ts'
import { queryClient } from '../http/queryClient.ts'
import { refreshIfLost } from '../http/refreshIfLost.ts'
import { appKeys } from '../shared/appKeys.ts'
import { refreshApp } from '../shared/refreshApp.ts'
import type { ListAddress, ReadFilters } from '../shared/listState.ts'
import { readChoice, readFlag, readText } from '../shared/readers.ts'

const credentialKeys = {
  all: ['credentials'] as const,
  ofApp: (appId: number) => [...credentialKeys.all, 'app', appId] as const,
  secrets: (appId: number, environment: string) =>
    [...credentialKeys.ofApp(appId), 'secrets', environment] as const,
  oauthApplications: (query: unknown) => [...credentialKeys.all, 'oauthApplications', query] as const,
}

/** Refreshes the app, which includes its production and sandbox credentials, and the lists of its secrets. */
const refreshCredentials = (client: QueryClient, appId: number) =>
  Promise.all([
    refreshApp(client, appId),
    client.invalidateQueries({ queryKey: credentialKeys.ofApp(appId) }),
  ])

export function useRefreshApp(appId: number) {
  const queryClient = useQueryClient()
  return () => refreshCredentials(queryClient, appId)
}

export function useUpdateCredentials(appId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: RequestFor<typeof updateDeveloperApp>['body']) =>
      call(updateDeveloperApp, { params: { id: appId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: appKeys.all }),
  })
}

// Not mutations: a mutation caches its result, and secrets must not be cached (CRED-14).

export async function resetAppSecret(appId: number, confirmed: boolean): Promise<Credentials> {
  const reply = await call(calls.resetAppSecret, { params: { id: appId }, body: { confirmed } })
  return reply.credentials
}

export const resetSandboxSecret = (sandboxId: number, confirmed: boolean): Promise<Credentials> =>
  call(sandboxCalls.resetSandboxSecret, { params: { id: sandboxId }, body: { confirmed } })

export const resetAdminSandboxSecret = (appId: number, confirmed: boolean): Promise<Credentials> =>
  call(sandboxCalls.resetAdminSandboxSecret, { params: { id: appId }, body: { confirmed } })

export interface ApplicationFilters {
  environment: OauthEnvironment
  search: string
  suspended: true | undefined
}

export const readApplicationFilters: ReadFilters<ApplicationFilters> = ({
  environment,
  search,
  suspended,
}) => ({
  environment: readChoice(environment, oauthEnvironments) ?? 'production',
  search: readText(search) ?? '',
  suspended: readFlag(suspended) || undefined,
})

/** Returns the filters with an environment that exists: government cloud has production only. */
export const withAvailableEnvironment = (
  filters: ApplicationFilters,
  isGovernmentCloud: boolean,
): ApplicationFilters => ({ ...filters, ...(isGovernmentCloud && { environment: 'production' }) })

/** Returns the query parameters of these filters, for the list and its export. */
export const toApplicationQuery = ({ environment, search, suspended }: ApplicationFilters) => ({
  environment,
  ...((search !== '' || suspended) && {
    filters: { ...(search !== '' && { search }), ...(suspended && { suspended }) },
  }),
})

/** Loads the page of OAuth applications that an address names. */
export const oauthApplications = ({ page, perPage, sort, filters }: ListAddress<ApplicationFilters>) => {
  const query = {
    page,
    per_page: perPage,
    sort: readChoice(sort, oauthApplicationSorts),
    ...toApplicationQuery(filters),
  }
  return queryOptions({
    queryKey: credentialKeys.oauthApplications(query),
    queryFn: ({ signal }) => call(calls.listOauthApplications, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export const oauthApplicationsCsv = (query: RequestFor<typeof calls.exportOauthApplications>['query']) =>
  toAddress(calls.exportOauthApplications, { query })

/** The secrets of an app in one environment. */
export interface SecretScope {
  appId: number
  environment: CredentialEnvironment
}

export const clientSecretList = ({ appId, environment }: SecretScope) =>
  queryOptions({
    queryKey: credentialKeys.secrets(appId, environment),
    queryFn: ({ signal }) =>
      call(calls.listClientSecrets, { params: { id: appId }, query: { environment } }, { signal }),
  })

/** Creates a secret in addition to the current one. Not a mutation: a mutation caches its result (CRED-14). */
export const createClientSecret = (
  { appId, environment }: SecretScope,
  label: string,
): Promise<Credentials> =>
  refreshIfLost(
    call(calls.createClientSecret, { params: { id: appId }, query: { environment }, body: { label } }),
    () => refreshCredentials(queryClient, appId),
  )

export const updateClientSecret = (
  appId: number,
  secretId: number,
  body: RequestFor<typeof calls.updateClientSecret>['body'],
): Promise<ClientSecret> =>
  call(calls.updateClientSecret, { params: { id: appId, secret_id: secretId }, body })

/** Refreshes the app, and the list that marks suspended credentials. */
const refreshSuspension = (appId: number) =>
  Promise.all([
    refreshApp(queryClient, appId),
    queryClient.invalidateQueries({ queryKey: credentialKeys.all }),
  ])

export async function suspendCredentials({ appId, environment }: SecretScope, reason: string): Promise<void> {
  await call(suspensionCalls.suspendCredentials, { params: { id: appId }, body: { environment, reason } })
  await refreshSuspension(appId)
}

export async function restoreCredentials({ appId, environment }: SecretScope): Promise<void> {
  await call(suspensionCalls.unsuspendCredentials, { params: { id: appId }, body: { environment } })
  await refreshSuspension(appId)
}
