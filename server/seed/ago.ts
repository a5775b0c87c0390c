import { dayMs, hourMs, minuteMs } from '@trestle/domain/time/durations.ts'

/** Working hours in the Americas, in UTC. */
const workday = { startsMs: 14 * hourMs, minutes: 9 * 60 }

/**
 * Returns the time this many days ago. A whole number of days leads to the working hours of that day, at a time that
 * differs between days. Any other number is exact.
 */
export function ago(now: Date, days: number): Date {
  const at = now.getTime() - days * dayMs
  if (!Number.isInteger(days)) return new Date(at)
  const midnight = at - (at % dayMs)
  return new Date(midnight + workday.startsMs + ((days * 397) % workday.minutes) * minuteMs)
}
