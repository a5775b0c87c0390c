import type { AuditActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import type { RevokedGrant } from './grants/store.ts'

/** Records that people's grants to apps ended. */
export async function recordRevokedGrants(
  tx: Tx,
  by: AuditActor,
  at: Date,
  revoked: readonly RevokedGrant[],
): Promise<void> {
  for (const { id, environment, app_id: appId } of revoked) {
    await recordAudit(tx, by, at, {
      action: 'oauth_grant.revoked',
      subject: { type: 'oauth_grant', id },
      app_id: appId,
      changes: { environment: [environment, null] },
    })
  }
}
