import type { Actor, By } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import { found, Refused } from '../http/errors.ts'
import { sendMail } from '../mail/send.ts'
import type { Services } from '../services.ts'
import { consumeEmailToken, issueEmailToken } from './emailToken.ts'
import { countAttempt } from './limit.ts'
import { confirmationMail } from './mails.ts'
import { asDeveloper } from './signIn.ts'
import { lockDeveloper, updateDeveloper } from './store.ts'

/** Uses the link of the confirmation mail. */
export async function confirmEmail(services: Services, by: By, token: string): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const developer = await consumeEmailToken(tx, services, 'confirm_email', token)
    const now = services.now()
    await updateDeveloper(tx, developer.id, { email_confirmed_at: now, updated_at: now })
    await recordAudit(tx, asDeveloper(by, developer.id), now, {
      action: 'email.confirmed',
      subject: { type: 'developer', id: developer.id },
      changes: { email_confirmed_at: [developer.email_confirmed_at, now.toISOString()] },
    })
  })
}

/** Sends the confirmation mail again; the links of earlier ones stop working. */
export async function resendConfirmation(
  services: Services,
  actor: Actor,
  address: string,
  by: By,
): Promise<void> {
  await countAttempt(services, { action: 'confirmation', account: String(actor.id), address })
  await services.db.transaction().execute(async (tx) => {
    const developer = found(await lockDeveloper(tx, actor.id), 'Account')
    if (developer.email_confirmed_at !== null) {
      throw new Refused({ code: 'conflict', message: 'Your e-mail address is confirmed already.' })
    }
    const token = await issueEmailToken(tx, services, developer.id, 'confirm_email')
    await sendMail(tx, services.now(), confirmationMail(services.settings, developer.email, token))
    await recordAudit(tx, by, services.now(), {
      action: 'email_confirmation.requested',
      subject: { type: 'developer', id: developer.id },
    })
  })
}
