import { decideCancel } from '@trestle/domain/jobs/rules.ts'
import type { AuditActor } from '../access/actor.ts'
import { recordAudit, unchanged } from '../audit/record.ts'
import { orNotFound, unwrap } from '../errors.ts'
import type { Services } from '../services.ts'
import { toStatus } from './present.ts'
import { lockJob, markCanceled } from './store.ts'

/**
 * Cancels a job. A waiting or running one gets no further attempt: its process gives it up, as after a last failed
 * attempt. A failed one is only dismissed.
 */
export async function cancelJob(
  { db, now }: Pick<Services, 'db' | 'now'>,
  by: AuditActor,
  id: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const job = orNotFound(await lockJob(tx, id), 'Job')
    unwrap(decideCancel(toStatus(job)))
    await recordAudit(tx, by, now(), {
      action: 'job.canceled',
      subject: { type: 'job', id },
      changes: { ...unchanged({ kind: job.kind }), state: [job.state, 'canceled'] },
    })
    await markCanceled(tx, id, now())
  })
}
