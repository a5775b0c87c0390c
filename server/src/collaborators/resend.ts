import type { Invitation } from '@trestle/domain/collaborators/contract.ts'
import { decideResend, invitationLifetimeMs, invitationStatus } from '@trestle/domain/collaborators/rules.ts'
import type { Actor } from '../access/actor.ts'
import { hashToken, makeToken } from '../accounts/token.ts'
import { recordAudit } from '../audit/record.ts'
import { orNotFound } from '../errors.ts'
import { sendEmail } from '../mail/send.ts'
import type { Services } from '../services.ts'
import { presentInvitation } from './present.ts'
import { changeInvitation, findInvitation } from './invitations/store.ts'
import { lockInvitation } from './lockInvitation.ts'
import { invitationEmail } from './emails.ts'
import { loadInvitationContext, requireMayInvite } from './invitationContext.ts'

/** Emails an invitation again with a new link and the full number of days. The old link stops working. */
export function resend(services: Services, actor: Actor, id: number): Promise<Invitation> {
  return services.db.transaction().execute(async (tx) => {
    const { app, invitation } = await lockInvitation(tx, actor, id)
    const { email, role } = invitation
    const now = services.now()
    const context = await loadInvitationContext(tx, services, actor, { appId: app.id, email })
    const status = invitationStatus(invitation, now.getTime())
    const isReplaced = context.live.some((row) => row.email === email && row.id !== id)
    requireMayInvite(
      decideResend({ email, status }, { member: context.member, isReplaced, emails: context.emails }),
    )
    for (const row of context.overdue.filter((other) => other.email === email && other.id !== id)) {
      await changeInvitation(tx, row.id, { status: 'expired', updated_at: now })
    }
    const token = makeToken(services.random)
    const expiresAt = new Date(now.getTime() + invitationLifetimeMs)
    await changeInvitation(tx, id, {
      status: 'pending',
      invited_by: actor.id,
      token_hash: hashToken(token),
      sent_at: now,
      sent_count: invitation.sent_count + 1,
      expires_at: expiresAt,
      updated_at: now,
    })
    const message = invitationEmail(services.settings, app, { email, role, token, inviterName: actor.name })
    await sendEmail(tx, actor.audit, now, message)
    await recordAudit(tx, actor.audit, now, {
      action: 'invitation.resent',
      subject: { type: 'invitation', id },
      app_id: app.id,
      changes: { expires_at: [invitation.expires_at, expiresAt.toISOString()] },
    })
    return presentInvitation(orNotFound(await findInvitation(tx, id), 'Invitation'), now)
  })
}
