import { invitationDays } from '@trestle/domain/collaborators/rules.ts'
import { appAddress, pageAddress } from '@trestle/domain/routes.ts'
import type { AppRole } from '../db/schema.ts'
import type { OutgoingEmail } from '../mail/send.ts'
import { writeText, type MailSettings } from '../mail/writeText.ts'

interface App {
  id: number
  internal_name: string
}

const wordJoiner = '\u2060'

/**
 * Quotes a user-typed name for an email to someone who may not know its author: on one line, in quotes, and never a
 * link. Email clients turn anything that looks like an address into a link, so a word joiner follows each character
 * that causes this.
 */
export function quotedName(typed: string): string {
  const line = typed.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return `"${line.replace(/[.:/@](?=\S)/g, (sign) => sign + wordJoiner)}"`
}

const roleNames: Record<AppRole, string> = {
  owner: 'Owner',
  admin: 'Admin',
  developer: 'Developer',
  user: 'User',
}

const roleMeanings: Record<'admin' | 'developer', string> = {
  admin: 'Admins can change the settings, versions, secrets and collaborators of the app.',
  developer:
    "Developers can see everything in the app, including its credentials, but can't change what the team shares.",
}

interface Offer {
  email: string
  role: 'admin' | 'developer'
  token: string
  inviterName: string
}

/** The recipient may know neither the inviter nor us, so the subject contains no user-typed text. */
export const invitationEmail = (settings: MailSettings, app: App, offer: Offer): OutgoingEmail => ({
  kind: 'invitation',
  recipient: offer.email,
  subject: `You are invited to work on an app on ${settings.PLATFORM_NAME}`,
  body: writeText(
    `${quotedName(offer.inviterName)} invites you to work on the app ${quotedName(app.internal_name)} on the ${settings.PLATFORM_NAME} developer portal, with the role ${roleNames[offer.role]}.`,
    roleMeanings[offer.role],
    'Open this link to accept. If you have no account with this address yet, you can create one there:',
    `${settings.PUBLIC_URL}${pageAddress('invitation', { token: offer.token })}`,
    `The link works for ${invitationDays} days, and only for ${offer.email}.`,
    "If you didn't expect this, ignore this email. Nothing happens unless you accept.",
  ),
})

interface Reader {
  email: string
  name: string
}

const appPage = (settings: MailSettings, app: App): string => `${settings.PUBLIC_URL}${appAddress(app.id)}`

interface Acceptance {
  reader: Reader
  /** The name of the person who sent the invitation; null for the reader. */
  inviterName: string | null
  person: Reader
  role: AppRole
}

/** Tells the inviter or, if they have left the app, its owner. */
export const acceptedEmail = (
  settings: MailSettings,
  app: App,
  { reader, inviterName, person, role }: Acceptance,
): OutgoingEmail => ({
  kind: 'invitation_accepted',
  recipient: reader.email,
  subject: `${person.name} accepted ${inviterName === null ? 'your' : 'an'} invitation to ${app.internal_name}`,
  body: writeText(
    `Hello ${reader.name},`,
    `${person.name} (${person.email}) accepted ${inviterName === null ? 'your invitation' : `the invitation of ${inviterName}, who has left the team,`} to the app ${app.internal_name}, with the role ${roleNames[role]}.`,
    `The app:\n${appPage(settings, app)}`,
  ),
})

export const roleChangedEmail = (
  settings: MailSettings,
  app: App,
  change: { person: Reader; before: AppRole; after: AppRole; by: string },
): OutgoingEmail => ({
  kind: 'role_changed',
  recipient: change.person.email,
  subject: `Your role on ${app.internal_name} is now ${roleNames[change.after]}`,
  body: writeText(
    `Hello ${change.person.name},`,
    `${change.by} changed your role on the app ${app.internal_name} from ${roleNames[change.before]} to ${roleNames[change.after]}.`,
    `The app:\n${appPage(settings, app)}`,
  ),
})

export const removedEmail = (
  settings: MailSettings,
  app: App,
  change: { person: Reader; by: string },
): OutgoingEmail => ({
  kind: 'collaborator_removed',
  recipient: change.person.email,
  subject: `You no longer work on ${app.internal_name}`,
  body: writeText(
    `Hello ${change.person.name},`,
    `${change.by} removed you from the app ${app.internal_name}. It's no longer in your list of apps:`,
    `${settings.PUBLIC_URL}${pageAddress('apps')}`,
  ),
})

