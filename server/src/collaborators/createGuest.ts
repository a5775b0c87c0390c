import { checkNotDeleted } from '@trestle/domain/apps/rules.ts'
import type { Collaborator } from '@trestle/domain/collaborators/contract.ts'
import { decideGuest } from '@trestle/domain/collaborators/rules.ts'
import type { Actor } from '../access/actor.ts'
import { lockAdminApp } from '../access/authorizedApp.ts'
import { recordAudit } from '../audit/record.ts'
import { orNotFound, throwIfRefused, unwrap } from '../errors.ts'
import { sendEmail } from '../mail/send.ts'
import type { Services } from '../services.ts'
import { createCollaborator } from './createCollaborator.ts'
import { lockPerson } from './lockPerson.ts'
import { guestAddedEmail, guestWelcomeEmail } from './emails.ts'
import { presentCollaborator, toAccountStatus } from './present.ts'
import { findCollaboratorByDeveloper, listCollaborators } from './store.ts'

/** Lets someone see an app, for staff, and notifies them and the owner (COLL-05). */
export function createGuest(
  services: Services,
  actor: Actor,
  { appId, developerId }: { appId: number; developerId: number },
): Promise<Collaborator> {
  return services.db.transaction().execute(async (tx) => {
    const app = await lockAdminApp(tx, actor, appId)
    throwIfRefused(checkNotDeleted(app))
    const person = await lockPerson(tx, developerId, 'developer_id')
    const people = await listCollaborators(tx, appId)
    const role = people.find((each) => each.developer_id === developerId)?.role ?? null
    unwrap(decideGuest({ ...toAccountStatus(person), role }))
    const now = services.now()
    await createCollaborator(tx, now, { app_id: appId, developer_id: developerId, role: 'user' })
    await recordAudit(tx, actor.audit, now, {
      action: 'collaborator.guest_added',
      subject: { type: 'developer', id: developerId },
      app_id: appId,
      changes: { role: [null, 'user'] },
    })
    await sendEmail(tx, actor.audit, now, guestWelcomeEmail(services.settings, app, person))
    const owner = people.find((each) => each.role === 'owner')
    if (owner) {
      await sendEmail(tx, actor.audit, now, guestAddedEmail(services.settings, app, { owner, guest: person }))
    }
    const guest = await findCollaboratorByDeveloper(tx, appId, developerId)
    return presentCollaborator(orNotFound(guest, 'Guest'))
  })
}
