import type { AuditActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import type { BrowserClient } from '../http/route.ts'
import { recordSecurityEvent } from '../securityEvents/record.ts'
import type { Services } from '../services.ts'
import { revokeTokensSince as revokeRows } from './store.ts'

/** Revokes the tokens that were created for an account since a time, and returns how many still worked. */
export async function revokeTokensSince(
  tx: Tx,
  services: Services,
  client: BrowserClient,
  by: AuditActor,
  developerId: number,
  since: string,
): Promise<number> {
  const at = services.now()
  const revoked = await revokeRows(tx, { developerId, since, at })
  for (const { id, name } of revoked) {
    await recordAudit(tx, by, at, {
      action: 'personal_token.revoked',
      subject: { type: 'personal_token', id },
      changes: { revoked_at: [null, at.toISOString()] },
    })
    await recordSecurityEvent(tx, services, by, {
      kind: 'token.revoked',
      developer_id: developerId,
      client,
      details: { name },
    })
  }
  return revoked.length
}
