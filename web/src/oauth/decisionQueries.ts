import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as calls from '@trestle/domain/oauth/calls.ts'
import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import type { EventOutcome } from '@trestle/domain/oauth/events.ts'
import { call, type RequestFor } from '../http/call.ts'
import { oauthKeys } from './queries.ts'

/** How often the decisions are loaded again while they are shown and the page is visible. */
const pollMs = 3_000

interface DecisionFilters {
  environment: CredentialEnvironment
  outcome: EventOutcome | undefined
}

/** Loads the last decisions of the OAuth server about an app. */
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
    refetchInterval: pollMs,
  })

/** Checks credentials. Not a mutation: a mutation caches what was sent, and secrets must not be cached (CRED-14). */
export const checkCredentials = (
  appId: number,
  body: RequestFor<typeof calls.checkCredentials>['body'],
): Promise<{ works: boolean; message: string }> =>
  call(calls.checkCredentials, { params: { id: appId }, body })
