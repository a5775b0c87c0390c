import type { BucketChange } from '@trestle/domain/quotas/contract.ts'
import type { Actor } from '../access/actor.ts'
import { orNotFound, refusalError, requireUnchanged } from '../errors.ts'
import type { Services } from '../services.ts'
import { findChange } from './changes/store.ts'
import { presentChange, requireServer, toState } from './present.ts'
import { isUnchanged, lockForStaff, recordChange, refuseSecond, templatesFor } from './recordChange.ts'
import { changeBucket } from './store.ts'

/** Restores a bucket to its state before a change: undeletes it, deletes it, or sets its earlier limits. */
export function revertChange(
  services: Services,
  actor: Actor,
  { server, id }: { server: string; id: number },
  { reason, if_unchanged_since: since }: { reason: string; if_unchanged_since?: string | undefined },
): Promise<BucketChange> {
  requireServer(services, server)
  return services.db.transaction().execute(async (tx) => {
    const { bucket_id, before: target } = orNotFound(await findChange(tx, server, id), 'Change')
    const row = orNotFound(await lockForStaff(tx, actor, { server, id: bucket_id }), 'Bucket')
    await requireUnchanged(row.updated_at, since, () => undefined)
    const before = row.deleted_at === null ? toState(row) : null
    if (isUnchanged(before, target)) {
      throw refusalError('conflict', 'The bucket already has its state from before this change.')
    }
    const at = services.now()
    const limits = target && {
      ...target,
      bucket_templates: templatesFor(server, target.bucket_templates),
    }
    const restored = { ...limits, updated_at: at, deleted_at: limits ? null : at }
    await refuseSecond({ ...row, ...target }, changeBucket(tx, bucket_id, restored))
    const revert = { kind: 'reverted' as const, before, after: target, reason, reverts: id }
    const changeId = await recordChange(tx, actor, { at, row, ...revert })
    return presentChange(orNotFound(await findChange(tx, server, changeId), 'Change'))
  })
}
