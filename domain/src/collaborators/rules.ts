import { mayActOnApp } from '../access/roles.ts'
import { actionRefusal } from '../apps/rules.ts'
import type { AppRole } from '../apps/contract.ts'
import { refuse, type Decision, type Refusal } from '../http/errors.ts'
import { dayMs } from '../time/durations.ts'
import type { AssignableRole, InvitationStatus } from './contract.ts'

/** A row of the collaborator table, as seen by the caller. */
export interface MemberStatus {
  name: string
  role: AppRole
  isSelf: boolean
  /** Invited, but hasn't accepted yet. */
  isPending: boolean
}

const refusal = (code: Refusal['code'], message: string): Refusal => ({ code, message })

const notThereYet = (name: string): Refusal =>
  refusal('conflict', `${name} hasn't accepted the invitation yet.`)

const owns = ({ name, isSelf }: MemberStatus): string =>
  isSelf ? 'You own this app' : `${name} owns this app`

/** Returns why the caller can't change this person's role, or null (COLL-10, COLL-11, ROLE-09). */
export function checkRoleChange(caller: AppRole | null, person: MemberStatus): Refusal | null {
  if (!mayActOnApp(caller, 'collaborators.edit')) return actionRefusal('collaborators.edit')
  if (person.isPending) return notThereYet(person.name)
  if (person.role === 'owner') {
    return refusal('conflict', `${owns(person)}. To change the owner, transfer the app.`)
  }
  if (person.isSelf) return refusal('not_allowed', "You can't change your own role.")
  return null
}

/**
 * Returns why the caller can't remove this person, or null (COLL-09).
 *
 * Collaborators can't remove themselves, so that no one loses access by accident: the owner or another admin does it.
 */
export function checkRemoval(caller: AppRole | null, person: MemberStatus): Refusal | null {
  if (!mayActOnApp(caller, 'collaborators.edit')) return actionRefusal('collaborators.edit')
  if (person.isPending) return notThereYet(person.name)
  if (person.role === 'owner') {
    return refusal('conflict', `${owns(person)}. Transfer the app first.`)
  }
  if (person.isSelf) {
    return refusal('not_allowed', "You can't remove yourself. Ask the owner or another admin to do it.")
  }
  return null
}

/** Returns why the caller can't transfer the app to this person, or null (COLL-08, COLL-17). */
export function checkTransfer(caller: AppRole | null, person: MemberStatus): Refusal | null {
  if (!mayActOnApp(caller, 'ownership.transfer')) return actionRefusal('ownership.transfer')
  if (person.isPending) return notThereYet(person.name)
  if (person.role === 'owner') return refusal('conflict', `${owns(person)} already.`)
  if (person.role === 'user') {
    return refusal('conflict', `${person.name} is a guest. Make them an admin or developer first.`)
  }
  return null
}

/** The facts that decide whether someone can become an owner or a guest. */
export interface AccountStatus {
  name: string
  email: string
  isConfirmed: boolean
  isSuspended: boolean
}

/** Returns why someone can't own an app, or null. Owners need a confirmed address and a usable account (AAPP-38, COLL-17). */
export function checkOwnerIsReachable({
  name,
  email,
  isConfirmed,
  isSuspended,
}: AccountStatus): Refusal | null {
  if (isConfirmed && !isSuspended) return null
  const message = isConfirmed
    ? `${name} is suspended and can't own an app.`
    : `${name} can't own an app until they confirm the address ${email}.`
  return { code: 'conflict', message, fields: { owner_id: [message] } }
}

/** Someone staff want to make the owner, who needs no role on the app for that (AAPP-38), or a guest. */
export interface Candidate extends AccountStatus {
  /** Their current role on the app. */
  role: AppRole | null
}

/** Decides whether staff can make this person the owner. */
export function decideNewOwner(candidate: Candidate): Decision<null> {
  const { name, role } = candidate
  if (role === 'owner') return refuse('conflict', `${name} already owns this app.`, 'owner_id')
  const unreachable = checkOwnerIsReachable(candidate)
  if (unreachable) return { ok: false, refusal: unreachable }
  return { ok: true, value: null }
}

