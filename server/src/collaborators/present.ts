import type { Collaborator, Invitation } from '@trestle/domain/collaborators/contract.ts'
import {
  invitationStatus,
  type AccountStatus,
  type MemberStatus,
} from '@trestle/domain/collaborators/rules.ts'
import type { InvitationRow } from './invitations/store.ts'
import type { CollaboratorRow, PersonRow } from './store.ts'

export const presentCollaborator = ({ app_id, ...row }: CollaboratorRow): Collaborator => ({
  ...row,
  developer_app_id: app_id,
})

export const presentInvitation = (
  { app_id, inviter_name, ...row }: InvitationRow,
  now: Date,
): Invitation => ({
  ...row,
  developer_app_id: app_id,
  invited_by: inviter_name,
  status: invitationStatus(row, now.getTime()),
})

/** Converts a collaborator for the rules, relative to the caller. */
export const toMemberStatus = (row: CollaboratorRow, callerId: number): MemberStatus => ({
  name: row.name,
  role: row.role,
  isSelf: row.developer_id === callerId,
  isPending: false,
})

/** Converts a developer for the rules about new owners and guests. */
export const toAccountStatus = (row: PersonRow): AccountStatus => ({
  name: row.name,
  email: row.email,
  isConfirmed: row.email_confirmed_at !== null,
  isSuspended: row.is_suspended,
})
