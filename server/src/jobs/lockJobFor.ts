import { byCommand, type Actor, type AuditActor } from '../access/actor.ts'
import { requireAdmin } from '../access/lockAccount.ts'
import type { Tx } from '../db/schema.ts'
import { orNotFound } from '../errors.ts'
import { lockJob, type Job } from './store.ts'

/** The author of a change to jobs: a platform admin, or someone who runs `npm run jobs`. */
export interface JobOperator {
  audit: AuditActor
  /** Refuses a platform admin who lost that right while the change waited for a job's lock. */
  requireRight: (tx: Tx) => Promise<void>
}

export const asStaff = (actor: Actor): JobOperator => ({
  audit: actor.audit,
  requireRight: (tx) => requireAdmin(tx, actor),
})

export const asCommand: JobOperator = { audit: byCommand, requireRight: async () => {} }

/** Locks a job until the transaction ends. */
export async function lockJobFor(tx: Tx, by: JobOperator, id: number): Promise<Job> {
  const job = await lockJob(tx, id)
  await by.requireRight(tx)
  return orNotFound(job, 'Job')
}
