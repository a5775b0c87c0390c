import { randomUUID } from 'node:crypto'
import type { Services } from '../services.ts'
import { withinTime } from '../withinTime.ts'
import type { JobHandlers } from './kinds.ts'
import { createWorkerPool, type RunOptions } from './run.ts'
import { runOneAtATime } from './runOneAtATime.ts'
import { countJobChanges, endLeasesOfPredecessor } from './store.ts'

export interface JobRunner {
  /** Checks for due jobs now. */
  wake: () => void
  /** Returns a function that checks for due jobs if this process has since added one or made one due. */
  watch: () => () => void
  /** Takes over the jobs that this process ran before it was restarted. */
  resume: () => Promise<void>
  /** Runs every due job, then returns. */
  drain: () => Promise<void>
  /** Claims no new job and waits for the running ones. Hands over those that take too long. */
  stop: () => Promise<void>
}

export interface RunnerOptions extends RunOptions {
  /** Whether to poll for jobs; tests and one-off commands drain instead. */
  poll: boolean
  /** The longest time the runner sleeps, because another process may add a job without waking it. */
  sleepMs: number
  /** How long stopping waits for running jobs. */
  stopMs: number
}

const usual: Omit<RunnerOptions, 'worker'> = {
  poll: true,
  sleepMs: 5_000,
  leaseMs: 120_000,
  stopMs: 30_000,
  onGiveUp: () => undefined,
  observe: () => undefined,
}

/** Claims due jobs and runs a few of them at a time. Any number of server processes can do so. */
export function startJobRunner(
  services: Services,
  handlers: JobHandlers,
  overrides: Partial<RunnerOptions> = {},
): JobRunner {
  const options = { worker: { name: 'worker', id: randomUUID() }, ...usual, ...overrides }
  const workerPool = createWorkerPool(services, handlers, options, wake)
  const look = runOneAtATime(startAndSleep)
  let isStopping = false
  let isDraining = false
  let timer: NodeJS.Timeout | undefined

  /**
   * Starts due jobs, then sleeps until one may be due. While every worker is busy, the first one to finish wakes the
   * runner.
   */
  async function startAndSleep(): Promise<void> {
    clearTimeout(timer)
    const untilDueMs = (await workerPool.startDue(() => isStopping)) ?? options.sleepMs
    if (isStopping) return
    if (options.poll && !workerPool.isFull()) {
      timer = setTimeout(wake, Math.max(0, Math.min(untilDueMs, options.sleepMs)))
    }
  }

  function wake(): void {
    if (!(options.poll || isDraining) || isStopping) return
    look().catch((error: unknown) => {
      services.log.error({ err: error }, 'looking for jobs failed')
      clearTimeout(timer)
      timer = setTimeout(wake, options.sleepMs)
    })
  }

  function watch(): () => void {
    const before = countJobChanges(services.db)
    return () => {
      if (countJobChanges(services.db) !== before) wake()
    }
  }

  async function resume(): Promise<void> {
    if (services.settings.READ_ONLY) return
    await endLeasesOfPredecessor(services.db, options.worker)
    wake()
  }

  async function drain(): Promise<void> {
    // A job that ends during the check frees its worker for the next one: its end wakes the runner.
    isDraining = true
    await look()
    while (workerPool.running.size > 0) {
      await Promise.race(workerPool.running.keys())
      await look()
    }
    isDraining = false
  }

  async function stop(): Promise<void> {
    isStopping = true
    // `wake` has logged a failure; stopping only waits for the end.
    await look().catch(() => undefined)
    clearTimeout(timer)
    const ended = Promise.all(workerPool.running.keys()).then(() => true)
    if (await withinTime(ended, options.stopMs, () => false)) return
    await workerPool.handOver().catch((error: unknown) => {
      services.log.error({ err: error }, 'could not hand over running jobs')
    })
  }

  wake()
  return { wake, watch, resume, drain, stop }
}
