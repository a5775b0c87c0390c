import type { Actor, By } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { found, Refused } from '../http/errors.ts'
import { sendMail } from '../mail/send.ts'
import type { Services } from '../services.ts'
import { consumeEmailToken, issueEmailToken } from './emailToken.ts'
import { countAttempt } from './limit.ts'
import { confirmationMail } from './mails.ts'
import { asDeveloper } from './signIn.ts'
import { lockDeveloper, updateDeveloper, type DeveloperRow } from './store.ts'

/** Uses the link of the confirmation mail. */
export async function confirmEmail(services: Services, by: By, token: string): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const developer = await consumeEmailToken(tx, services, 'confirm_email', token)
    await markConfirmed(tx, services.now(), asDeveloper(by, developer.id), developer)
  })
}

/** Somebody used a link that only a mail to their address holds: that proves the address as well as a confirmation. */
export async function confirmMailedAddress(
  tx: Tx,
  { now }: Pick<Services, 'now'>,
  by: By,
  actor: Actor,
  mailedTo: string,
): Promise<void> {
  if (actor.email_confirmed) return
  const developer = found(await lockDeveloper(tx, actor.id), 'Account')
  // The account may have got another address while this call was on its way.
  if (developer.email !== mailedTo || developer.email_confirmed_at !== null) return
  await markConfirmed(tx, now(), by, developer)
}

async function markConfirmed(tx: Tx, now: Date, by: By, developer: DeveloperRow): Promise<void> {
  await updateDeveloper(tx, developer.id, { email_confirmed_at: now, updated_at: now })
  await recordAudit(tx, by, now, {
    action: 'email.confirmed',
    subject: { type: 'developer', id: developer.id },
    changes: { email_confirmed_at: [developer.email_confirmed_at, now.toISOString()] },
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
