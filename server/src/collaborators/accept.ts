import type { InvitationOffer } from '@trestle/domain/collaborators/contract.ts'
import { decideAcceptance, invitationStatus } from '@trestle/domain/collaborators/rules.ts'
import type { Actor } from '../access/actor.ts'
import { lockCaller } from '../access/lockAccount.ts'
import { confirmMailedAddress } from '../accounts/confirmEmail.ts'
import { hashToken } from '../accounts/token.ts'
import { loadInvitedApp, lockInvitedApp, type InvitedApp } from '../access/authorizedApp.ts'
import { recordAudit } from '../audit/record.ts'
import type { AppRole, Db, Tx } from '../db/schema.ts'
import { refusalError, unwrap } from '../errors.ts'
import { sendEmail } from '../mail/send.ts'
import type { Services } from '../services.ts'
import { changeInvitation, findInvitationByToken, type InvitationRow } from './invitations/store.ts'
import { createCollaborator } from './createCollaborator.ts'
import { acceptedEmail } from './emails.ts'
import { findCollaboratorByDeveloper, setRole } from './store.ts'

function deadLink(): never {
  throw refusalError(
    'not_found',
    "This invitation link doesn't exist, was replaced by a newer one, or its app was deleted.",
  )
}

/** Returns the offer of an emailed link. Anyone with the link may read it; only the invited person can accept it. */
export async function readOffer(
  { db, now }: Services,
  actor: Actor | null,
  token: string,
): Promise<InvitationOffer> {
  const { invitation, app, role } = await findOffer(db, actor, token)
  return {
    email: invitation.email,
    role: invitation.role,
    status: invitationStatus(invitation, now().getTime()),
    app_name: app.internal_name,
    invited_by: invitation.inviter_name,
    expires_at: invitation.expires_at,
    developer_app_id: role === null ? null : app.id,
  }
}

type Offer = InvitedApp & { invitation: InvitationRow }

/** An offer with the caller's current address, which may have changed since the request was authenticated. */
type LockedOffer = Offer & { email: string }

async function findOffer(db: Db, actor: Actor | null, token: string): Promise<Offer> {
  const invitation = await findInvitationByToken(db, hashToken(token))
  const invitedTo = invitation && (await loadInvitedApp(db, actor, invitation.app_id))
  return invitation && invitedTo ? { invitation, ...invitedTo } : deadLink()
}

/**
 * Locks the app first, like all callers, and the caller's account before the invitation, like its deletion. Then loads
 * the invitation again, which may have changed during the wait.
 */
async function lockOffer(tx: Tx, actor: Actor, token: string): Promise<LockedOffer> {
  const tokenHash = hashToken(token)
  const before = await findInvitationByToken(tx, tokenHash)
  const invitedTo = before && (await lockInvitedApp(tx, actor, before.app_id))
  const { email } = await lockCaller(tx, actor)
  const invitation = await findInvitationByToken(tx, tokenHash)
  return invitation && invitedTo ? { invitation, email, ...invitedTo } : deadLink()
}

/** Accepts an invitation. Having received its email proves the address. */
export function acceptOffer(
  services: Services,
  actor: Actor,
  token: string,
): Promise<{ developer_app_id: number; role: AppRole }> {
  return services.db.transaction().execute(async (tx) => {
    const { app, invitation, email, role: currentRole } = await lockOffer(tx, actor, token)
    const now = services.now()
    const { id, email: invited, role: offered } = invitation
    const status = invitationStatus(invitation, now.getTime())
    const decision = decideAcceptance({
      invitation: { email: invited, role: offered, status },
      email,
      currentRole,
    })
    const { role, isRepeated } = unwrap(decision)
    const reply = { developer_app_id: app.id, role }
    if (isRepeated) return reply
    await confirmMailedAddress(tx, services, actor, invited)
    await grantRole(tx, now, { app_id: app.id, developer_id: actor.id, role }, currentRole)
    await changeInvitation(tx, id, {
      status: 'accepted',
      accepted_by: actor.id,
      accepted_at: now,
      updated_at: now,
    })
    await recordAudit(tx, actor.audit, now, {
      action: 'invitation.accepted',
      subject: { type: 'invitation', id },
      app_id: app.id,
      changes: { status: [status, 'accepted'], role: [currentRole, role] },
    })
    const inviter = await findCollaboratorByDeveloper(tx, app.id, invitation.invited_by)
    const reader = inviter ?? (await findCollaboratorByDeveloper(tx, app.id, app.owner_id))
    if (reader) {
      const inviterName = inviter ? null : invitation.inviter_name
      const acceptance = { reader, inviterName, person: { name: actor.name, email }, role }
      await sendEmail(tx, actor.audit, now, acceptedEmail(services.settings, app, acceptance))
    }
    return reply
  })
}

async function grantRole(
  tx: Tx,
  now: Date,
  person: { app_id: number; developer_id: number; role: AppRole },
  currentRole: AppRole | null,
): Promise<void> {
  if (currentRole === null) return createCollaborator(tx, now, person)
  if (currentRole === person.role) return
  const row = await findCollaboratorByDeveloper(tx, person.app_id, person.developer_id)
  if (row) await setRole(tx, row.id, person.role, now)
}
