import type { Invitation } from '@trestle/domain/collaborators/contract.ts'
import { decideCancel, invitationStatus } from '@trestle/domain/collaborators/rules.ts'
import type { Actor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import { unwrap } from '../errors.ts'
import type { Services } from '../services.ts'
import { presentInvitation } from './present.ts'
import { changeInvitation } from './invitations/store.ts'
import { lockInvitation } from './lockInvitation.ts'

/** Cancels an invitation, so that its link stops working (COLL-12). */
export function cancel(services: Services, actor: Actor, id: number): Promise<Invitation> {
  return services.db.transaction().execute(async (tx) => {
    const { app, invitation } = await lockInvitation(tx, actor, id)
    const now = services.now()
    const status = invitationStatus(invitation, now.getTime())
    const { changes } = unwrap(decideCancel(status))
    if (!changes) return presentInvitation(invitation, now)
    await changeInvitation(tx, id, { status: 'canceled', updated_at: now })
    await recordAudit(tx, actor.audit, now, {
      action: 'invitation.canceled',
      subject: { type: 'invitation', id },
      app_id: app.id,
      changes: { status: [status, 'canceled'] },
    })
    return presentInvitation({ ...invitation, status: 'canceled', updated_at: now.toISOString() }, now)
  })
}
