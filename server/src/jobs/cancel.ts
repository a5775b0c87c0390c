import { decideCancel } from '@trestle/domain/jobs/rules.ts'
import { recordAudit, unchanged } from '../audit/record.ts'
import { unwrap } from '../errors.ts'
import type { Services } from '../services.ts'
import { lockJobFor, type JobOperator } from './lockJobFor.ts'
import { toStatus } from './present.ts'
import { markCanceled } from './store.ts'

/**
 * Cancels a job. A waiting or running one gets no further attempt: its process gives it up, as after a last failed
 * attempt. A failed one is only dismissed.
 */
export async function cancelJob(
  { db, now }: Pick<Services, 'db' | 'now'>,
  by: JobOperator,
  id: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const job = await lockJobFor(tx, by, id)
    unwrap(decideCancel(toStatus(job)))
    await recordAudit(tx, by.audit, now(), {
      action: 'job.canceled',
      subject: { type: 'job', id },
      changes: { ...unchanged({ kind: job.kind }), state: [job.state, 'canceled'] },
    })
    await markCanceled(tx, id, now())
  })
}
