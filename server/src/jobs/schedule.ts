import { minuteMs } from '@trestle/domain/time/durations.ts'
import type { Services } from '../services.ts'
import { enqueueScheduled } from './enqueue.ts'
import { scheduledAt } from './kinds.ts'

/** How often the clock is compared with the schedule. Nothing is read or written until an interval begins. */
const checkEveryMs = minuteMs

interface Schedule {
  /** Enqueues the scheduled jobs of the current intervals, unless they exist. */
  enqueueDue: () => Promise<void>
  /** Ends the polling and waits for the running check. */
  stop: () => Promise<void>
}

/**
 * Enqueues each scheduled job once per interval. Its key is the start of the interval, so that any number of
 * processes add it once.
 */
export function startSchedule(
  services: Services,
  { poll, onEnqueue }: { poll: boolean; onEnqueue: () => void },
): Schedule {
  const enqueued = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let isStopping = false

  async function enqueueDue(): Promise<void> {
    const now = services.now()
    const due = scheduledAt(now).filter(({ kind, slot }) => enqueued.get(kind) !== slot.getTime())
    if (due.length === 0) return
    await enqueueScheduled(services.db, now, due)
    for (const { kind, slot } of due) enqueued.set(kind, slot.getTime())
    onEnqueue()
  }

  async function check(): Promise<void> {
    await enqueueDue().catch((error: unknown) =>
      services.log.error({ err: error }, 'scheduled jobs could not be enqueued'),
    )
    if (!isStopping) timer = setTimeout(() => (checking = check()), checkEveryMs)
  }

  let checking = poll ? check() : Promise.resolve()
  return {
    enqueueDue,
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      await checking
    },
  }
}
