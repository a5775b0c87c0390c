import { queryOptions } from '@tanstack/react-query'
import type { RemovedAccess } from '@trestle/domain/accounts/emailChanges/contract.ts'
import * as calls from '@trestle/domain/accounts/emailChanges/calls.ts'
import { call } from '../../http/call.ts'
import { refreshAfterChange } from '../../http/renewSession.ts'
import { keepDeviceSettings } from '../../http/deviceSettings.ts'
import { queryClient } from '../../http/queryClient.ts'
import { accountKeys } from '../queries.ts'

/** Loads the pending change of the user's own address. */
export const pendingEmailChange = () =>
  queryOptions({
    queryKey: accountKeys.pendingEmailChange(),
    queryFn: ({ signal }) => call(calls.getPendingEmailChange, {}, { signal }),
  })

const reloadPending = () => queryClient.invalidateQueries({ queryKey: accountKeys.pendingEmailChange() })

export async function requestEmailChange(email: string): Promise<void> {
  await call(calls.requestEmailChange, { body: { email } })
  await reloadPending()
}

export async function cancelEmailChange(): Promise<void> {
  await call(calls.cancelEmailChange, {})
  await reloadPending()
}

/** Loads the purpose of a link to a new address. The reply depends on who is signed in. */
export const emailChange = (token: string, developerId: number | null) =>
  queryOptions({
    queryKey: accountKeys.emailChange(token, developerId),
    queryFn: ({ signal }) => call(calls.getEmailChange, { params: { token } }, { signal }),
  })

export async function confirmEmailChange(token: string): Promise<void> {
  await call(calls.confirmEmailChange, { body: { token } })
  await refreshAfterChange()
}

export const emailUndo = (token: string) =>
  queryOptions({
    queryKey: accountKeys.emailUndo(token),
    queryFn: ({ signal }) => call(calls.getEmailUndo, { params: { token } }, { signal }),
  })

/** Changes the address back, which ends every session, possibly including this browser's. Returns what was removed. */
export async function undoEmailChange(token: string): Promise<RemovedAccess> {
  const { removed } = await keepDeviceSettings(() => call(calls.undoEmailChange, { body: { token } }))
  queryClient.clear()
  await refreshAfterChange()
  return removed
}