/** Decides whether staff can add this person as a guest (COLL-05). */
export function decideGuest({ name, email, isConfirmed, isSuspended, role }: Candidate): Decision<null> {
  const refuseGuest = (message: string) => refuse('conflict', message, 'developer_id')
  if (role !== null) return refuseGuest(`${name} already works on this app.`)
  if (isSuspended) return refuseGuest(`${name} is suspended and can't be added.`)
  if (!isConfirmed) return refuseGuest(`${name} can't be added until they confirm the address ${email}.`)
  return { ok: true, value: null }
}

/** Returns why staff can't remove this person, or null for a guest. The owner or an admin removes everyone else. */
export const checkGuestRemoval = ({ name, role }: { name: string; role: AppRole }): Refusal | null =>
  role === 'user'
    ? null
    : refusal('conflict', `${name} isn't a guest. Only the owner and the admins of the app can remove them.`)

/** Returns whether a role can be chosen: one of the two assignable roles, or the current one (COLL-05). */
export function isRoleOffered(current: AppRole, role: AppRole): boolean {
  return role === 'admin' || role === 'developer' || role === current
}

/** Decides on a new role. A transfer makes an owner; staff add guests. */
export function decideRole(caller: AppRole | null, person: MemberStatus, role: AppRole): Decision<AppRole> {
  const refused = checkRoleChange(caller, person)
  if (refused) return { ok: false, refusal: refused }
  if (isRoleOffered(person.role, role)) return { ok: true, value: role }
  const message =
    role === 'owner'
      ? 'To change the owner, transfer the app.'
      : 'Only platform staff can make someone a guest.'
  return refuse('invalid_input', message)
}

export const invitationDays = 14
export const invitationLifetimeMs = invitationDays * dayMs

interface StoredInvitation {
  status: InvitationStatus
  expires_at: string
}

/**
 * Returns the status of an invitation. A pending one past its time is expired, even if not stored as such yet
 * (COLL-15).
 */
export function invitationStatus(stored: StoredInvitation, nowMs: number): InvitationStatus {
  const isOver = stored.status === 'pending' && Date.parse(stored.expires_at) <= nowMs
  return isOver ? 'expired' : stored.status
}

/** Keeps the portal from being used to flood strangers with email. A day is the last 24 hours. */
export const invitationLimits = {
  pendingPerApp: 50,
  emailsPerAppAndDay: 50,
  emailsPerInviterAndDay: 100,
  emailsPerAddressAndDay: 5,
} as const

/** Emails sent in the last 24 hours. */
export interface EmailsOfTheDay {
  byApp: number
  byInviter: number
  toAddress: number
}

function checkEmailLimit(emails: EmailsOfTheDay, email: string): Refusal | null {
  if (emails.toAddress >= invitationLimits.emailsPerAddressAndDay) {
    return refusal('rate_limited', `We already sent several emails to ${email} today. Try again tomorrow.`)
  }
  const { emailsPerAppAndDay: perApp, emailsPerInviterAndDay: perInviter } = invitationLimits
  if (emails.byApp >= perApp) {
    return refusal(
      'rate_limited',
      `This app sent ${perApp} invitations in the last 24 hours. Try again tomorrow.`,
    )
  }
  if (emails.byInviter >= perInviter) {
    return refusal(
      'rate_limited',
      `You sent ${perInviter} invitations in the last 24 hours. Try again tomorrow.`,
    )
  }
  return null
}

interface InvitationContext {
  /** The collaborator with this address, if any. */
  member: { name: string } | null
  /** Whether this address has a pending, unexpired invitation to the app. */
  isInvited: boolean
  pending: number
  emails: EmailsOfTheDay
}

/** Decides whether this address can be invited (COLL-15). */
export function decideInvitation(email: string, context: InvitationContext): Decision<null> {
  if (context.member) return refuse('conflict', `${context.member.name} already works on this app.`, 'email')
  if (context.isInvited) {
    const message = `${email} is already invited. Resend that invitation, or cancel it first.`
    return refuse('conflict', message, 'email')
  }
  if (context.pending >= invitationLimits.pendingPerApp) {
    const message = `${invitationLimits.pendingPerApp} invitations to this app are pending. Cancel some, or wait until they are accepted.`
    return refuse('conflict', message)
  }
  const tooMany = checkEmailLimit(context.emails, email)
  return tooMany ? { ok: false, refusal: tooMany } : { ok: true, value: null }
}

