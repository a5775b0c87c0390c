import { queryOptions } from '@tanstack/react-query'
import * as calls from '@trestle/domain/personalTokens/calls.ts'
import type { NewPersonalToken } from '@trestle/domain/personalTokens/contract.ts'
import { call, type RequestFor } from '../http/call.ts'
import { settleRemoval } from '../http/gone.ts'
import { queryClient } from '../http/queryClient.ts'
import { refreshIfLost } from '../http/refreshIfLost.ts'

const personalTokenKeys = { all: ['personalTokens'] as const }

export const personalTokens = () =>
  queryOptions({
    queryKey: personalTokenKeys.all,
    queryFn: ({ signal }) => call(calls.listPersonalTokens, {}, { signal }),
  })

/** Creates a token. It can't be shown again, so nothing that could fail delays it. */
export async function createPersonalToken(
  body: RequestFor<typeof calls.createPersonalToken>['body'],
): Promise<NewPersonalToken> {
  const refresh = () => queryClient.invalidateQueries({ queryKey: personalTokenKeys.all })
  const token = await refreshIfLost(call(calls.createPersonalToken, { body }), refresh)
  void refresh()
  return token
}

export async function revokePersonalToken(id: number): Promise<void> {
  await settleRemoval(call(calls.revokePersonalToken, { params: { id } }))
  await queryClient.invalidateQueries({ queryKey: personalTokenKeys.all })
}
