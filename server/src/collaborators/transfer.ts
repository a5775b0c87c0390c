import { checkTransfer, checkOwnerIsReachable } from '@trestle/domain/collaborators/rules.ts'
import type { Actor } from '../access/actor.ts'
import { lockAccount } from '../access/lockAccount.ts'
import { recordAudit } from '../audit/record.ts'
import type { AppRole, Tx } from '../db/schema.ts'
import { orNotFound, refusalError, throwIfRefused } from '../errors.ts'
import { sendEmail } from '../mail/send.ts'
import type { Services } from '../services.ts'
import { toAccountStatus, toMemberStatus } from './present.ts'
import { ownershipTransferredEmail, ownershipReceivedEmail } from './emails.ts'
import { findPerson, listCollaborators, setRole } from './store.ts'

interface Transfer {
  app: { id: number; internal_name: string; owner_id: number }
  role: AppRole
  ownerId: number
}

/**
 * Swaps the roles of an app's old and new owner (COLL-17). The caller locks the app and writes its `owner_id` in
 * the same transaction; the database refuses a commit in which the two disagree.
 */
export async function transfer(
  tx: Tx,
  services: Services,
  actor: Actor,
  { app, role, ownerId }: Transfer,
): Promise<{ owner_id: number }> {
  // Locked before their role is read, because deleting their account ends the role and suspending it makes the role
  // unusable.
  await lockAccount(tx, ownerId)
  const people = await listCollaborators(tx, app.id)
  const before = people.find((person) => person.role === 'owner')
  const after = people.find((person) => person.developer_id === ownerId)
  if (!before) throw new Error(`The app ${app.id} has no owner`)
  if (!after) {
    throw refusalError('invalid_input', 'Only a collaborator of this app can become its owner.', 'owner_id')
  }
  throwIfRefused(checkTransfer(role, toMemberStatus(after, actor.id)))
  const account = orNotFound(await findPerson(tx, ownerId), 'Developer')
  throwIfRefused(checkOwnerIsReachable(toAccountStatus(account)))
  const { settings, now } = services
  const at = now()
  // Demote the old owner first, because an app never has two owners.
  await setRole(tx, before.id, 'admin', at)
  await setRole(tx, after.id, 'owner', at)
  await recordAudit(tx, actor.audit, at, {
    action: 'app.transferred',
    subject: { type: 'app', id: app.id },
    app_id: app.id,
    changes: { owner_id: [app.owner_id, ownerId] },
  })
  await sendEmail(tx, actor.audit, at, ownershipReceivedEmail(settings, app, { before, after }))
  await sendEmail(tx, actor.audit, at, ownershipTransferredEmail(settings, app, { before, after }))
  return { owner_id: ownerId }
}
