import type { JobKind } from '@trestle/domain/jobs/kinds.ts'
import type { Db, Tx } from '../db/schema.ts'
import { isLowPriorityKind, jobKinds, type JobPayload } from './kinds.ts'
import { insertJobs } from './store.ts'

interface NewJob<Kind extends JobKind> {
  kind: Kind
  key: string
  payload: JobPayload<Kind>
  delayMs?: number
  /** The number of attempts, if it differs from the kind's default. */
  maxAttempts?: number
  /** Whether it starts after the jobs that someone is waiting for, if that differs from its kind's default. */
  isLowPriority?: boolean
}

/**
 * Adds a job in the transaction of the change that needs it, so that both happen or neither does.
 *
 * @returns whether the job is new: only one job is added per kind and key.
 */
export async function enqueue<Kind extends JobKind>(tx: Tx, now: Date, job: NewJob<Kind>): Promise<boolean> {
  return (await enqueueAll(tx, now, [job])) > 0
}

/** Adds several jobs like `enqueue`, in one statement. Returns how many are new. */
export async function enqueueAll<Kind extends JobKind>(
  tx: Tx,
  now: Date,
  jobs: readonly NewJob<Kind>[],
): Promise<number> {
  if (jobs.length === 0) return 0
  return insertJobs(
    tx,
    jobs.map((job) => toRow(now, job)),
  )
}

/** Adds scheduled jobs, each under the start of its interval, unless another process has added them. */
export async function enqueueScheduled(
  db: Db,
  now: Date,
  due: readonly { kind: JobKind; slot: Date }[],
): Promise<void> {
  await insertJobs(
    db,
    due.map(({ kind, slot }) => toRow(now, { kind, key: slot.toISOString(), payload: {} })),
  )
}

const toRow = <Kind extends JobKind>(
  now: Date,
  { kind, key, payload, delayMs = 0, ...options }: NewJob<Kind>,
) => ({
  kind,
  key,
  payload,
  is_low_priority: options.isLowPriority ?? isLowPriorityKind(kind),
  run_at: new Date(now.getTime() + delayMs),
  created_at: now,
  max_attempts: options.maxAttempts ?? jobKinds[kind].retry.attempts,
})
