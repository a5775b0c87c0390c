import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as calls from '@trestle/domain/oauth/calls.ts'
import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import type { EventOutcome } from '@trestle/domain/oauth/events.ts'
import { call, type RequestFor } from '../http/call.ts'
import { leavePage } from '../http/leavePage.ts'
import { settleRemoval } from '../http/gone.ts'
import { queryClient } from '../http/queryClient.ts'
import { signOutTo } from '../http/signOut.ts'

const oauthKeys = {
  all: ['authorization'] as const,
  request: (request: string) => [...oauthKeys.all, 'request', request] as const,
  decisions: (appId: number, environment: string, outcome: string | undefined) =>
    [...oauthKeys.all, 'decisions', appId, environment, outcome] as const,
  authorizedApps: () => [...oauthKeys.all, 'authorizedApps'] as const,
}

/** Loads what an app requests. The first session that loads it is the only one that can decide. */
export const authorizationRequest = (request: string) =>
  queryOptions({
    queryKey: oauthKeys.request(request),
    queryFn: ({ signal }) => call(calls.getAuthorizationRequest, { params: { request } }, { signal }),
    staleTime: Infinity,
  })

/** Allows or denies an app's request, and sends the browser back to the app. */
export async function decideRequest(request: string, allow: boolean): Promise<void> {
  const { location } = await call(calls.decideAuthorizationRequest, { params: { request }, body: { allow } })
  leavePage(location)
}

/** Signs out and starts the request again, which asks to sign in. */
export const switchAccount = (restartPath: string): Promise<void> => signOutTo(restartPath)

export const authorizedApps = () =>
  queryOptions({
    queryKey: oauthKeys.authorizedApps(),
    queryFn: ({ signal }) => call(calls.listAuthorizedApps, {}, { signal }),
  })

/** Ends an app's access in every environment. */
export async function revokeAuthorizedApp(id: number): Promise<void> {
  await settleRemoval(call(calls.revokeAuthorizedApp, { params: { id } }))
  await queryClient.invalidateQueries({ queryKey: oauthKeys.authorizedApps() })
}

/** How often the decisions reload while they are shown and the page is visible. */
export const decisionPollMs = 3_000

interface DecisionFilters {
  environment: CredentialEnvironment
  outcome: EventOutcome | undefined
}

/** Loads the OAuth server's latest decisions about an app. */
export const oauthDecisions = (appId: number, { environment, outcome }: DecisionFilters) =>
  queryOptions({
    queryKey: oauthKeys.decisions(appId, environment, outcome),
    queryFn: ({ signal }) =>
      call(
        calls.listOauthEvents,
        {
          params: { id: appId },
          query: { environment, ...(outcome && { filters: { outcome } }) },
        },
        { signal, background: true },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: decisionPollMs,
  })

/**
 * Checks credentials. Not a mutation, because mutations cache their input, and secrets must not be cached (CRED-14).
 */
export const checkCredentials = (
  appId: number,
  body: RequestFor<typeof calls.checkCredentials>['body'],
): Promise<{ works: boolean; message: string }> =>
  call(calls.checkCredentials, { params: { id: appId }, body })
