import { decideNewOwner } from '@trestle/domain/collaborators/rules.ts'
import type { AuditActor } from '../access/actor.ts'
import { lockAccount } from '../access/lockAccount.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { unwrap } from '../errors.ts'
import { sendEmail } from '../mail/send.ts'
import type { Services } from '../services.ts'
import { createCollaborator } from './createCollaborator.ts'
import { lockPerson } from './lockPerson.ts'
import { ownershipAssignedEmail, ownershipTakenEmail } from './emails.ts'
import { toAccountStatus } from './present.ts'
import { deleteCollaborator, listCollaborators, setRole } from './store.ts'

interface Assignment {
  app: { id: number; internal_name: string; owner_id: number; deleted_at: string | null }
  ownerId: number
}

/**
 * Makes any developer the owner of an app, for staff, and keeps the old owner as an admin unless they deleted their
 * account. The caller locks the app and writes its `owner_id` in the same transaction; the database refuses a commit in
 * which the two disagree.
 */
export async function assignOwner(
  tx: Tx,
  services: Services,
  by: AuditActor,
  { app, ownerId }: Assignment,
): Promise<{ owner_id: number }> {
  // The owner of a deleted app can delete their account at the same time. Lock both in the order of their ids.
  for (const id of [app.owner_id, ownerId].toSorted((a, b) => a - b)) await lockAccount(tx, id)
  const after = await lockPerson(tx, ownerId, 'owner_id')
  const people = await listCollaborators(tx, app.id)
  const before = people.find((person) => person.role === 'owner')
  if (!before) throw new Error(`The app ${app.id} has no owner`)
  const there = people.find((person) => person.developer_id === ownerId)
  unwrap(decideNewOwner({ ...toAccountStatus(after), role: there?.role ?? null }))
  const now = services.now()
  const remaining = (await lockAccount(tx, before.developer_id)) ? before : null
  // Demote or remove the old owner first, because an app never has two owners.
  if (remaining) await setRole(tx, before.id, 'admin', now)
  else await deleteCollaborator(tx, before.id)
  if (there) await setRole(tx, there.id, 'owner', now)
  else await createCollaborator(tx, now, { app_id: app.id, developer_id: ownerId, role: 'owner' })
  await recordAudit(tx, by, now, {
    action: 'app.transferred',
    subject: { type: 'app', id: app.id },
    app_id: app.id,
    changes: { owner_id: [app.owner_id, ownerId] },
  })
  const { settings } = services
  await sendEmail(tx, by, now, ownershipAssignedEmail(settings, app, { before: remaining, after }))
  if (remaining) {
    await sendEmail(tx, by, now, ownershipTakenEmail(settings, app, { before: remaining, after }))
  }
  return { owner_id: ownerId }
}
