import { emailChangeHours, emailUndoDays } from '@trestle/domain/accounts/emailChanges/rules.ts'
import type { EmailChange } from '@trestle/domain/accounts/emailChanges/contract.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import type { Actor } from '../../access/actor.ts'
import { requireSession } from '../../access/tokenRights.ts'
import { violates } from '../../db/constraint.ts'
import type { Tx } from '../../db/schema.ts'
import { refusalError } from '../../errors.ts'
import type { BrowserClient } from '../../http/route.ts'
import { sendEmail } from '../../mail/send.ts'
import type { Services } from '../../services.ts'
import { retireEmailTokens } from '../emailTokens/store.ts'
import { lockCallerExclusively } from '../lockCallerExclusively.ts'
import { recordAccountEvent } from '../recordAccountEvent.ts'
import { deleteSessionsFor } from '../sessions/store.ts'
import { changeDeveloper } from '../store.ts'
import { hashToken, makeToken } from '../token.ts'
import { changedAddressEmail } from './emails.ts'
import { findPendingChange, markConfirmed } from './store.ts'

const deadLink = `This link was already used, was replaced by a newer one, or is older than ${emailChangeHours} hours.`

const refuseLink = (): never => {
  throw refusalError('not_found', deadLink)
}

/** Returns the purpose of a link, which was sent to the address, so anyone who has the link may know it. */
export async function readEmailChange(
  { db, now }: Services,
  actor: Actor | null,
  token: string,
): Promise<EmailChange> {
  const change = (await findPendingChange(db, hashToken(token), now())) ?? refuseLink()
  return { new_email: change.new_email, is_own: actor?.id === change.developer_id }
}

/**
 * Changes the address of the caller's account and signs out every other browser. Emails the old address, with a link
 * that undoes the change.
 */
export async function confirmEmailChange(
  services: Services,
  actor: Actor,
  client: BrowserClient,
  token: string,
): Promise<{ email: string }> {
  return services.db.transaction().execute(async (tx) => {
    const developer = await lockCallerExclusively(tx, actor)
    const now = services.now()
    const change = await findPendingChange(tx, hashToken(token), now)
    if (change?.developer_id !== developer.id) return refuseLink()
    await setAddress(tx, now, { id: developer.id, email: change.new_email }, 'Choose a different one.')
    // Links that were sent to the old address could open the account.
    await retireEmailTokens(tx, developer.id, null, now)
    await deleteSessionsFor(tx, developer.id, requireSession(actor).id)
    const undoToken = makeToken(services.random)
    await markConfirmed(tx, change.id, {
      confirmed_at: now,
      undo_token_hash: hashToken(undoToken),
      undo_until: new Date(now.getTime() + emailUndoDays * dayMs),
    })
    const email = changedAddressEmail(services.settings, change.old_email, undoToken)
    await sendEmail(tx, actor.audit, now, email)
    await recordAccountEvent(tx, services, actor.audit, {
      action: 'email.changed',
      developer_id: developer.id,
      client,
      changes: { email: [developer.email, change.new_email] },
      details: { old_email: developer.email, new_email: change.new_email },
    })
    return { email: change.new_email }
  })
}

/** Gives the account its confirmed new address. Refuses one that another account has, and says what to do about it. */
export async function setAddress(
  tx: Tx,
  now: Date,
  { id, email }: { id: number; email: string },
  nextStep: string,
): Promise<void> {
  try {
    await changeDeveloper(tx, id, {
      email,
      email_confirmed_at: now,
      email_changed_at: now,
      updated_at: now,
    })
  } catch (error) {
    if (!violates(error, 'developers_email_unique')) throw error
    throw refusalError('conflict', `Another account now uses this email address. ${nextStep}`)
  }
}
