import { describeLocation, type Leak } from '@trestle/domain/oauth/leaks.ts'
import type { AuditActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { sendToEach } from '../mail/sendToEach.ts'
import type { Services } from '../services.ts'
import { staffAddresses } from './addresses.ts'
import { findServiceToken } from './serviceTokens/store.ts'
import { mayBeServiceToken } from './serviceToken.ts'
import { hashToken } from './token.ts'

/**
 * Emails platform admins about a service token that was found in public, with each report until it is revoked: only they
 * know when the platform's service has another one. Returns whether the leak is a valid service token.
 */
export async function reportLeakedServiceToken(
  tx: Tx,
  { now }: Pick<Services, 'now'>,
  by: AuditActor,
  leak: Leak,
): Promise<boolean> {
  const at = now()
  const token = mayBeServiceToken(leak.token) && (await findServiceToken(tx, hashToken(leak.token), at))
  if (!token) return false
  const { id, name, scopes } = token
  await recordAudit(tx, by, at, {
    action: 'service_token.reported',
    subject: { type: 'service_token', id },
    changes: {},
  })
  await sendToEach(tx, by, at, {
    kind: 'secret_leaked',
    recipients: await staffAddresses(tx),
    subject: `The service token "${name}" was found in public`,
    paragraphs: [
      `The service token "${name}" (${scopes.join(', ')}) was found ${describeLocation(leak)}. It still works, because a platform service may need it.`,
      'Ask an operator to create another token for the service, and then to revoke this one:',
      `npm run create-service-token -- --revoke ${name}`,
    ],
  })
  return true
}
