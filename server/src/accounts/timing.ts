import { setTimeout as pause } from 'node:timers/promises'

const shortestAnswerMs = 250

/**
 * Waits for the work and a fixed minimum time, so that the duration doesn't reveal whether an address is
 * registered.
 */
export async function withMinimumDuration(work: () => Promise<void>): Promise<void> {
  const [outcome] = await Promise.allSettled([work(), pause(shortestAnswerMs)])
  if (outcome.status === 'rejected') throw outcome.reason
}
