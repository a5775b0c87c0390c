import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as calls from '@trestle/domain/accounts/calls.ts'
import * as suspensionCalls from '@trestle/domain/accounts/suspensions/calls.ts'
import type * as contract from '@trestle/domain/accounts/contract.ts'
import { developerSorts } from '@trestle/domain/accounts/sorts.ts'
import { toAddress } from '@trestle/domain/http/address.ts'
import type { ApiCall } from '@trestle/domain/http/apiCall.ts'
import { keepDeviceSettings } from '../http/deviceSettings.ts'
import { CallError } from '../http/callError.ts'
import { confirmation } from '../http/confirmation.ts'
import { call, confirmIdentity, type RequestFor } from '../http/call.ts'
import { followSession, refreshAfterChange } from '../http/renewSession.ts'
import { settleRemoval } from '../http/gone.ts'
import { queryClient } from '../http/queryClient.ts'
import { currentSession, replaceSession } from '../http/session.ts'
import type { ListAddress, ReadFilters } from '../shared/listState.ts'
import { readChoice, readFlag, readText } from '../shared/readers.ts'
import { developerKeys } from '../shared/queries.ts'

export const accountKeys = {
  all: ['account'] as const,
  confirmation: () => [...accountKeys.all, 'confirmation'] as const,
  confirmationLink: (token: string, developerId: number | null) =>
    [...accountKeys.all, 'confirmationLink', token, developerId] as const,
  emailChange: (token: string, developerId: number | null) =>
    [...accountKeys.all, 'emailChange', token, developerId] as const,
  pendingEmailChange: () => [...accountKeys.all, 'pendingEmailChange'] as const,
  emailUndo: (token: string) => [...accountKeys.all, 'emailUndo', token] as const,
  sessions: () => [...accountKeys.all, 'sessions'] as const,
}

export { followSession, signInAgain } from '../http/renewSession.ts'

type Body<C extends ApiCall> = RequestFor<C> extends { body: infer B } ? B : never

/** Loads the purpose of a confirmation link. The reply depends on who is signed in. */
export const emailConfirmation = (token: string, developerId: number | null) =>
  queryOptions({
    queryKey: accountKeys.confirmationLink(token, developerId),
    queryFn: ({ signal }) => call(calls.getEmailConfirmation, { params: { token } }, { signal }),
  })

/** Confirms an email. Without a session of the account, it needs the account's password. */
export async function confirmEmail(body: Body<typeof calls.confirmEmail>): Promise<void> {
  await call(calls.confirmEmail, { body })
  await refreshAfterChange()
}

/** Rejects the email ("This wasn't me"). If it belonged to the browser's own account, the session ends with it. */
export async function rejectEmail(token: string): Promise<{ is_deleted: boolean }> {
  const rejected = await keepDeviceSettings(() => call(calls.rejectEmail, { body: { token } }))
  await refreshAfterChange()
  return rejected
}

/** Reloads the session whenever the user returns to the page, perhaps after opening the emailed link. */
export const confirmationCheck = () =>
  queryOptions({
    queryKey: accountKeys.confirmation(),
    queryFn: () => followSession().then(() => null),
    refetchOnWindowFocus: 'always',
  })

export async function resendConfirmation(): Promise<void> {
  await call(calls.resendConfirmation, { body: {} })
}

export async function updateAccount(body: Body<typeof calls.updateAccount>): Promise<contract.Developer> {
  const developer = await call(calls.updateAccount, { body })
  replaceSession({ ...currentSession(), developer })
  return developer
}

/** Confirms the user's identity, and continues the calls that are waiting for it. */
export async function confirmAndContinue(body: Body<typeof calls.confirmSession>): Promise<void> {
  await confirmIdentity(body)
  confirmation.finish()
}

/** Confirms the user's identity with the current password. A refusal names the field in which they typed it. */
async function confirmWithCurrent(password: string): Promise<void> {
  try {
    await confirmIdentity({ password })
  } catch (error) {
    const messages = error instanceof CallError ? error.fields['password'] : undefined
    if (!(error instanceof CallError) || !messages) throw error
    const { code, status, message } = error
    throw new CallError({ code, status, message, fields: { current_password: messages } })
  }
}

