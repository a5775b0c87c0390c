import type { Services } from '../services.ts'
import type { JobHandler, JobHandlers, JobKind } from './kinds.ts'
import { claimJob, deleteFinishedJobs, failJob, finishJob, nextJobAt, retryJob, type Job } from './store.ts'

const leaseMs = 120_000
const longestSleepMs = 5_000
const keepDoneMs = 7 * 86_400_000
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

/** Claims due jobs one after the other; any number of server processes may do so at once. */
export function startJobRunner(services: Services, handlers: JobHandlers, options = { poll: true }): JobRunner {
  const state = { stopping: false, wokenAgain: false, tidiedAt: 0 }
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  async function drain(): Promise<void> {
    if (running) {
      state.wokenAgain = true
      return running
    }
    clearTimeout(timer)
    running = runAllDue(services, handlers, state)
    try {
      await running
    } finally {
      running = undefined
    }
    if (options.poll && !state.stopping) timer = setTimeout(wake, await waitMs(services))
  }

  function wake(): void {
    drain().catch((error: unknown) => {
      services.log.error({ err: error }, 'looking for jobs failed')
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
      clearTimeout(timer)
      // A failure was logged by `wake`; stopping waits for the end, however it came.
      await running?.catch(() => undefined)
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

async function runAllDue(services: Services, handlers: JobHandlers, state: RunnerState): Promise<void> {
  do {
    state.wokenAgain = false
    for (;;) {
      if (state.stopping) return
      const now = services.now()
      // oxlint-disable-next-line no-await-in-loop -- one job after the other
      const job = await claimJob(services.db, now, new Date(now.getTime() + leaseMs))
      if (!job) break
      // oxlint-disable-next-line no-await-in-loop -- one job after the other
      await runJob(services, handlers, job)
    }
  } while (state.wokenAgain)
  const now = services.now().getTime()
  if (now - state.tidiedAt < tidyEveryMs) return
  state.tidiedAt = now
  await deleteFinishedJobs(services.db, new Date(now - keepDoneMs))
}

async function runJob(services: Services, handlers: JobHandlers, job: Job): Promise<void> {
  const handler: JobHandler | undefined = handlers[job.kind as JobKind]
  try {
    if (!handler) throw new Error(`No handler for jobs of the kind ${job.kind}`)
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
  }
}
