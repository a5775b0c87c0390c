import type { RevokeTokensSince } from '../accounts/emailChanges/revertChange.ts'
import { recordAudit } from '../audit/record.ts'
import { recordSecurityEvent } from '../securityEvents/record.ts'
import { revokeTokensSince as revokeRows } from './store.ts'

/** Revokes the tokens that were created for an account since a time, and returns how many still worked. */
export const revokeTokensSince: RevokeTokensSince = async (
  tx,
  services,
  { by, client },
  developerId,
  since,
) => {
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
