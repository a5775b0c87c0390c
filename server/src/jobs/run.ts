import { reasonFor } from '../logging.ts'
import type { Services } from '../services.ts'
import type { JobHandler, JobHandlers, JobKind } from './kinds.ts'
import { claimJob, failJob, finishJob, renewLease, retryJob, type Job } from './store.ts'

/** More than one, so that a slow sandbox does not hold up an email. */
const jobsAtOnce = 4

export interface RunOptions {
  /** How long a server may be silent before another one takes over its job. */
  leaseMs: number
  /** Called when the last try of a job failed, which someone has to look into. */
  onGiveUp: (error: Error, jobId: number) => void
}

/** Returns the wait before the next try: 2 s, 8 s, 32 s …, at most an hour. */
const backOffMs = (attempts: number): number => Math.min(2_000 * 4 ** (attempts - 1), 3_600_000)

const leaseEnd = ({ now }: Services, leaseMs: number): Date => new Date(now().getTime() + leaseMs)

interface WorkerPool {
  running: ReadonlySet<Promise<void>>
  isFull: () => boolean
  /** Claims due jobs and starts them, while workers are free and the server isn't stopping. */
  startDue: (isStopping: () => boolean) => Promise<void>
}

/** Creates the pool of workers in which this process runs jobs. Calls `onEnd` whenever a worker is free again. */
export function createWorkerPool(
  services: Services,
  handlers: Partial<JobHandlers>,
  options: RunOptions,
  onEnd: () => void,
): WorkerPool {
  const running = new Set<Promise<void>>()
  const isFull = () => running.size >= jobsAtOnce

  function start(job: Job): void {
    const run = runLeased(services, handlers, options, job)
      .catch((error: unknown) => {
        services.log.error({ err: error, job: job.id }, 'how a job ended could not be kept')
      })
      .finally(() => {
        running.delete(run)
        onEnd()
      })
    running.add(run)
  }

  async function startDue(isStopping: () => boolean): Promise<void> {
    while (!isFull() && !isStopping()) {
      const job = await claimJob(services.db, services.now(), leaseEnd(services, options.leaseMs))
      if (!job) return
      start(job)
    }
  }

  return { running, isFull, startDue }
}

/** Runs a job and renews its lease for as long as it takes. Only a server that went silent loses its job. */
async function runLeased(
  services: Services,
  handlers: Partial<JobHandlers>,
  options: RunOptions,
  job: Job,
): Promise<void> {
  const { leaseMs } = options
  const renew = (): void => {
    renewLease(services.db, job, leaseEnd(services, leaseMs)).catch((error: unknown) =>
      services.log.warn({ err: error, job: job.id }, 'a lease could not be renewed'),
    )
  }
  const renewing = setInterval(renew, leaseMs / 3)
  try {
    await runJob(services, handlers, options, job)
  } finally {
    clearInterval(renewing)
  }
}

async function runJob(
  services: Services,
  handlers: Partial<JobHandlers>,
  { onGiveUp }: RunOptions,
  job: Job,
): Promise<void> {
  const handler: JobHandler | undefined = handlers[job.kind as JobKind]
  try {
    if (!handler) throw new Error(`No handler for jobs of the kind ${job.kind}`)
    // Claimed once more than allowed: its last try crashed the whole server, or `giveUp` failed.
    if (job.attempts > job.max_attempts) throw new Error(job.last_error ?? 'The server died while it ran')
    await handler.run(services, job.payload)
    await finishJob(services.db, job, services.now())
  } catch (error) {
    const reason = reasonFor(error)
    const now = services.now()
    const context = { err: error, job: job.id, kind: job.kind, attempt: job.attempts }
    if (job.attempts < job.max_attempts) {
      services.log.warn(context, 'a job failed')
      await retryJob(services.db, job, new Date(now.getTime() + backOffMs(job.attempts)), reason)
      return
    }
    services.log.error(context, 'a job was given up')
    onGiveUp(error instanceof Error ? error : new Error(reason), job.id)
    await handler?.giveUp?.(services, job.payload)
    await failJob(services.db, job, now, reason)
  }
}
