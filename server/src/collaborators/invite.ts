import type { createInvitation, Invitation } from '@trestle/domain/collaborators/contract.ts'
import { decideInvitation, invitationLifetimeMs } from '@trestle/domain/collaborators/rules.ts'
import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import type { Actor } from '../access/actor.ts'
import { hashToken, makeToken } from '../accounts/token.ts'
import { lockAppFor } from '../access/authorizedApp.ts'
import { recordAudit } from '../audit/record.ts'
import { orNotFound } from '../errors.ts'
import { sendEmail } from '../mail/send.ts'
import type { Services } from '../services.ts'
import { presentInvitation } from './present.ts'
import { changeInvitation, findInvitation, insertInvitation } from './invitations/store.ts'
import { invitationEmail } from './emails.ts'
import { loadInvitationContext, requireMayInvite } from './invitationContext.ts'

/** Invites an address to an app with a role and emails the link. */
export function invite(
  services: Services,
  actor: Actor,
  { developer_app_id: appId, email, role }: InputOf<typeof createInvitation>['body'],
): Promise<Invitation> {
  return services.db.transaction().execute(async (tx) => {
    const { app } = await lockAppFor(tx, actor, appId, 'collaborators.edit')
    const context = await loadInvitationContext(tx, services, actor, { appId, email })
    const isSame = (row: { email: string }) => row.email === email
    requireMayInvite(
      decideInvitation(email, {
        member: context.member,
        isInvited: context.live.some(isSame),
        pending: context.live.length,
        emails: context.emails,
      }),
    )
    const now = services.now()
    const replaced = context.overdue.find(isSame)
    if (replaced) await changeInvitation(tx, replaced.id, { status: 'expired', updated_at: now })
    const token = makeToken(services.random)
    const { id } = await insertInvitation(tx, {
      app_id: appId,
      email,
      role,
      token_hash: hashToken(token),
      invited_by: actor.id,
      sent_at: now,
      expires_at: new Date(now.getTime() + invitationLifetimeMs),
      created_at: now,
      updated_at: now,
    })
    const message = invitationEmail(services.settings, app, { email, role, token, inviterName: actor.name })
    await sendEmail(tx, actor.audit, now, message)
    await recordAudit(tx, actor.audit, now, {
      action: 'collaborator.invited',
      subject: { type: 'invitation', id },
      app_id: appId,
      changes: { email: [null, email], role: [null, role] },
    })
    return presentInvitation(orNotFound(await findInvitation(tx, id), 'Invitation'), now)
  })
}
