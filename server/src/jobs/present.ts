import type { JobRow } from '@trestle/domain/jobs/contract.ts'
import type { Job } from './store.ts'

/** Returns whether a canceled job has not ended yet. */
export const isCanceling = ({ state, canceled_at }: Job): boolean =>
  canceled_at !== null && (state === 'waiting' || state === 'running')

export const presentJob = (job: Job): JobRow => ({
  id: job.id,
  kind: job.kind,
  key: job.key,
  state: job.state,
  is_canceling: isCanceling(job),
  attempts: job.attempts,
  max_attempts: job.max_attempts,
  last_error: job.last_error,
  next_run_at: job.state === 'waiting' ? job.run_at : null,
  created_at: job.created_at,
  finished_at: job.finished_at,
})
