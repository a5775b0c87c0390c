import type { Services } from '../services.ts'
import type { JobHandlers } from './kinds.ts'
import { createWorkerPool, type RunOptions } from './run.ts'
import { nextJobAt } from './store.ts'

const longestSleepMs = 5_000

export interface JobRunner {
  /** Checks for due jobs now. */
  wake: () => void
  /** Runs every due job, then returns. */
  drain: () => Promise<void>
  /** Claims no new job and waits for the running ones. */
  stop: () => Promise<void>
}

export interface RunnerOptions extends RunOptions {
  /** Whether to poll for jobs; tests and one-off commands drain instead. */
  poll: boolean
}

const usual: RunnerOptions = {
  poll: true,
  leaseMs: 120_000,
  onGiveUp: () => undefined,
}

/** Claims due jobs and runs a few of them at once. Any number of server processes can do so. */
export function startJobRunner(
  services: Services,
  handlers: JobHandlers,
  overrides: Partial<RunnerOptions> = {},
): JobRunner {
  const options = { ...usual, ...overrides }
  const workerPool = createWorkerPool(services, handlers, options, wake)
  const look = oneAtATime(startAndSleep)
  let isStopping = false
  let isDraining = false
  let timer: NodeJS.Timeout | undefined

  /**
   * Starts due jobs, then sleeps until one may be due. While every worker is busy, the first one to finish wakes the
   * runner.
   */
  async function startAndSleep(): Promise<void> {
    clearTimeout(timer)
    await workerPool.startDue(() => isStopping)
    if (isStopping) return
    if (options.poll && !workerPool.isFull()) timer = setTimeout(wake, await waitMs(services))
  }

  function wake(): void {
    if (!(options.poll || isDraining) || isStopping) return
    look().catch((error: unknown) => {
      services.log.error({ err: error }, 'looking for jobs failed')
      clearTimeout(timer)
      timer = setTimeout(wake, longestSleepMs)
    })
  }

  async function drain(): Promise<void> {
    // A job that ends during the check frees its worker for the next one: its end wakes the runner.
    isDraining = true
    await look()
    while (workerPool.running.size > 0) {
      await Promise.race(workerPool.running)
      await look()
    }
    isDraining = false
  }

  async function stop(): Promise<void> {
    isStopping = true
    // `wake` has logged a failure; stopping only waits for the end.
    await look().catch(() => undefined)
    await Promise.all(workerPool.running)
    clearTimeout(timer)
  }

  wake()
  return { wake, drain, stop }
}

/**
 * Runs the work once at a time. Callers during a run wait for it to end; the work then runs once more, for what
 * arrived meanwhile.
 */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let isRequested = false
  let working: Promise<void> | undefined
  async function runWhileRequested(): Promise<void> {
    while (isRequested) {
      isRequested = false
      await work()
    }
  }
  return () => {
    isRequested = true
    working ??= runWhileRequested().finally(() => (working = undefined))
    return working
  }
}

/**
 * Returns the time until the next job is due, at most a few seconds: another process may add one without waking this
 * one.
 */
async function waitMs(services: Services): Promise<number> {
  const next = await nextJobAt(services.db)
  const wait = next ? Date.parse(next) - services.now().getTime() : longestSleepMs
  return Math.max(0, Math.min(wait, longestSleepMs))
}
