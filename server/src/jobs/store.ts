import { sql, type Selectable } from 'kysely'
import type { Db, JobsTable } from '../db/schema.ts'

export type Job = Selectable<JobsTable>

/**
 * Adds each job unless one of its kind and key exists, whatever its status: the key makes it idempotent.
 *
 * @returns how many were added.
 */
export async function insertJobs(
  db: Db,
  jobs: {
    kind: string
    key: string
    payload: unknown
    run_at: Date
    created_at: Date
    max_attempts: number
  }[],
): Promise<number> {
  const rows = await db
    .insertInto('jobs')
    .values(jobs.map((job) => ({ ...job, payload: JSON.stringify(job.payload) })))
    .onConflict((conflict) => conflict.constraint('jobs_key_unique').doNothing())
    .returning('id')
    .execute()
  return rows.length
}

/** Claims the next due job until `lockedUntil`. Jobs whose server died while running them become due again. */
export async function claimJob(db: Db, now: Date, lockedUntil: Date): Promise<Job | undefined> {
  return db
    .updateTable('jobs')
    .set((row) => ({ state: 'running', attempts: row('attempts', '+', 1), locked_until: lockedUntil }))
    .where('id', '=', (query) =>
      query
        .selectFrom('jobs')
        .select('id')
        .where((row) =>
          row.or([
            row.and([row('state', '=', 'waiting'), row('run_at', '<=', now.toISOString())]),
            row.and([row('state', '=', 'running'), row('locked_until', '<', now.toISOString())]),
          ]),
        )
        .orderBy('run_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Renews the lease if this server still holds the job. */
export async function renewLease(db: Db, job: Job, lockedUntil: Date): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ locked_until: lockedUntil })
    .where('id', '=', job.id)
    .where('attempts', '=', job.attempts)
    .where('state', '=', 'running')
    .execute()
}

export async function finishJob(db: Db, job: Job, now: Date): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ state: 'done', finished_at: now, locked_until: null, last_error: null })
    .where('id', '=', job.id)
    .where('attempts', '=', job.attempts)
    .execute()
}

export async function retryJob(db: Db, job: Job, at: Date, error: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ state: 'waiting', run_at: at, locked_until: null, last_error: error })
    .where('id', '=', job.id)
    .where('attempts', '=', job.attempts)
    .execute()
}

export async function failJob(db: Db, job: Job, now: Date, error: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ state: 'failed', finished_at: now, locked_until: null, last_error: error })
    .where('id', '=', job.id)
    .where('attempts', '=', job.attempts)
    .execute()
}

/** Returns when the next job is due, as ISO text. */
export async function nextJobAt(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('jobs')
    .select(sql<string>`min(case state when 'waiting' then run_at else locked_until end)`.as('at'))
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  return row?.at ?? undefined
}

export async function deleteFinishedJobs(db: Db, doneBefore: Date, failedBefore: Date): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where((job) =>
      job.or([
        job.and([job('state', '=', 'done'), job('finished_at', '<', doneBefore.toISOString())]),
        job.and([job('state', '=', 'failed'), job('finished_at', '<', failedBefore.toISOString())]),
      ]),
    )
    .execute()
}
