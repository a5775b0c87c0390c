import { setTimeout as pause } from 'node:timers/promises'

const shortestAnswerMs = 250

/** Gives an answer no sooner than any answer: how long it took must not tell whether an address is registered. */
export async function takingItsTime(work: () => Promise<void>): Promise<void> {
  const [outcome] = await Promise.allSettled([work(), pause(shortestAnswerMs)])
  if (outcome.status === 'rejected') throw outcome.reason
}
