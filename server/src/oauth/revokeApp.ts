import type { Actor, AuditActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import { RefusalError } from '../errors.ts'
import type { Services } from '../services.ts'
import { revokeGrants } from './grants/store.ts'

/** Ends what an app may do for someone, at once. */
export function revokeApp({ db, now }: Services, actor: Actor, by: AuditActor, appId: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const at = now()
    const revoked = await revokeGrants(tx, { developerId: actor.id, appId }, at)
    if (revoked.length === 0)
      throw new RefusalError({
        code: 'not_found',
        message: 'Authorized app not found. Its access may have ended already.',
      })
    for (const { id, environment } of revoked) {
      await recordAudit(tx, by, at, {
        action: 'oauth_grant.revoked',
        subject: { type: 'oauth_grant', id },
        app_id: appId,
        changes: { environment: [environment, null] },
      })
    }
  })
}