const answered = {
  accepted: 'This invitation was already accepted.',
  canceled: 'This invitation was canceled. Invite the address again.',
} as const

/** Decides whether an invitation can be resent: only while it is pending or expired. */
export function decideResend(
  invitation: { email: string; status: InvitationStatus },
  context: Pick<InvitationContext, 'member' | 'emails'> & {
    /** Whether a newer invitation for the same address is pending. */
    isReplaced: boolean
  },
): Decision<null> {
  const { status, email } = invitation
  if (status === 'accepted' || status === 'canceled') return refuse('conflict', answered[status])
  if (context.member) return refuse('conflict', `${context.member.name} already works on this app.`)
  if (context.isReplaced) return refuse('conflict', `A newer invitation for ${email} is pending.`)
  const tooMany = checkEmailLimit(context.emails, email)
  return tooMany ? { ok: false, refusal: tooMany } : { ok: true, value: null }
}

/**
 * Decides the effect of canceling: an expired invitation also disappears, a canceled one stays canceled, and an
 * accepted one is refused (COLL-12).
 */
export function decideCancel(status: InvitationStatus): Decision<{ changes: boolean }> {
  if (status === 'accepted') {
    const message = 'This invitation was already accepted. Remove the collaborator from the app instead.'
    return refuse('conflict', message)
  }
  return { ok: true, value: { changes: status !== 'canceled' } }
}

interface Acceptance {
  invitation: { email: string; role: AssignableRole; status: InvitationStatus }
  /** The address of the signed-in user. */
  email: string
  /** Their current role on the app. */
  currentRole: AppRole | null
}

/**
 * Decides what accepting does (COLL-15): adds a new collaborator, raises a guest to the offered role, and leaves other
 * roles unchanged. Accepting again changes nothing.
 */
export function decideAcceptance({
  invitation,
  email,
  currentRole,
}: Acceptance): Decision<{ role: AppRole; isRepeated: boolean }> {
  if (email !== invitation.email) {
    const message = `This invitation is for ${invitation.email}. You are signed in as ${email}.`
    return refuse('not_allowed', message)
  }
  switch (invitation.status) {
    case 'pending': {
      const isElevated = currentRole !== null && currentRole !== 'user'
      return { ok: true, value: { role: isElevated ? currentRole : invitation.role, isRepeated: false } }
    }
    case 'accepted':
      if (currentRole !== null) return { ok: true, value: { role: currentRole, isRepeated: true } }
      return refuse(
        'conflict',
        "This invitation was already used, and you're no longer on the app. Ask for a new one.",
      )
    case 'canceled':
      return refuse('conflict', 'This invitation was canceled. Ask for a new one.')
    case 'expired':
      return refuse('conflict', `This invitation is older than ${invitationDays} days. Ask for a new one.`)
    default:
      return invitation.status satisfies never
  }
}

interface Listed extends StoredInvitation {
  id: number
  email: string
}

/** Returns the open invitations: the newest for each address, while it is pending or expired. */
export function openInvitations<Row extends Listed>(
  invitations: readonly Row[],
  members: readonly { email: string }[],
): Row[] {
  const newest = new Map<string, Row>()
  for (const row of invitations.toSorted((a, b) => a.id - b.id)) newest.set(row.email, row)
  for (const { email } of members) newest.delete(email)
  return [...newest.values()]
    .filter(({ status }) => status === 'pending' || status === 'expired')
    .toSorted((a, b) => a.id - b.id)
}

/** Returns the newest change in a list of collaborators, which a save sends as `if_unchanged_since`. */
export function newestChange(rows: readonly { updated_at: string }[]): string {
  return rows
    .map((row) => row.updated_at)
    .reduce((newest, at) => (Date.parse(at) > Date.parse(newest) ? at : newest), new Date(0).toISOString())
}
