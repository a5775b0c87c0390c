import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { updateDeveloperApp } from '@trestle/domain/apps/calls.ts'
import type { AppRole } from '@trestle/domain/apps/contract.ts'
import * as calls from '@trestle/domain/collaborators/calls.ts'
import type * as contract from '@trestle/domain/collaborators/contract.ts'
import { record } from '../http/analytics.ts'
import { call, type RequestFor } from '../http/call.ts'
import { refreshAfterChange } from '../http/renewSession.ts'
import { settleRemoval } from '../http/gone.ts'
import { appKeys } from '../shared/appKeys.ts'
import { refreshApp } from '../shared/refreshApp.ts'

/** Collaborators and invitations are below the app, so that they are refreshed with it. */
const collaboratorKeys = {
  all: ['invitationOffers'] as const,
  list: (appId: number) => [...appKeys.detail(appId), 'collaborators'] as const,
  invitations: (appId: number) => [...appKeys.detail(appId), 'invitations'] as const,
  offers: (token: string) => [...collaboratorKeys.all, token] as const,
  offer: (token: string, developerId: number | null) =>
    [...collaboratorKeys.offers(token), developerId] as const,
}

export const collaboratorList = (appId: number) =>
  queryOptions({
    queryKey: collaboratorKeys.list(appId),
    queryFn: ({ signal }) =>
      call(calls.listCollaborators, { query: { developer_app_id: appId } }, { signal }),
  })

export const invitationList = (appId: number) =>
  queryOptions({
    queryKey: collaboratorKeys.invitations(appId),
    queryFn: ({ signal }) => call(calls.listInvitations, { query: { developer_app_id: appId } }, { signal }),
  })

/** New roles by collaborator id. */
export type RoleChoices = Record<string, AppRole>

/** Saves the roles of collaborators who are still on the app. After a refusal, the list shows what made it stale. */
export function useUpdateCollaborators(appId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ roles, since }: { roles: RoleChoices; since: string }) => {
      const people = queryClient.getQueryData(collaboratorList(appId).queryKey) ?? []
      const collaborators = people.flatMap(({ id }) => {
        const role = roles[id]
        return role === undefined ? [] : [{ id, role }]
      })
      if (collaborators.length === 0) return people
      return call(calls.updateCollaborators, {
        body: { developer_app_id: appId, collaborators, if_unchanged_since: since },
      })
    },
    onSuccess: (rows) => queryClient.setQueryData(collaboratorList(appId).queryKey, rows),
    onSettled: () => refreshApp(queryClient, appId),
  })
}

export function useRemoveCollaborator(appId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => settleRemoval(call(calls.removeCollaborator, { params: { id } })),
    onSettled: () => refreshApp(queryClient, appId),
  })
}

export function useTransfer(appId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (ownerId: number) =>
      call(updateDeveloperApp, { params: { id: appId }, body: { owner_id: ownerId } }),
    onSettled: () => refreshApp(queryClient, appId),
  })
}

const reported = ({ developer_app_id, role }: contract.Invitation) => ({ developer_app_id, role })

export function useInvite() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: RequestFor<typeof calls.createInvitation>['body']) =>
      call(calls.createInvitation, { body }),
    onSuccess: (invitation) => {
      record('developers.invitation.sent', reported(invitation))
      return refreshApp(queryClient, invitation.developer_app_id)
    },
  })
}

export function useResend(appId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (invitation: contract.Invitation) =>
      call(calls.resendInvitation, { params: { id: invitation.id }, body: {} }),
    onSuccess: (invitation) => record('developers.invitation.sent', reported(invitation)),
    onSettled: () => refreshApp(queryClient, appId),
  })
}

export function useCancelInvitation(appId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      settleRemoval(call(calls.cancelInvitation, { params: { id }, body: { status: 'canceled' } })),
    onSuccess: (invitation) => invitation && record('developers.invitation.canceled', reported(invitation)),
    onSettled: () => refreshApp(queryClient, appId),
  })
}

/** Loads the invitation of an emailed link. The reply depends on who is signed in. */
export const invitationOffer = (token: string, developerId: number | null) =>
  queryOptions({
    queryKey: collaboratorKeys.offer(token, developerId),
    queryFn: ({ signal }) => call(calls.getInvitationOffer, { params: { token } }, { signal }),
  })

export function useAcceptInvitation(token: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(calls.acceptInvitation, { params: { token }, body: {} }),
    onSuccess: async (accepted) => {
      record('developers.invitation.accepted', accepted)
      // Only for Back: a new offer now would replace the page before it leads to the app.
      await queryClient.invalidateQueries({ queryKey: collaboratorKeys.offers(token), refetchType: 'none' })
      await queryClient.invalidateQueries({ queryKey: appKeys.all })
      // Receiving the email also confirms the address.
      await refreshAfterChange()
    },
    onError: () => queryClient.invalidateQueries({ queryKey: collaboratorKeys.offers(token) }),
  })
}
