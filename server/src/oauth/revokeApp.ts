import type { Actor, AuditActor } from '../access/actor.ts'
import { refusalError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Tx } from '../db/schema.ts'
import { revokeGrants, revokeGrantsTo } from './grants/store.ts'
import { recordRevokedGrants } from './recordRevokedGrants.ts'

/** Ends an app's access for someone, with immediate effect. */
export function revokeApp({ db, now }: Services, actor: Actor, appId: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const at = now()
    const revoked = await revokeGrants(tx, { developerId: actor.id, appId }, at)
    if (revoked.length === 0) {
      throw refusalError('not_found', 'Authorized app not found. Its access may have ended already.')
    }
    await recordRevokedGrants(tx, actor.audit, at, revoked)
  })
}

/** Ends the access that someone gave apps since a time, and returns the number of apps. */
export async function revokeAppsSince(
  tx: Tx,
  { now }: Pick<Services, 'now'>,
  by: AuditActor,
  developerId: number,
  since: string,
): Promise<number> {
  const at = now()
  const revoked = await revokeGrants(tx, { developerId, since }, at)
  await recordRevokedGrants(tx, by, at, revoked)
  return new Set(revoked.map(({ app_id: appId }) => appId)).size
}

/** Ends the access that everyone gave an app. */
export async function revokeAppForAll(
  tx: Tx,
  { now }: Pick<Services, 'now'>,
  by: AuditActor,
  appId: number,
): Promise<void> {
  const at = now()
  await recordRevokedGrants(tx, by, at, await revokeGrantsTo(tx, appId, at))
}
