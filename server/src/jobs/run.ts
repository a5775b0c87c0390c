import { isJobKind, type JobKind } from '@trestle/domain/jobs/kinds.ts'
import { hourMs } from '@trestle/domain/time/durations.ts'
import { reasonFor } from '../logging.ts'
import type { Services } from '../services.ts'
import { FinalError, parsePayload, retryFor, type JobHandlers } from './kinds.ts'
import {
  claimJob,
  endJob,
  finishJob,
  isStillHeld,
  postponeJob,
  releaseJob,
  renewLease,
  type Claimable,
  type ClaimedJob,
  type Worker,
} from './store.ts'

/** How many jobs a process runs at once. */
const jobsAtOnce = 5
/** How many of them may be of one kind, so that an email server that doesn't answer doesn't hold up sandboxes. */
const maxOfOneKind = jobsAtOnce - 1
/** How many of them may have a low priority, so that long cleanups don't hold up emails. */
const maxOfLowPriority = jobsAtOnce - 1

/** What became of an attempt to run a job: it is tried again after `retried`, and staff must look after `failed`. */
export type JobOutcome = 'done' | 'retried' | 'failed' | 'canceled'

export interface JobAttempt {
  kind: string
  outcome: JobOutcome
  seconds: number
}

export interface RunOptions {
  worker: Worker
  /** How long a server may be silent before another one takes over its job. */
  leaseMs: number
  /** Called when a job's last attempt failed, which someone must look into. */
  onGiveUp: (error: Error, jobId: number) => void
  /** Counts an attempt. */
  observe: (attempt: JobAttempt) => void
}

const longestWaitMs = hourMs

/** Returns the wait before the next attempt. For most kinds: 2 s, 8 s, 32 s …, at most an hour. */
const backOffMs = ({ kind, attempts }: ClaimedJob): number =>
  Math.min(retryFor(kind).firstWaitMs * 4 ** (attempts - 1), longestWaitMs)

interface WorkerPool {
  running: ReadonlyMap<Promise<void>, ClaimedJob>
  isFull: () => boolean
  /**
   * Claims due jobs and starts them, while workers are free and the server isn't stopping. Returns the number of
   * milliseconds until the next one may be due, if known.
   */
  startDue: (isStopping: () => boolean) => Promise<number | undefined>
  /** Returns the running jobs to the queue, for another server. */
  handOver: () => Promise<void>
}

/** Creates the pool of workers in which this process runs jobs. Calls `onEnd` whenever a worker is free again. */
export function createWorkerPool(
  services: Services,
  handlers: JobHandlers,
  options: RunOptions,
  onEnd: () => void,
): WorkerPool {
  const running = new Map<Promise<void>, ClaimedJob>()
  const isFull = () => running.size >= jobsAtOnce

  /** Returns which jobs may run in addition to the running ones. */
  function findClaimable(): Claimable {
    const jobs = [...running.values()]
    const ofLowPriority = jobs.filter((job) => job.is_low_priority)
    const byKind = [...Map.groupBy(jobs, ({ kind }) => kind)]
    return {
      lowPriority: ofLowPriority.length < maxOfLowPriority,
      exceptKinds: byKind.filter(([, alike]) => alike.length >= maxOfOneKind).map(([kind]) => kind),
    }
  }

  function start(job: ClaimedJob): void {
    const run = runLeased(services, handlers, options, job)
      .catch((error: unknown) => {
        services.log.error({ err: error, job: job.id }, "could not save the job's result")
      })
      .finally(() => {
        running.delete(run)
        onEnd()
      })
    running.set(run, job)
  }

  async function startDue(isStopping: () => boolean): Promise<number | undefined> {
    while (!isFull() && !isStopping()) {
      const found = await claimJob(services.db, services.now(), options, findClaimable())
      if (!('job' in found)) return found.waitMs
      start(found.job)
    }
    return undefined
  }

  async function handOver(): Promise<void> {
    for (const job of running.values()) {
      services.log.warn({ job: job.id, kind: job.kind }, 'handed over a job that was still running')
      await releaseJob(services.db, job, services.now())
    }
  }

  return { running, isFull, startDue, handOver }
}

