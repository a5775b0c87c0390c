import type { AuditSubject } from '@trestle/domain/audit/actions.ts'
import type { Actor } from '../../access/actor.ts'
import type { Changes } from '../../audit/record.ts'
import type { Tx } from '../../db/schema.ts'
import type { BrowserClient } from '../../http/route.ts'
import { sendMail, type OutgoingMail } from '../../mail/send.ts'
import type { Services } from '../../services.ts'
import { recordAccountEvent } from '../recordAccountEvent.ts'
import { renewSessionToken, type IssuedToken } from '../session.ts'

interface FactorChange {
  mail: OutgoingMail
  /** The action in the audit log and in the security log. */
  action: 'passkey.added' | 'passkey.removed' | 'totp.added' | 'totp.removed' | 'recovery_codes.created'
  subject: { type: AuditSubject; id: number }
  changes?: Changes
}

/**
 * Reports a change to someone's second factors to them and in the logs, and renews the token of their session, so that
 * a copy of the old one is worthless.
 *
 * Send the token to the browser after the transaction.
 */
export async function reportChange(
  tx: Tx,
  services: Services,
  actor: Actor,
  client: BrowserClient,
  { mail, action, ...entry }: FactorChange,
): Promise<IssuedToken | null> {
  const now = services.now()
  await sendMail(tx, actor.audit, now, mail)
  await recordAccountEvent(tx, services, actor.audit, { action, developer_id: actor.id, client, ...entry })
  return renewSessionToken(tx, services, actor, client.sessionToken ?? '')
}

/** Sends the renewed token to the browser, if this request renewed it. */
export function storeRenewed(client: BrowserClient, renewed: IssuedToken | null): void {
  if (renewed) client.setSessionToken(renewed.token, renewed.expiresAt)
}
