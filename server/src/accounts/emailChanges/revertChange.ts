import { emailUndoDays } from '@trestle/domain/accounts/emailChanges/rules.ts'
import type { AuditActor } from '../../access/actor.ts'
import { recordAudit } from '../../audit/record.ts'
import { orNotFound, RefusalError } from '../../errors.ts'
import type { BrowserClient } from '../../http/route.ts'
import { sendMail } from '../../mail/send.ts'
import { recordSecurityEvent } from '../../securityEvents/record.ts'
import type { Services } from '../../services.ts'
import { retireEmailTokens } from '../emailTokens/store.ts'
import { deleteSessionsFor } from '../sessions/store.ts'
import { lockDeveloper } from '../store.ts'
import { hashToken } from '../token.ts'
import { setAddress } from './confirmChange.ts'
import { undoneMail } from './mails.ts'
import { cancelChangesAfter, findUndoableChange, markUndone } from './store.ts'

const deadLink = `This link was already used, or is older than ${emailUndoDays} days.`

const refuseLink = (): never => {
  throw new RefusalError({ code: 'not_found', message: deadLink })
}

/** Returns the address that a link would set back. It was sent to it, so anyone who has the link may know it. */
export async function readEmailUndo({ db, now }: Services, token: string): Promise<{ old_email: string }> {
  const change = (await findUndoableChange(db, hashToken(token), now())) ?? refuseLink()
  return { old_email: change.old_email }
}

/**
 * Sets the address back for the person who has the link to the old one, and signs out every browser: someone else may
 * use the account. Later changes are undone with it.
 */
export async function undoEmailChange(
  services: Services,
  client: BrowserClient,
  by: AuditActor,
  token: string,
): Promise<{ email: string }> {
  return services.db.transaction().execute(async (tx) => {
    const now = services.now()
    const found = (await findUndoableChange(tx, hashToken(token), now)) ?? refuseLink()
    const developer = orNotFound(await lockDeveloper(tx, found.developer_id), 'Account')
    // Another request may have used the link while this one waited for the lock.
    const change = (await findUndoableChange(tx, hashToken(token), now)) ?? refuseLink()
    await markUndone(tx, change.id, now)
    await cancelChangesAfter(tx, developer.id, change.id, now)
    await setAddress(tx, now, developer.id, change.old_email)
    await retireEmailTokens(tx, developer.id, null, now)
    await deleteSessionsFor(tx, developer.id, null)
    await sendMail(tx, now, by, undoneMail(services.settings, change.old_email))
    await recordAudit(tx, by, now, {
      action: 'email_change.undone',
      subject: { type: 'developer', id: developer.id },
      changes: { email: [developer.email, change.old_email] },
    })
    await recordSecurityEvent(tx, services, by, {
      kind: 'email_change.undone',
      developer_id: developer.id,
      client,
      details: { old_email: developer.email, new_email: change.old_email },
    })
    return { email: change.old_email }
  })
}
