import type { Services } from '../services.ts'
import type { JobHandlers } from './kinds.ts'
import { startJobRunner, type JobRunner, type RunnerOptions } from './runner.ts'
import { startSchedule } from './schedule.ts'

/** Starts what this process does for jobs: it enqueues the scheduled ones and runs those that are due. */
export function startJobs(
  services: Services,
  handlers: JobHandlers,
  options: Partial<RunnerOptions> & Pick<RunnerOptions, 'poll'>,
): JobRunner {
  const runner = startJobRunner(services, handlers, options)
  const schedule = startSchedule(services, { poll: options.poll, onEnqueue: runner.wake })
  return {
    ...runner,
    drain: async () => {
      await schedule.enqueueDue()
      await runner.drain()
    },
    stop: async () => {
      await schedule.stop()
      await runner.stop()
    },
  }
}
