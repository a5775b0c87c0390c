import type { JobKind } from '@trestle/domain/jobs/kinds.ts'
import type { Tx } from '../db/schema.ts'
import { isLowPriorityKind, jobKinds, type JobPayload } from './kinds.ts'
import { insertJobs } from './store.ts'

interface NewJob<Kind extends JobKind> {
  kind: Kind
  key: string
  payload: JobPayload<Kind>
  delayMs?: number
  /** Fewer or more attempts than the kind has by default. */
  maxAttempts?: number
  /** Whether it starts after the jobs that someone waits for, if that differs from its kind. */
  isLowPriority?: boolean
}

/**
 * Adds a job in the transaction of the change that needs it, so that both happen or neither does.
 *
 * @returns whether the job is new: only one job is added per kind and key.
 */
export async function enqueue<Kind extends JobKind>(
  tx: Tx,
  now: Date,
  { kind, key, payload, delayMs = 0, ...options }: NewJob<Kind>,
): Promise<boolean> {
  const run_at = new Date(now.getTime() + delayMs)
  const added = await insertJobs(tx, [
    {
      kind,
      key,
      payload,
      is_low_priority: options.isLowPriority ?? isLowPriorityKind(kind),
      run_at,
      created_at: now,
      max_attempts: options.maxAttempts ?? jobKinds[kind].retry.attempts,
    },
  ])
  return added > 0
}
