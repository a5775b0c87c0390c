import { checkGuestRemoval } from '@trestle/domain/collaborators/rules.ts'
import type { Actor } from '../access/actor.ts'
import { lockAdminApp } from '../access/authorizedApp.ts'
import { recordAudit } from '../audit/record.ts'
import { mayBeRemoved, orNotFound, throwIfRefused } from '../errors.ts'
import { sendEmail } from '../mail/send.ts'
import type { Services } from '../services.ts'
import { removedEmail } from './emails.ts'
import { deleteCollaborator, listCollaborators } from './store.ts'

/** Removes a guest from an app, for staff. Their next request gets 404. */
export function removeGuest(
  services: Services,
  actor: Actor,
  { id: appId, guest_id: guestId }: { id: number; guest_id: number },
): Promise<void> {
  return services.db.transaction().execute(async (tx) => {
    const app = await lockAdminApp(tx, actor, appId)
    const people = await listCollaborators(tx, appId)
    const person = orNotFound(
      people.find(({ id }) => id === guestId),
      'Guest',
      mayBeRemoved,
    )
    throwIfRefused(checkGuestRemoval(person))
    const now = services.now()
    await deleteCollaborator(tx, guestId)
    await recordAudit(tx, actor.audit, now, {
      action: 'collaborator.guest_removed',
      subject: { type: 'developer', id: person.developer_id },
      app_id: appId,
      changes: { role: [person.role, null] },
    })
    const email = removedEmail(services.settings, app, { person, by: 'Platform staff' })
    await sendEmail(tx, actor.audit, now, email)
  })
}
