import type { JobRow } from '@trestle/domain/jobs/contract.ts'
import { isJobKind, type JobKind } from '@trestle/domain/jobs/kinds.ts'
import { decideRetry } from '@trestle/domain/jobs/rules.ts'
import type { AuditActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { orNotFound, RefusalError, unwrap } from '../errors.ts'
import type { Services } from '../services.ts'
import { readPayload, type JobHandlers } from './kinds.ts'
import { presentJobs, toStatus } from './present.ts'
import { refuseUnknownKind } from './refuseUnknownKind.ts'
import { lockFailedJobs, lockJob, restartJobs, type Job } from './store.ts'

/** Runs a job as soon as possible that failed, was canceled or waits. */
export async function retryJob(
  services: Pick<Services, 'db' | 'now'>,
  handlers: JobHandlers,
  by: AuditActor,
  id: number,
): Promise<JobRow> {
  return services.db.transaction().execute(async (tx) => {
    const job = orNotFound(await lockJob(tx, id), 'Job')
    unwrap(decideRetry(toStatus(job)))
    const now = services.now()
    const hasEnded = job.finished_at !== null
    if (hasEnded && !(await reopen(tx, now, handlers, job))) {
      const message =
        'There is nothing left to retry: it was requested again or canceled, or its app was deleted.'
      throw new RefusalError({ code: 'conflict', message })
    }
    await recordAudit(tx, by, now, {
      action: 'job.retried',
      subject: { type: 'job', id },
      changes: { kind: [job.kind, job.kind], state: [job.state, 'waiting'] },
    })
    const [restarted] = await presentJobs(tx, await restartJobs(tx, [id], now))
    return orNotFound(restarted, 'Job')
  })
}

/** Retries every failed job, or those of one kind. Jobs whose work is no longer wanted stay as they are. */
export async function retryFailedJobs(
  services: Pick<Services, 'db' | 'now'>,
  handlers: JobHandlers,
  by: AuditActor,
  kind?: string,
): Promise<{ retried: number; skipped: number }> {
  return services.db.transaction().execute(async (tx) => {
    await refuseUnknownKind(tx, 'kind', kind)
    const now = services.now()
    const failed = await lockFailedJobs(tx, kind)
    const ids: number[] = []
    for (const job of failed) {
      if (await reopen(tx, now, handlers, job)) ids.push(job.id)
    }
    const restarted = await restartJobs(tx, ids, now)
    const counts = { retried: restarted.length, skipped: failed.length - restarted.length }
    if (counts.retried > 0) {
      await recordAudit(tx, by, now, {
        action: 'job.retried',
        subject: { type: 'job', id: kind || 'all' },
        changes: { failed: [failed.length, counts.skipped] },
      })
    }
    return counts
  })
}

/** Reverts what giving up the job changed. A job that this release can't read has nothing to revert. */
async function reopen(tx: Tx, now: Date, handlers: JobHandlers, job: Job): Promise<boolean> {
  return isJobKind(job.kind) ? reopenKind(tx, now, handlers, job.kind, job.payload) : true
}

async function reopenKind<Kind extends JobKind>(
  tx: Tx,
  now: Date,
  handlers: JobHandlers,
  kind: Kind,
  stored: unknown,
): Promise<boolean> {
  const { reopen: reopenHandled } = handlers[kind]
  const payload = readPayload(kind, stored)
  return reopenHandled === undefined || !payload.success || reopenHandled(tx, now, payload.data)
}
