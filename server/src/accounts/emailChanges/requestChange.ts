import { emailChangeHours } from '@trestle/domain/accounts/emailChanges/rules.ts'
import { hourMs } from '@trestle/domain/time/durations.ts'
import type { Actor, AuditActor } from '../../access/actor.ts'
import type { Tx } from '../../db/schema.ts'
import { refusalError } from '../../errors.ts'
import type { BrowserClient } from '../../http/route.ts'
import { sendEmail } from '../../mail/send.ts'
import type { Services } from '../../services.ts'
import { countAttempt } from '../limit.ts'
import { lockCallerExclusively } from '../lockCallerExclusively.ts'
import { recordAccountEvent } from '../recordAccountEvent.ts'
import { findDeveloperByEmail } from '../store.ts'
import { withMinimumDuration } from '../timing.ts'
import { hashToken, makeToken } from '../token.ts'
import { changeLinkEmail, takenAddressEmail } from './emails.ts'
import { cancelPendingChanges, insertEmailChange } from './store.ts'

/** Emails a link to the new address, or notifies its owner if it is taken. The caller can't tell which. */
export async function requestEmailChange(
  services: Services,
  actor: Actor,
  client: BrowserClient,
  email: string,
): Promise<void> {
  if (email === actor.email) {
    throw refusalError('invalid_input', 'This is already the address of your account', 'email')
  }
  const { address } = client
  await countAttempt(services, { action: 'confirmation', account: String(actor.id), address })
  await withMinimumDuration(() =>
    services.db.transaction().execute(async (tx) => {
      const developer = await lockCallerExclusively(tx, actor)
      const now = services.now()
      await cancelPendingChanges(tx, actor.id, now)
      await recordAccountEvent(tx, services, actor.audit, {
        action: 'email_change.requested',
        developer_id: actor.id,
        client,
      })
      await issueLink(tx, services, actor.audit, { id: actor.id, from: developer.email, to: email })
    }),
  )
}

/** A change to a taken address stays pending like any other, but no one gets its link. */
async function issueLink(
  tx: Tx,
  services: Services,
  by: AuditActor,
  { id, from, to }: { id: number; from: string; to: string },
): Promise<void> {
  const now = services.now()
  const token = makeToken(services.random)
  await insertEmailChange(tx, {
    developer_id: id,
    old_email: from,
    new_email: to,
    requested_at: now,
    confirm_token_hash: hashToken(token),
    confirm_until: new Date(now.getTime() + emailChangeHours * hourMs),
  })
  const isTaken = (await findDeveloperByEmail(tx, to)) !== undefined
  const email = isTaken
    ? takenAddressEmail(services.settings, to)
    : changeLinkEmail(services.settings, to, token)
  await sendEmail(tx, by, now, email)
}
