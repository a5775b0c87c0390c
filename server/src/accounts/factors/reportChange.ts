import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/schema.ts'
import type { BrowserClient } from '../../http/route.ts'
import { sendEmail, type OutgoingEmail } from '../../mail/send.ts'
import type { Services } from '../../services.ts'
import { recordAccountEvent, type AccountEvent } from '../recordAccountEvent.ts'
import { renewSessionToken, type IssuedToken } from '../session.ts'

interface FactorChange extends Pick<AccountEvent, 'action' | 'subject' | 'changes'> {
  email: OutgoingEmail
}

/** Reports a change to someone's second factors to them and in the logs. */
export async function reportChange(
  tx: Tx,
  services: Services,
  actor: Actor,
  client: BrowserClient,
  { email, ...event }: FactorChange,
): Promise<void> {
  await sendEmail(tx, actor.audit, services.now(), email)
  await recordAccountEvent(tx, services, actor.audit, { developer_id: actor.id, client, ...event })
}

/**
 * Reports a change like `reportChange`, and renews the token of the caller's session, so that a copy of the old one is
 * worthless.
 *
 * Pass the token to `storeRenewed` after the transaction.
 */
export async function reportAndRenew(
  tx: Tx,
  services: Services,
  actor: Actor,
  client: BrowserClient,
  change: FactorChange,
): Promise<IssuedToken | null> {
  await reportChange(tx, services, actor, client, change)
  return renewSessionToken(tx, services, actor, client)
}