export const guestWelcomeEmail = (settings: MailSettings, app: App, guest: Reader): OutgoingEmail => ({
  kind: 'guest_added',
  recipient: guest.email,
  subject: `You can now see ${app.internal_name}`,
  body: writeText(
    `Hello ${guest.name},`,
    `Platform staff added you as a guest to the app ${app.internal_name}. You can see the app, its versions and its listing, but no secrets, and you can't change anything.`,
    `The app:\n${appPage(settings, app)}`,
  ),
})

export const guestAddedEmail = (
  settings: MailSettings,
  app: App,
  { owner, guest }: { owner: Reader; guest: Reader },
): OutgoingEmail => ({
  kind: 'guest_added',
  recipient: owner.email,
  subject: `${guest.name} can now see ${app.internal_name}`,
  body: writeText(
    `Hello ${owner.name},`,
    `Platform staff added ${guest.name} (${guest.email}) as a guest to your app ${app.internal_name}. Guests can see the app, its versions and its listing, but no secrets, and they can't change anything. You can remove them here:`,
    `${settings.PUBLIC_URL}${appAddress(app.id, 'collaborators')}`,
    `If you didn't expect this, contact support:\n${settings.SUPPORT_URL}`,
  ),
})

interface OwnershipTransfer {
  before: Reader
  after: Reader
}

export const ownershipReceivedEmail = (
  settings: MailSettings,
  app: App,
  { before, after }: OwnershipTransfer,
): OutgoingEmail => ({
  kind: 'ownership_received',
  recipient: after.email,
  subject: `You now own ${app.internal_name}`,
  body: writeText(
    `Hello ${after.name},`,
    `${before.name} transferred the app ${app.internal_name} to you. You now own it, so only you can delete or transfer it. ${before.name} stays on it as an admin.`,
    `The app:\n${appPage(settings, app)}`,
  ),
})

export const ownershipTransferredEmail = (
  settings: MailSettings,
  app: App,
  { before, after }: OwnershipTransfer,
): OutgoingEmail => ({
  kind: 'ownership_given',
  recipient: before.email,
  subject: `${app.internal_name} has a new owner`,
  body: writeText(
    `Hello ${before.name},`,
    `You transferred the app ${app.internal_name} to ${after.name}, who now owns it. You stay on it as an admin.`,
    `The app:\n${appPage(settings, app)}`,
    "If this wasn't you, choose a new password immediately, which signs out every browser, and contact us. Only the new owner or platform staff can transfer the app back:",
    `${settings.PUBLIC_URL}${pageAddress('forgotPassword')}`,
    settings.SUPPORT_URL,
  ),
})

/** Staff can also assign a new owner to a deleted app, whose pages don't open. */
type AssignedApp = App & { deleted_at: string | null }

const assignedAppPage = (settings: MailSettings, app: AssignedApp): string =>
  app.deleted_at === null
    ? `The app:\n${appPage(settings, app)}`
    : 'The app is deleted. Only platform staff can undelete it.'

const describePreviousOwner = (before: Reader | null): string =>
  before
    ? `${before.name} (${before.email}), the previous owner, stays on it as an admin.`
    : 'The previous owner deleted their account.'

/** `before` is null if the previous owner deleted their account. */
export const ownershipAssignedEmail = (
  settings: MailSettings,
  app: AssignedApp,
  { before, after }: { before: Reader | null; after: Reader },
): OutgoingEmail => ({
  kind: 'ownership_received',
  recipient: after.email,
  subject: `You now own ${app.internal_name}`,
  body: writeText(
    `Hello ${after.name},`,
    `Platform staff made you the owner of the app ${app.internal_name}. Only you can now delete or transfer it. ${describePreviousOwner(before)}`,
    assignedAppPage(settings, app),
    `If you didn't expect this, contact support:\n${settings.SUPPORT_URL}`,
  ),
})

export const ownershipTakenEmail = (
  settings: MailSettings,
  app: AssignedApp,
  { before, after }: OwnershipTransfer,
): OutgoingEmail => ({
  kind: 'ownership_given',
  recipient: before.email,
  subject: `${app.internal_name} has a new owner`,
  body: writeText(
    `Hello ${before.name},`,
    `Platform staff made ${after.name} (${after.email}) the owner of the app ${app.internal_name}, which you owned. You stay on it as an admin.`,
    assignedAppPage(settings, app),
    `If you didn't expect this, contact support:\n${settings.SUPPORT_URL}`,
  ),
})
