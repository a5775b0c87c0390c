import type { JobRow } from '@trestle/domain/jobs/contract.ts'
import { isJobKind, type JobKind } from '@trestle/domain/jobs/kinds.ts'
import { decideRetry } from '@trestle/domain/jobs/rules.ts'
import { recordAudit, unchanged } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { orNotFound, refusalError, unwrap } from '../errors.ts'
import type { Services } from '../services.ts'
import { readPayload, type JobHandlers } from './kinds.ts'
import { lockJobFor, type JobOperator } from './lockJobFor.ts'
import { loadJobRows, toStatus } from './present.ts'
import { refuseUnknownKind } from './refuseUnknownKind.ts'
import { lockFailedJobs, restartJobs, type Job } from './store.ts'

/** Runs a failed, canceled or waiting job as soon as possible. */
export async function retryJob(
  services: Pick<Services, 'db' | 'now'>,
  handlers: JobHandlers,
  by: JobOperator,
  id: number,
): Promise<JobRow> {
  return services.db.transaction().execute(async (tx) => {
    const job = await lockJobFor(tx, by, id)
    unwrap(decideRetry(toStatus(job)))
    const now = services.now()
    const hasEnded = job.finished_at !== null
    if (hasEnded && (await reopen(tx, now, handlers, [job])).length === 0) {
      const message =
        'There is nothing left to retry: it was requested again or canceled, or its app was deleted.'
      throw refusalError('conflict', message)
    }
    await recordAudit(tx, by.audit, now, {
      action: 'job.retried',
      subject: { type: 'job', id },
      changes: { ...unchanged({ kind: job.kind }), state: [job.state, 'waiting'] },
    })
    const [restarted] = await loadJobRows(tx, await restartJobs(tx, [id], now))
    return orNotFound(restarted, 'Job')
  })
}

/** How many failed jobs one transaction retries. After an outage of the email server, a great many may have failed. */
const batchSize = 500

interface RetryCounts {
  retried: number
  skipped: number
}

/**
 * Retries every failed job, or those of one kind. Jobs whose work is no longer wanted are left unchanged. Each batch
 * has its own transaction: if one fails, the earlier ones still count, and the call can be repeated. The last one, or
 * the handling of a failure, records all of them as one change.
 */
export async function retryFailedJobs(
  services: Pick<Services, 'db' | 'now'>,
  handlers: JobHandlers,
  by: JobOperator,
  kind?: string,
): Promise<RetryCounts> {
  await refuseUnknownKind(services.db, 'kind', kind)
  let counts: RetryCounts = { retried: 0, skipped: 0 }
  const record = async (tx: Tx, { retried, skipped }: RetryCounts) => {
    if (retried === 0) return
    await recordAudit(tx, by.audit, services.now(), {
      action: 'job.retried',
      subject: { type: 'job', id: kind || 'all' },
      changes: { failed: [retried + skipped, skipped] },
    })
  }
  const retryAfter = (id: number) =>
    services.db.transaction().execute(async (tx) => {
      const batch = await retryBatch(tx, services.now(), handlers, by, { kind, after: id })
      const sum = { retried: counts.retried + batch.retried, skipped: counts.skipped + batch.skipped }
      if (batch.last === null) await record(tx, sum)
      return { sum, last: batch.last }
    })
  let last: number | null = 0
  try {
    while (last !== null) {
      const batch = await retryAfter(last)
      counts = batch.sum
      last = batch.last
    }
  } catch (error) {
    await services.db.transaction().execute((tx) => record(tx, counts))
    throw error
  }
  return counts
}

/**
 * Retries the failed jobs with the next higher ids. Also returns the id of the last one, or null after the last batch.
 */
async function retryBatch(
  tx: Tx,
  now: Date,
  handlers: JobHandlers,
  by: JobOperator,
  { kind, after }: { kind: string | undefined; after: number },
): Promise<RetryCounts & { last: number | null }> {
  const failed = await lockFailedJobs(tx, kind, after, batchSize)
  await by.requireRight(tx)
  const restarted = await restartJobs(tx, await reopen(tx, now, handlers, failed), now)
  return {
    retried: restarted.length,
    skipped: failed.length - restarted.length,
    last: failed.length < batchSize ? null : (failed.at(-1)?.id ?? null),
  }
}

/**
 * Reverts what giving up the jobs changed, and returns the ids of those that have something left to do. A job that this
 * release can't read has nothing to revert.
 */
async function reopen(tx: Tx, now: Date, handlers: JobHandlers, jobs: readonly Job[]): Promise<number[]> {
  const ids: number[] = []
  for (const [kind, alike] of Map.groupBy(jobs, (job) => job.kind)) {
    const open = isJobKind(kind) ? await reopenKind(tx, now, handlers, kind, alike) : alike
    ids.push(...open.map(({ id }) => id))
  }
  return ids
}

async function reopenKind<Kind extends JobKind>(
  tx: Tx,
  now: Date,
  handlers: JobHandlers,
  kind: Kind,
  jobs: readonly Job[],
): Promise<readonly Job[]> {
  const { reopen: reopenHandled } = handlers[kind]
  if (reopenHandled === undefined) return jobs
  const readable = jobs.flatMap((job) => {
    const payload = readPayload(kind, job.payload)
    return payload.success ? [{ job, payload: payload.data }] : []
  })
  const reopened = await reopenHandled(
    tx,
    now,
    readable.map(({ payload }) => payload),
  )
  const done = new Set(readable.filter((_, index) => !reopened[index]).map(({ job }) => job))
  return jobs.filter((job) => !done.has(job))
}
