import { dayMs, hourMs, minuteMs } from '@trestle/domain/time/durations.ts'

/** Working hours in the Americas, in UTC. */
const workday = { startsMs: 14 * hourMs, minutes: 9 * 60 }

/**
 * Returns a moment of the day that was this many days ago: within working hours, at a time that differs between days.
 * A part of a day is exact.
 */
export function ago(now: Date, days: number): Date {
  const at = now.getTime() - days * dayMs
  if (!Number.isInteger(days)) return new Date(at)
  const midnight = at - (at % dayMs)
  return new Date(midnight + workday.startsMs + ((days * 397) % workday.minutes) * minuteMs)
}
