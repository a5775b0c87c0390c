import { queryOptions } from '@tanstack/react-query'
import * as calls from '@trestle/domain/accounts/factors/calls.ts'
import { call, type RequestFor } from '../../http/call.ts'
import { CallError } from '../../http/callError.ts'
import { refreshAfterChange, refreshSession } from '../../http/renewSession.ts'
import { isGone, settleRemoval } from '../../http/gone.ts'
import { queryClient } from '../../http/queryClient.ts'
import { developerKeys } from '../../shared/queries.ts'
import { factors as texts } from '../../texts/factors.ts'
import { UserError } from '../../ui/failure.ts'

const factorKeys = {
  all: ['factors'] as const,
  state: () => [...factorKeys.all, 'state'] as const,
  passkeys: () => [...factorKeys.all, 'passkeys'] as const,
  rejection: (token: string) => [...factorKeys.all, 'rejection', token] as const,
  newTotp: () => [...factorKeys.all, 'newTotp'] as const,
}

/** Reloads the factors. A new secret isn't one yet, and loading it again would replace it. */
export const reloadFactors = async () => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: factorKeys.state() }),
    queryClient.invalidateQueries({ queryKey: factorKeys.passkeys() }),
    refreshAfterChange(),
  ])
}

export const secondFactors = () =>
  queryOptions({
    queryKey: factorKeys.state(),
    queryFn: ({ signal }) => call(calls.getSecondFactors, {}, { signal }),
  })

export const passkeys = () =>
  queryOptions({
    queryKey: factorKeys.passkeys(),
    queryFn: ({ signal }) => call(calls.listPasskeys, {}, { signal }),
  })

export const loadRegistration = () => call(calls.createPasskeyRegistration, { body: {} })

export async function storePasskey(body: RequestFor<typeof calls.createPasskey>['body']): Promise<void> {
  await call(calls.createPasskey, { body })
  await reloadFactors()
}

export async function renamePasskey(id: number, name: string): Promise<void> {
  try {
    await call(calls.updatePasskey, { params: { id }, body: { name } })
  } catch (error) {
    if (isGone(error)) await reloadFactors()
    throw error
  }
  await reloadFactors()
}

export async function removePasskey(id: number): Promise<void> {
  await settleRemoval(call(calls.deletePasskey, { params: { id } }))
  await reloadFactors()
}

/** Creates a new secret each time the dialog opens. The previous one stops working. */
export const newTotp = () =>
  queryOptions({
    queryKey: factorKeys.newTotp(),
    queryFn: ({ signal }) => call(calls.createTotp, { body: {} }, { signal }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })

export async function confirmTotp(totp: string): Promise<void> {
  await call(calls.confirmTotp, { body: { totp } })
  await reloadFactors()
}

/** Returns whether an authenticator app is set up, after an attempt whose reply got lost. */
export async function isTotpConfirmed(): Promise<boolean> {
  const { totp_confirmed_at: confirmedAt } = await call(calls.getSecondFactors, {})
  if (confirmedAt === null) return false
  await reloadFactors()
  return true
}

export async function removeTotp(): Promise<void> {
  await settleRemoval(call(calls.deleteTotp, {}))
  await reloadFactors()
}

/** The error when new recovery codes may have replaced the earlier ones, but didn't arrive. */
class LostCodesError extends UserError {
  readonly isUnconfirmed = true

  constructor() {
    super(texts.errors.lostCodes)
  }
}

/** Creates recovery codes. They can't be shown again, so nothing that could fail delays them. */
export async function createRecoveryCodes(): Promise<string[]> {
  try {
    const { codes } = await call(calls.createRecoveryCodes, { body: {} })
    return codes
  } catch (error) {
    throw error instanceof CallError && error.isUnconfirmed ? new LostCodesError() : error
  } finally {
    void queryClient.invalidateQueries({ queryKey: factorKeys.state() })
  }
}

/** Opens the portal to staff who have set up a second factor. Refused queries load again. */
export async function finishEnrollment(): Promise<void> {
  await refreshSession()
  await queryClient.invalidateQueries()
}

const reloadDeveloper = () => queryClient.invalidateQueries({ queryKey: developerKeys.all })

export async function requestFactorReset(id: number, reason: string): Promise<void> {
  await call(calls.requestFactorReset, { params: { id }, body: { reason } })
  await reloadDeveloper()
}

export async function cancelFactorReset(id: number): Promise<void> {
  await call(calls.cancelFactorReset, { params: { id }, body: {} })
  await reloadDeveloper()
}

export async function cancelOwnFactorReset(): Promise<void> {
  await settleRemoval(call(calls.cancelOwnFactorReset, {}))
  await queryClient.invalidateQueries({ queryKey: factorKeys.state() })
}

/** Loads whether the link in an email can still cancel a reset. */
export const factorResetRejection = (token: string) =>
  queryOptions({
    queryKey: factorKeys.rejection(token),
    queryFn: ({ signal }) => call(calls.getFactorResetRejection, { params: { token } }, { signal }),
  })

export async function rejectFactorReset(token: string): Promise<void> {
  await call(calls.rejectFactorReset, { body: { token } })
}
