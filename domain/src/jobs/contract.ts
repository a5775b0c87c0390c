import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import { optionalLine, pathId, timestamp } from '../http/fields.ts'
import { listFilters } from '../http/filters.ts'
import { pagingQuery } from '../http/listFields.ts'
import * as calls from './calls.ts'
import { jobStates } from './states.ts'

/** A background job. Its payload isn't shown. */
export const JobRow = z.object({
  id: z.number(),
  /** The kind of work: `mail.deliver`. Other releases may have other kinds. */
  kind: z.string(),
  /** Identifies the job within its kind: the id of the email, or the start of the interval of a scheduled job. */
  key: z.string(),
  /** The app whose sandbox or report the job is for; null for every other job. */
  app: z.object({ id: z.number(), internal_name: z.string() }).nullable(),
  /** The email that the job delivers; null for every other job. */
  email: z.object({ recipient: z.string(), subject: z.string() }).nullable(),
  state: z.enum(jobStates),
  /** Someone canceled the job, and its running attempt has not ended yet. */
  is_canceling: z.boolean(),
  attempts: z.number(),
  /** The number of attempts after which the job counts as failed. */
  max_attempts: z.number(),
  /** Why the last attempt failed, without the addresses that email servers and databases quote. */
  last_error: z.string().nullable(),
  /** When the next attempt is due; null unless the job is waiting. */
  next_run_at: timestamp.nullable(),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
})
export type JobRow = z.infer<typeof JobRow>

const byId = z.strictObject({ id: pathId })
const kind = optionalLine(100)

export const listJobs = endpoint({
  ...calls.listJobs,
  summary: 'List the background jobs, newest first',
  query: z.strictObject({
    ...pagingQuery,
    filters: listFilters(
      z.strictObject({ state: z.enum(jobStates).optional(), kind: kind.optional() }),
    ).optional(),
  }),
  reply: z.array(JobRow),
})

export const retryJob = endpoint({
  ...calls.retryJob,
  summary: 'Run a failed, canceled or waiting job as soon as possible',
  params: byId,
  reply: JobRow,
})

export const retryFailedJobs = endpoint({
  ...calls.retryFailedJobs,
  summary: 'Retry all failed jobs, or those of one kind, each with one more attempt',
  body: z.strictObject({ kind: kind.optional() }),
  /** `skipped` jobs have nothing left to do because their request was repeated or its app was deleted. */
  reply: z.object({ retried: z.number(), skipped: z.number() }),
})

export const cancelJob = endpoint({
  ...calls.cancelJob,
  summary: 'Cancel a job that has not succeeded; a running attempt is not interrupted',
  params: byId,
  success: 204,
})
