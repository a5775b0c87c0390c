import { queryOptions } from '@tanstack/react-query'
import { listDeveloperApps } from '@trestle/domain/apps/calls.ts'
import { maxPerPage } from '@trestle/domain/http/paging.ts'
import * as calls from '@trestle/domain/personalTokens/calls.ts'
import type { NewPersonalToken } from '@trestle/domain/personalTokens/contract.ts'
import { call, type RequestFor } from '../http/call.ts'
import { queryClient } from '../http/queryClient.ts'
import { appKeys } from '../shared/appKeys.ts'

export const personalTokenKeys = { all: ['personalTokens'] as const }

export const personalTokens = () =>
  queryOptions({
    queryKey: personalTokenKeys.all,
    queryFn: ({ signal }) => call(calls.listPersonalTokens, {}, { signal }),
  })

export async function createPersonalToken(
  body: RequestFor<typeof calls.createPersonalToken>['body'],
): Promise<NewPersonalToken> {
  const token = await call(calls.createPersonalToken, { body })
  await queryClient.invalidateQueries({ queryKey: personalTokenKeys.all })
  return token
}

export async function revokePersonalToken(id: number): Promise<void> {
  await call(calls.revokePersonalToken, { params: { id } })
  await queryClient.invalidateQueries({ queryKey: personalTokenKeys.all })
}

const appsByName = { per_page: maxPerPage, sort: 'internal_name' } as const

/** Loads the apps that a token can be for. */
export const appChoices = () =>
  queryOptions({
    queryKey: appKeys.list(appsByName),
    queryFn: ({ signal }) => call(listDeveloperApps, { query: appsByName }, { signal }),
  })
