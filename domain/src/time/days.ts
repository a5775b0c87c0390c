import { ordinal } from '../text/ordinal.ts'

/** Returns the time this many months earlier, in UTC: on the last day of the month if it is too short. */
export function monthsBefore(time: Date, months: number): Date {
  const month = time.getUTCMonth() - months
  const lastDay = new Date(Date.UTC(time.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const before = new Date(time)
  before.setUTCMonth(month, Math.min(time.getUTCDate(), lastDay))
  return before
}

/** Returns the UTC day of a time. */
export const utcDay = (time: Date | number): string => new Date(time).toISOString().slice(0, 10)

/** Returns when a UTC day like 2026-01-31 begins, in milliseconds; null if the calendar has no such day. */
export function parseUtcDay(text: string): number | null {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(ms) && utcDay(ms) === text ? ms : null
}

/** Returns the UTC day of a time as texts name it: January 31st 2026. */
export function longUtcDay(at: string): string {
  const time = new Date(at)
  const month = time.toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })
  return `${month} ${ordinal(time.getUTCDate())} ${time.getUTCFullYear()}`
}
