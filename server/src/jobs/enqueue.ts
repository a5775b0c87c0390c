import type { Tx } from '../db/schema.ts'
import type { JobKind } from './kinds.ts'
import { insertJob } from './store.ts'

/**
 * Adds a job in the transaction of the change that needs it, so that both happen or neither does.
 *
 * @returns whether the job is new: only one job is added per kind and key.
 */
export async function enqueue(
  tx: Tx,
  now: Date,
  job: { kind: JobKind; key: string; payload: unknown; delayMs?: number; maxAttempts?: number },
): Promise<boolean> {
  return insertJob(tx, {
    kind: job.kind,
    key: job.key,
    payload: job.payload,
    run_at: new Date(now.getTime() + (job.delayMs ?? 0)),
    created_at: now,
    max_attempts: job.maxAttempts ?? 5,
  })
}
