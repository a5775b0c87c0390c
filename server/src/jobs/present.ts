import type { JobRow } from '@trestle/domain/jobs/contract.ts'
import type { Db } from '../db/schema.ts'
import { findJobApps, findJobEmails, type Job } from './store.ts'

/** Returns whether a canceled job has not ended yet. */
const isCanceling = ({ state, canceled_at }: Job): boolean =>
  canceled_at !== null && (state === 'waiting' || state === 'running')

/** Returns the fields that the rules need to decide what can be done with a job. */
export const toStatus = (job: Job): Pick<JobRow, 'kind' | 'state' | 'is_canceling'> => ({
  kind: job.kind,
  state: job.state,
  is_canceling: isCanceling(job),
})

/** Loads the apps and emails that jobs are for, and returns the jobs as rows with them. */
export async function loadJobRows(db: Db, jobs: readonly Job[]): Promise<JobRow[]> {
  const ids = jobs.map(({ id }) => id)
  const apps = await findJobApps(db, ids)
  const emails = await findJobEmails(db, ids)
  return jobs.map((job) =>
    presentJob(job, { app: apps.get(job.id) ?? null, email: emails.get(job.id) ?? null }),
  )
}

const presentJob = (job: Job, subject: Pick<JobRow, 'app' | 'email'>): JobRow => ({
  id: job.id,
  key: job.key,
  ...subject,
  ...toStatus(job),
  attempts: job.attempts,
  max_attempts: job.max_attempts,
  last_error: job.last_error,
  next_run_at: job.state === 'waiting' ? job.run_at : null,
  created_at: job.created_at,
  finished_at: job.finished_at,
})
