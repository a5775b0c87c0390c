import type { RemovedAccess } from '@trestle/domain/accounts/emailChanges/contract.ts'
import { emailUndoDays } from '@trestle/domain/accounts/emailChanges/rules.ts'
import type { AuditActor } from '../../access/actor.ts'
import { orNotFound, refusalError } from '../../errors.ts'
import type { Tx } from '../../db/schema.ts'
import type { BrowserClient } from '../../http/route.ts'
import { sendEmail } from '../../mail/send.ts'
import type { Services } from '../../services.ts'
import { supportContact } from '../../supportContact.ts'
import { freeAddress } from '../deleteBareRegistration.ts'
import { issueEmailToken } from '../emailToken.ts'
import { retireEmailTokens } from '../emailTokens/store.ts'
import { removeFactorsSince } from '../factors/removeFactorsSince.ts'
import { hashUnknownPassword } from '../password.ts'
import { recordAccountEvent } from '../recordAccountEvent.ts'
import type { EndAccessSince } from '../removedAccess.ts'
import { deleteSessionsFor } from '../sessions/store.ts'
import { changeDeveloper, lockDeveloper } from '../store.ts'
import { hashToken } from '../token.ts'
import { setAddress } from './confirmChange.ts'
import { maxNamedSecrets, undoneEmail, type ListSecretsSince } from './emails.ts'
import { cancelChangesAfter, findUndoableChange, markUndone, type EmailChangeRow } from './store.ts'

/** What an undo needs from features that refer to accounts. */
export interface UndoDependencies {
  endAccessSince: EndAccessSince
  listSecretsSince: ListSecretsSince
}

const deadLink = `This link was already used, or is older than ${emailUndoDays} days.`

const refuseLink = (): never => {
  throw refusalError('not_found', deadLink)
}

/**
 * Returns the address that a link would restore. The link was sent to that address, so anyone who has it may know the
 * address.
 */
export async function readEmailUndo({ db, now }: Services, token: string): Promise<{ old_email: string }> {
  const change = (await findUndoableChange(db, hashToken(token), now())) ?? refuseLink()
  return { old_email: change.old_email }
}

/**
 * Restores the old address for the person who has its link, because someone else may be using the account. Signs out
 * every browser, ends the password, which the other person probably knows, and removes the second factors and other
 * access that were added since the change, because the emails about them went to the new address. Later changes are
 * undone too.
 */
export async function undoEmailChange(
  services: Services,
  client: BrowserClient,
  by: AuditActor,
  token: string,
  { endAccessSince, listSecretsSince }: UndoDependencies,
): Promise<{ email: string; removed: RemovedAccess }> {
  await readEmailUndo(services, token)
  // Hash before the transaction, which must stay short.
  const passwordHash = await hashUnknownPassword(services)
  return services.db.transaction().execute(async (tx) => {
    const now = services.now()
    const found = (await findUndoableChange(tx, hashToken(token), now)) ?? refuseLink()
    const developer = orNotFound(await lockDeveloper(tx, found.developer_id), 'Account')
    // Another request may have used the link while this one waited for the lock.
    const change = (await findUndoableChange(tx, hashToken(token), now)) ?? refuseLink()
    await markUndone(tx, change.id, now)
    await cancelChangesAfter(tx, developer.id, change.id, now)
    await restoreAddress(tx, services, by, change)
    await changeDeveloper(tx, developer.id, { password_hash: passwordHash })
    await retireEmailTokens(tx, developer.id, null, now)
    await deleteSessionsFor(tx, developer.id, null)
    await recordAccountEvent(tx, services, by, {
      action: 'email_change.undone',
      developer_id: developer.id,
      client,
      changes: { email: [developer.email, change.old_email] },
      details: { old_email: developer.email, new_email: change.old_email },
    })
    const since = change.confirmed_at ?? change.requested_at
    const removed = {
      ...(await removeFactorsSince(tx, services, client, by, developer.id, since)),
      ...(await endAccessSince(tx, services, client, by, developer.id, since)),
    }
    const resetToken = await issueEmailToken(tx, services, developer.id, 'reset_password')
    const which = { developerId: developer.id, since, limit: maxNamedSecrets }
    const secrets = await listSecretsSince(tx, services, which)
    const email = undoneEmail(services.settings, change.old_email, resetToken, { removed, secrets })
    await sendEmail(tx, by, now, email)
    return { email: change.old_email, removed }
  })
}

async function restoreAddress(
  tx: Tx,
  services: Services,
  by: AuditActor,
  { developer_id, old_email }: EmailChangeRow,
): Promise<void> {
  const now = services.now()
  await freeAddress(tx, by, now, old_email)
  const nextStep = `To get your account back, contact ${supportContact(services.settings)}.`
  await setAddress(tx, now, { id: developer_id, email: old_email }, nextStep)
}
