import type { AuditActor } from '../access/actor.ts'
import { recordAudits, type AuditEntry } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import type { RevokedGrant } from './grants/store.ts'

/** Records that people's grants to apps ended. */
export async function recordRevokedGrants(
  tx: Tx,
  by: AuditActor,
  at: Date,
  revoked: readonly RevokedGrant[],
): Promise<void> {
  const entries = revoked.map(({ id, environment, app_id }): AuditEntry => ({
    action: 'oauth_grant.revoked',
    subject: { type: 'oauth_grant', id },
    app_id,
    changes: { environment: [environment, null] },
  }))
  await recordAudits(tx, by, at, entries)
}
