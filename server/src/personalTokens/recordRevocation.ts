import type { AuditActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { recordSecurityEvent, type SecurityEvent } from '../securityEvents/record.ts'
import type { Services } from '../services.ts'

interface Revocation extends Pick<SecurityEvent, 'client'> {
  id: number
  name: string
  developer_id: number
  at: Date
}

/** Records the revocation of a token in the audit log and in its owner's security log. */
export async function recordRevocation(
  tx: Tx,
  services: Services,
  by: AuditActor,
  { id, name, at, ...owner }: Revocation,
): Promise<void> {
  await recordAudit(tx, by, at, {
    action: 'personal_token.revoked',
    subject: { type: 'personal_token', id },
    changes: { revoked_at: [null, at.toISOString()] },
  })
  await recordSecurityEvent(tx, services, by, { kind: 'token.revoked', ...owner, details: { name } })
}
