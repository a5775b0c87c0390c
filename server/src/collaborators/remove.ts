import { checkRemoval } from '@trestle/domain/collaborators/rules.ts'
import type { Actor } from '../access/actor.ts'
import { lockAppFor } from '../access/authorizedApp.ts'
import { recordAudit } from '../audit/record.ts'
import { orNotFound, throwIfRefused } from '../errors.ts'
import { sendEmail } from '../mail/send.ts'
import type { Services } from '../services.ts'
import { toMemberStatus } from './present.ts'
import { cancelInvitations } from './cancelInvitations.ts'
import { removedEmail } from './emails.ts'
import { deleteCollaborator, findCollaborator } from './store.ts'

const resourceName = 'Collaborator'

/** Removes someone from an app. Their next request gets 404. */
export function removeCollaborator(services: Services, actor: Actor, id: number): Promise<void> {
  return services.db.transaction().execute(async (tx) => {
    const { app_id: appId } = orNotFound(await findCollaborator(tx, id), resourceName)
    const { app, role } = await lockAppFor(tx, actor, appId, 'collaborators.edit', { resourceName })
    // Read again after the wait for the lock: another request may have removed them.
    const person = orNotFound(await findCollaborator(tx, id), resourceName)
    throwIfRefused(checkRemoval(role, toMemberStatus(person, actor.id)))
    const now = services.now()
    await deleteCollaborator(tx, id)
    // An invitation to an address of theirs would let them in again. Lists leave out those to a collaborator.
    await cancelInvitations(tx, actor.audit, now, { inviterId: person.developer_id, appId })
    await cancelInvitations(tx, actor.audit, now, { email: person.email, appId })
    await recordAudit(tx, actor.audit, now, {
      action: 'collaborator.removed',
      subject: { type: 'developer', id: person.developer_id },
      app_id: appId,
      changes: { role: [person.role, null] },
    })
    await sendEmail(tx, actor.audit, now, removedEmail(services.settings, app, { person, by: actor.name }))
  })
}