export async function changePassword(body: Body<typeof calls.changePassword>): Promise<void> {
  await call(calls.changePassword, { body }, { confirm: () => confirmWithCurrent(body.current_password) })
  await refreshAfterChange()
  await queryClient.invalidateQueries({ queryKey: accountSessions().queryKey })
}

export const accountSessions = () =>
  queryOptions({
    queryKey: accountKeys.sessions(),
    queryFn: ({ signal }) => call(calls.listAccountSessions, {}, { signal }),
  })

export async function signOutOthers(): Promise<void> {
  await call(calls.signOutOthers, {})
  await queryClient.invalidateQueries({ queryKey: accountSessions().queryKey })
}

export async function endAccountSession(id: number): Promise<void> {
  await settleRemoval(call(calls.endAccountSession, { params: { id } }))
  await queryClient.invalidateQueries({ queryKey: accountSessions().queryKey })
}

interface DeveloperFilters {
  search: string
  suspended: true | undefined
}

export const readDeveloperFilters: ReadFilters<DeveloperFilters> = ({ search, suspended }) => ({
  search: readText(search) ?? '',
  suspended: readFlag(suspended) || undefined,
})

/** Returns only the filters that are set; undefined if none is. */
const toDeveloperFilters = ({ search, suspended }: DeveloperFilters) =>
  search === '' && !suspended
    ? undefined
    : { ...(search !== '' && { search }), ...(suspended && { suspended }) }

export const adminDevelopers = ({ page, perPage, sort, filters }: ListAddress<DeveloperFilters>) =>
  queryOptions({
    queryKey: developerKeys.list({ page, perPage, sort, filters }),
    queryFn: ({ signal }) =>
      call(
        calls.listAdminDevelopers,
        {
          query: {
            page,
            per_page: perPage,
            sort: readChoice(sort, developerSorts),
            filters: toDeveloperFilters(filters),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

export const adminDevelopersCsv = (filters: DeveloperFilters) =>
  toAddress(calls.exportAdminDevelopers, { query: { filters: toDeveloperFilters(filters) } })

export const adminDeveloper = (id: string) =>
  queryOptions({
    queryKey: developerKeys.detail(id),
    queryFn: ({ signal }) => call(calls.getAdminDeveloper, { params: { id } }, { signal }),
  })

/** Saves a developer. Admins who edit themselves also refresh the session, so that the header shows the change. */
export async function updateAdminDeveloper(
  id: number,
  body: Body<typeof calls.updateAdminDeveloper>,
): Promise<contract.AdminDeveloper> {
  const developer = await call(calls.updateAdminDeveloper, { params: { id }, body })
  queryClient.setQueryData(adminDeveloper(String(id)).queryKey, developer)
  await queryClient.invalidateQueries({ queryKey: developerKeys.all })
  if (currentSession().developer?.id === id) await refreshAfterChange()
  return developer
}

/** Suspends a developer. */
export async function suspendDeveloper(id: number, reason: string): Promise<void> {
  const developer = await call(suspensionCalls.suspendDeveloper, { params: { id }, body: { reason } })
  await showChanged(developer)
}

/** Ends the suspension of a developer, and their password if someone else may know it. */
export async function restoreDeveloper(id: number, endsPassword: boolean): Promise<void> {
  const body = { end_password: endsPassword }
  await showChanged(await call(suspensionCalls.restoreDeveloper, { params: { id }, body }))
}

async function showChanged(developer: contract.AdminDeveloper): Promise<void> {
  queryClient.setQueryData(adminDeveloper(String(developer.id)).queryKey, developer)
  await queryClient.invalidateQueries({ queryKey: developerKeys.all })
}

export async function endDeveloperSessions(id: number): Promise<void> {
  await call(calls.endDeveloperSessions, { params: { id } })
}
