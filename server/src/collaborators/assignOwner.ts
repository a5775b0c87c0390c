import { decideNewOwner } from '@trestle/domain/collaborators/rules.ts'
import type { AuditActor } from '../access/actor.ts'
import { lockAccount } from '../access/lockAccount.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { unwrap, RefusalError } from '../errors.ts'
import { sendMail } from '../mail/send.ts'
import type { Services } from '../services.ts'
import { createCollaborator } from './createCollaborator.ts'
import { ownershipAssignedMail, ownershipTakenMail } from './mails.ts'
import { toFutureOwner } from './present.ts'
import { findPerson, listCollaborators, setRole } from './store.ts'

interface Assignment {
  app: { id: number; internal_name: string; owner_id: number }
  ownerId: number
}

/**
 * Makes any developer the owner of an app, for staff, and keeps the old owner as an admin. The caller locks the app
 * and writes its `owner_id` in the same transaction; the database refuses a commit in which the two disagree.
 */
export async function assignOwner(
  tx: Tx,
  services: Services,
  by: AuditActor,
  { app, ownerId }: Assignment,
): Promise<{ owner_id: number }> {
  const account = await lockAccount(tx, ownerId)
  const people = await listCollaborators(tx, app.id)
  const before = people.find((person) => person.role === 'owner')
  if (!before) throw new Error(`The app ${app.id} has no owner`)
  const after = account ? await findPerson(tx, ownerId) : undefined
  if (!after) {
    const message = "This developer doesn't exist."
    throw new RefusalError({ code: 'invalid_input', message, fields: { owner_id: [message] } })
  }
  const there = people.find((person) => person.developer_id === ownerId)
  unwrap(decideNewOwner({ ...toFutureOwner(after), role: there?.role ?? null }))
  const now = services.now()
  // Demote the old owner first, because an app never has two owners.
  await setRole(tx, before.id, 'admin', now)
  if (there) await setRole(tx, there.id, 'owner', now)
  else await createCollaborator(tx, now, { app_id: app.id, developer_id: ownerId, role: 'owner' })
  await recordAudit(tx, by, now, {
    action: 'app.transferred',
    subject: { type: 'app', id: app.id },
    app_id: app.id,
    changes: { owner_id: [app.owner_id, ownerId] },
  })
  const handover = { before, after }
  await sendMail(tx, now, by, ownershipAssignedMail(services.settings, app, handover))
  await sendMail(tx, now, by, ownershipTakenMail(services.settings, app, handover))
  return { owner_id: ownerId }
}