/** Runs a job and renews its lease for as long as it takes. Only a server that went silent loses its job. */
async function runLeased(
  services: Services,
  handlers: JobHandlers,
  options: RunOptions,
  job: ClaimedJob,
): Promise<void> {
  const { leaseMs } = options
  const renew = (): void => {
    renewLease(services.db, job, leaseMs).catch((error: unknown) =>
      services.log.warn({ err: error, job: job.id }, "could not renew a job's lease"),
    )
  }
  const renewing = setInterval(renew, leaseMs / 3)
  const startedAt = performance.now()
  try {
    const outcome = await runJob(services, handlers, options, job)
    options.observe({ kind: job.kind, outcome, seconds: (performance.now() - startedAt) / 1000 })
  } finally {
    clearInterval(renewing)
  }
}

interface Work {
  run: () => Promise<void>
  giveUp: () => Promise<void>
}

/** Joins a stored job with its handler. Throws if this release doesn't know the kind or can't read the payload. */
function prepare(services: Services, handlers: JobHandlers, { kind, payload }: ClaimedJob): Work {
  if (!isJobKind(kind)) throw new Error(`No handler for jobs of the kind ${kind}`)
  return prepareKind(services, handlers, kind, payload)
}

function prepareKind<Kind extends JobKind>(
  services: Services,
  handlers: JobHandlers,
  kind: Kind,
  stored: unknown,
): Work {
  const handler = handlers[kind]
  const payload = parsePayload(kind, stored)
  return {
    run: () => handler.run(services, payload),
    giveUp: async () => handler.giveUp?.(services, payload),
  }
}

async function runJob(
  services: Services,
  handlers: JobHandlers,
  { onGiveUp }: RunOptions,
  job: ClaimedJob,
): Promise<JobOutcome> {
  let work: Work | undefined
  try {
    work = prepare(services, handlers, job)
    if (job.canceled_at !== null) {
      await endCanceled(services, work, job)
      return 'canceled'
    }
    // Claimed once more than allowed: its last attempt crashed the whole server, or `giveUp` failed.
    if (job.attempts > job.max_attempts) {
      throw new Error(job.last_error ?? 'The server stopped while the job ran')
    }
    await work.run()
    await finishJob(services.db, job, services.now())
    return 'done'
  } catch (error) {
    const willRetry = job.attempts < job.max_attempts && !(error instanceof FinalError)
    if (willRetry) await postpone(services, job, error)
    else await giveUp(services, job, error, { work, onGiveUp })
    return willRetry ? 'retried' : 'failed'
  }
}

async function endCanceled(services: Services, work: Work, job: ClaimedJob): Promise<void> {
  await work.giveUp()
  await endJob(services.db, job, services.now(), job.last_error)
}

const failureContext = ({ id, kind, attempts }: ClaimedJob, error: unknown) => ({
  err: error,
  job: id,
  kind,
  attempt: attempts,
})

async function postpone({ db, log, now }: Services, job: ClaimedJob, error: unknown): Promise<void> {
  log.warn(failureContext(job, error), 'a job failed')
  const failedAt = now()
  const at = new Date(failedAt.getTime() + backOffMs(job))
  await postponeJob(db, job, { at, now: failedAt, error: reasonFor(error) })
}

/** Ends a job that failed for the last time. Without `work`, this release can't run it. */
async function giveUp(
  { db, log, now }: Services,
  job: ClaimedJob,
  error: unknown,
  { work, onGiveUp }: { work: Work | undefined; onGiveUp: RunOptions['onGiveUp'] },
): Promise<void> {
  const failedAt = now()
  if (!(await isStillHeld(db, job))) {
    log.warn(failureContext(job, error), 'a job failed after it was handed over')
    return
  }
  log.error(failureContext(job, error), 'a job failed for the last time')
  const reason = reasonFor(error)
  onGiveUp(error instanceof Error ? error : new Error(reason), job.id)
  await work?.giveUp()
  await endJob(db, job, failedAt, reason)
}
