import type { JobRow } from '@trestle/domain/jobs/contract.ts'
import { jobKindLabel } from '@trestle/domain/jobs/kinds.ts'
import { namedSubject } from '@trestle/domain/jobs/rules.ts'
import type { Services } from '../services.ts'
import { cancelJob } from './cancel.ts'
import type { JobHandlers } from './kinds.ts'
import { asCommand } from './lockJobFor.ts'
import { loadJobRows } from './present.ts'
import { retryFailedJobs, retryJob } from './retry.ts'
import { listOpenJobs } from './store.ts'

const listed = 200

type OperatorServices = Pick<Services, 'db' | 'now'>
type Task = (services: OperatorServices, handlers: JobHandlers) => Promise<string>

const describeJob = (job: JobRow): string =>
  [
    `${job.id}  ${job.is_canceling ? 'canceling' : job.state}  ${job.kind} (${jobKindLabel(job.kind)}) ${namedSubject(job) ?? job.key}`,
    `attempt ${job.attempts} of ${job.max_attempts}`,
    job.next_run_at !== null && `next at ${job.next_run_at}`,
    job.last_error !== null && `last error: ${job.last_error}`,
  ]
    .filter(Boolean)
    .join(', ')

const list: Task = async ({ db }) => {
  const jobs = await listOpenJobs(db, listed + 1)
  if (jobs.length === 0) return 'No jobs are waiting, running or failed.'
  const more = jobs.length > listed ? [`Only the first ${listed} are listed.`] : []
  return [...(await loadJobRows(db, jobs.slice(0, listed))).map(describeJob), ...more].join('\n')
}

const retryAll: Task = async (services, handlers) => {
  const { retried, skipped } = await retryFailedJobs(services, handlers, asCommand)
  if (retried + skipped === 0) return 'No job has failed.'
  const messages = [
    retried === 1 && '1 job runs again as soon as a server is free.',
    retried > 1 && `${retried} jobs run again as soon as a server is free.`,
    skipped === 1 && '1 failed job has nothing left to do.',
    skipped > 1 && `${skipped} failed jobs have nothing left to do.`,
  ]
  return messages.filter(Boolean).join(' ')
}

const retryOne =
  (id: number): Task =>
  async (services, handlers) => {
    await retryJob(services, handlers, asCommand, id)
    return `Job ${id} runs as soon as a server is free.`
  }

const cancelOne =
  (id: number): Task =>
  async (services) => {
    await cancelJob(services, asCommand, id)
    return `Job ${id} is canceled.`
  }

/** Returns the task for the arguments of `npm run jobs`; undefined if they are invalid. */
export function toTask([verb, target, ...more]: string[]): Task | undefined {
  if (verb === undefined) return list
  if (target === undefined || more.length > 0) return undefined
  if (verb === 'retry' && target === 'all') return retryAll
  if (!/^[1-9]\d{0,14}$/.test(target)) return undefined
  if (verb === 'retry') return retryOne(Number(target))
  return verb === 'cancel' ? cancelOne(Number(target)) : undefined
}
