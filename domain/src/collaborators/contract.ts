import { z } from 'zod'
import { appRoles } from '../access/roles.ts'
import { endpoint } from '../http/endpoint.ts'
import { bodyId, emailAddress, ifUnchangedSince, pathId, timestamp } from '../http/fields.ts'
import { fieldMessages } from '../http/messages.ts'
import * as calls from './calls.ts'

const maxRoleChanges = 500

/** Someone with a role on an app (COLL-13). A transfer sends `developer_id` as `owner_id`. */
export const Collaborator = z.object({
  id: z.number(),
  developer_app_id: z.number(),
  developer_id: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.enum(appRoles),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Collaborator = z.infer<typeof Collaborator>

/** The roles that collaborators can assign. A transfer makes an owner; staff add guests (COLL-03, COLL-05). */
export const assignableRoles = ['admin', 'developer'] as const
export type AssignableRole = (typeof assignableRoles)[number]

const assignableRole = z.enum(assignableRoles, {
  error: ({ input }) =>
    input === undefined || input === '' ? fieldMessages.required : 'Role must be admin or developer',
})

export const invitationStatuses = ['pending', 'accepted', 'canceled', 'expired'] as const
export type InvitationStatus = (typeof invitationStatuses)[number]

/** A role offered to an email address, whose name isn't known yet (COLL-14). */
export const Invitation = z.object({
  id: z.number(),
  developer_app_id: z.number(),
  email: z.string(),
  role: z.enum(assignableRoles),
  status: z.enum(invitationStatuses),
  invited_by: z.string(),
  sent_at: timestamp,
  expires_at: timestamp,
  created_at: timestamp,
  updated_at: timestamp,
})
export type Invitation = z.infer<typeof Invitation>

/** The invitation as shown to anyone who opens the emailed link, without signing in. */
export const InvitationOffer = z.object({
  email: z.string(),
  role: z.enum(assignableRoles),
  status: z.enum(invitationStatuses),
  app_name: z.string(),
  invited_by: z.string(),
  expires_at: timestamp,
  /** The app to open, only for someone who already has a role on it. */
  developer_app_id: z.number().nullable(),
})
export type InvitationOffer = z.infer<typeof InvitationOffer>

const ofApp = z.strictObject({ developer_app_id: bodyId })
const byId = z.strictObject({ id: pathId })
const byToken = z.strictObject({ token: z.string().min(1).max(200) })

export const listCollaborators = endpoint({
  ...calls.listCollaborators,
  tokenActions: ['collaborators.view'],
  summary: 'List the collaborators of an app in the order in which they joined',
  query: ofApp,
  reply: z.array(Collaborator),
})

/**
 * A save is stale when the role of a named collaborator changed after `if_unchanged_since`, the newest `updated_at` of
 * the list.
 */
export const updateCollaborators = endpoint({
  ...calls.updateCollaborators,
  summary: 'Update the roles of collaborators on an app, all or none',
  body: z.strictObject({
    developer_app_id: bodyId,
    collaborators: z
      .array(z.strictObject({ id: bodyId, role: z.enum(appRoles) }))
      .min(1, 'Name at least one person')
      .max(maxRoleChanges, `Name at most ${maxRoleChanges} people`)
      .refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length, 'Name each person only once'),
    if_unchanged_since: ifUnchangedSince,
  }),
  reply: z.array(Collaborator),
  confirmation: true,
})

export const removeCollaborator = endpoint({
  ...calls.removeCollaborator,
  summary: 'Remove a collaborator from an app',
  params: byId,
  success: 204,
})

/** Gives someone the role User, which only platform staff can give (COLL-05). */
export const createGuest = endpoint({
  ...calls.createGuest,
  summary: 'Add a guest, who sees an app but none of its secrets and changes nothing',
  params: byId,
  body: z.strictObject({ developer_id: bodyId }),
  reply: Collaborator,
  success: 201,
  confirmation: true,
})

/** `guest_id` is the `id` of a collaborator with the role User. */
export const removeGuest = endpoint({
  ...calls.removeGuest,
  summary: 'Remove a guest from an app',
  params: z.strictObject({ id: pathId, guest_id: pathId }),
  success: 204,
})

export const listInvitations = endpoint({
  ...calls.listInvitations,
  tokenActions: ['collaborators.view'],
  summary: 'List the newest invitations to an app, at most 200',
  query: ofApp,
  reply: z.array(Invitation),
})

export const createInvitation = endpoint({
  ...calls.createInvitation,
  summary: 'Invite an email address to an app; the link is emailed',
  body: z.strictObject({ developer_app_id: bodyId, email: emailAddress, role: assignableRole }),
  reply: Invitation,
  success: 201,
  confirmation: true,
})

export const cancelInvitation = endpoint({
  ...calls.cancelInvitation,
  summary: 'Cancel an invitation; its link stops working',
  params: byId,
  body: z.strictObject({ status: z.literal('canceled', 'Status can only be set to canceled') }),
  reply: Invitation,
})

export const resendInvitation = endpoint({
  ...calls.resendInvitation,
  summary: 'Email an invitation again with a new link; the old one stops working',
  params: byId,
  body: z.strictObject({}).optional(),
  reply: Invitation,
  success: 201,
})

export const getInvitationOffer = endpoint({
  ...calls.getInvitationOffer,
  summary: 'Get the offer of an emailed invitation link',
  params: byToken,
  reply: InvitationOffer,
})

/** Idempotent: repeating the call returns the same response. */
export const acceptInvitation = endpoint({
  ...calls.acceptInvitation,
  summary: 'Accept an invitation with the token from its email',
  params: byToken,
  body: z.strictObject({}).optional(),
  reply: z.object({ developer_app_id: z.number(), role: z.enum(appRoles) }),
})
