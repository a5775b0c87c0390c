import type { Tx } from '../db/schema.ts'
import type { JobKind } from './kinds.ts'
import { insertJob } from './store.ts'

/**
 * Work for later, written with the change that asks for it: both happen, or neither.
 *
 * @returns whether it is new: a job of this kind and key is not asked for twice.
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
