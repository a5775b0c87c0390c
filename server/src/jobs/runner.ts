import type { Services } from '../services.ts'
import type { JobHandler, JobHandlers, JobKind } from './kinds.ts'
import {
  claimJob,
  deleteFinishedJobs,
  failJob,
  finishJob,
  nextJobAt,
  renewLease,
  retryJob,
  type Job,
} from './store.ts'

const longestSleepMs = 5_000
const keepDoneMs = 7 * 86_400_000
const keepFailedMs = 90 * 86_400_000
const tidyEveryMs = 3_600_000

/** The wait before the next try: 2 s, 8 s, 32 s …, at most an hour. */
const backOffMs = (attempts: number): number => Math.min(2_000 * 4 ** (attempts - 1), 3_600_000)

export interface JobRunner {
  /** Looks for due jobs now. */
  wake: () => void
  /** Runs every due job, then returns. */
  drain: () => Promise<void>
  /** Takes no new job and waits for the running one. */
  stop: () => Promise<void>
}

interface RunnerOptions {
  /** Whether to look by itself; tests and one-off commands drain instead. */
  poll: boolean
  /** How long a server may be silent before another one takes its job over. */
  leaseMs: number
  /** Told when the last try of a job failed: that is our fault, and somebody has to know. */
  onGiveUp: (error: Error, jobId: number) => void
  /** Called at most once an hour: forgets what nobody needs any more. */
  tidy: (services: Services) => Promise<void>
}

/** Claims due jobs one after the other; any number of server processes may do so at once. */
export function startJobRunner(
  services: Services,
  handlers: JobHandlers,
  given: Partial<RunnerOptions> = {},
): JobRunner {
  const options: RunnerOptions = {
    poll: true,
    leaseMs: 120_000,
    onGiveUp: () => undefined,
    tidy: () => Promise.resolve(),
    ...given,
  }
  const state: RunnerState = { stopping: false, wokenAgain: false, tidiedAt: 0 }
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  /** Once nothing is due, sleeps until something may be. */
  async function work(): Promise<void> {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- look, sleep, look again
      await runAllDue(services, handlers, options, state)
      if (!options.poll || state.stopping) return
      // oxlint-disable-next-line no-await-in-loop -- look, sleep, look again
      const wait = await waitMs(services)
      if (!state.wokenAgain) {
        timer = setTimeout(wake, wait)
        return
      }
    }
  }

  async function drain(): Promise<void> {
    if (running) {
      state.wokenAgain = true
      return running
    }
    clearTimeout(timer)
    running = work()
    try {
      await running
    } finally {
      running = undefined
    }
  }

  function wake(): void {
    drain().catch((error: unknown) => {
      services.log.error({ err: error }, 'looking for jobs failed')
      clearTimeout(timer)
      if (!state.stopping) timer = setTimeout(wake, longestSleepMs)
    })
  }

  if (options.poll) wake()
  return {
    wake: () => {
      if (options.poll && !state.stopping) wake()
    },
    drain,
    stop: async () => {
      state.stopping = true
      // A failure was logged by `wake`; stopping waits for the end, however it came.
      await running?.catch(() => undefined)
      clearTimeout(timer)
    },
  }
}

/** Until the next job is due, at most a few seconds: another process may add one without waking us. */
async function waitMs(services: Services): Promise<number> {
  const next = await nextJobAt(services.db)
  const wait = next ? Date.parse(next) - services.now().getTime() : longestSleepMs
  return Math.max(0, Math.min(wait, longestSleepMs))
}

interface RunnerState {
  stopping: boolean
  /** Woken while working: look once more, a job may have come after the last look. */
  wokenAgain: boolean
  tidiedAt: number
}

async function runAllDue(
  services: Services,
  handlers: JobHandlers,
  options: RunnerOptions,
  state: RunnerState,
): Promise<void> {
  do {
    state.wokenAgain = false
    for (;;) {
      if (state.stopping) return
      // oxlint-disable-next-line no-await-in-loop -- one job after the other
      const job = await claimJob(services.db, services.now(), leaseEnd(services, options.leaseMs))
      if (!job) break
      // oxlint-disable-next-line no-await-in-loop -- one job after the other
      await runLeased(services, handlers, options, job)
    }
  } while (state.wokenAgain)
  const now = services.now().getTime()
  if (now - state.tidiedAt < tidyEveryMs) return
  state.tidiedAt = now
  await deleteFinishedJobs(services.db, new Date(now - keepDoneMs), new Date(now - keepFailedMs))
  await options.tidy(services)
}

const leaseEnd = ({ now }: Services, leaseMs: number): Date => new Date(now().getTime() + leaseMs)

/** While a job runs its lease goes on, however long it takes: only a server that went silent loses its job. */
async function runLeased(
  services: Services,
  handlers: JobHandlers,
  { leaseMs, onGiveUp }: RunnerOptions,
  job: Job,
): Promise<void> {
  const renew = (): void => {
    renewLease(services.db, job, leaseEnd(services, leaseMs)).catch((error: unknown) =>
      services.log.warn({ err: error, job: job.id }, 'a lease could not be renewed'),
    )
  }
  const renewing = setInterval(renew, leaseMs / 3)
  try {
    await runJob(services, handlers, onGiveUp, job)
  } finally {
    clearInterval(renewing)
  }
}

async function runJob(
  services: Services,
  handlers: JobHandlers,
  onGiveUp: RunnerOptions['onGiveUp'],
  job: Job,
): Promise<void> {
  const handler: JobHandler | undefined = handlers[job.kind as JobKind]
  try {
    if (!handler) throw new Error(`No handler for jobs of the kind ${job.kind}`)
    // Claimed once more than it may be tried: its last try took the whole server down, or it could not give up.
    if (job.attempts > job.max_attempts) throw new Error(job.last_error ?? 'The server died while it ran')
    await handler.run(services, job.payload)
    await finishJob(services.db, job, services.now())
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    services.log.warn({ err: error, job: job.id, kind: job.kind, attempt: job.attempts }, 'a job failed')
    const now = services.now()
    if (job.attempts < job.max_attempts) {
      await retryJob(services.db, job, new Date(now.getTime() + backOffMs(job.attempts)), reason)
      return
    }
    await handler?.giveUp?.(services, job.payload)
    await failJob(services.db, job, now, reason)
    onGiveUp(error instanceof Error ? error : new Error(reason), job.id)
  }
}
