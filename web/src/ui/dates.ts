import dayjs from 'dayjs'
import advancedFormat from 'dayjs/plugin/advancedFormat.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(advancedFormat)
dayjs.extend(utc)

type Instant = string | null | undefined

const missingDate = 'N/A'

const inForm = (form: string) => (instant: Instant) => (instant ? dayjs(instant).format(form) : missingDate)

/** 4/9/26 */
export const shortDate = inForm('M/D/YY')

/** Apr 9, 2026, in UTC: the server renders it for visitors, whose time zone it doesn't know. */
export const mediumUtcDate = (instant: Instant) =>
  instant ? dayjs.utc(instant).format('MMM D, YYYY') : missingDate

/** April 9th 2026, 4:05 pm */
export const fullDate = inForm('MMMM Do YYYY, h:mm a')

/** April 9th 2026, 4:05:09 pm */
export const fullDateWithSeconds = inForm('MMMM Do YYYY, h:mm:ss a')

/** Returns `4:00 am`: when this full hour of a UTC day is today where the reader is. */
export const localHour = (utcHour: number, now: Date): string =>
  dayjs.utc(now).startOf('day').hour(utcHour).local().format('h:mm a')

/** Returns `today`, a weekday such as `Tuesday` for the six days before, otherwise `April 9th 2026`. */
export function recentDay(instant: string, now: Date): string {
  const then = dayjs(instant)
  const daysAgo = dayjs(now).startOf('day').diff(then.startOf('day'), 'day')
  if (daysAgo <= 0) return 'today'
  return then.format(daysAgo < 7 ? 'dddd' : 'MMMM Do YYYY')
}

/** April 9th 2026, in UTC, because reports use the platform's days. */
export const fullUtcDay = (instant: Instant) =>
  instant ? dayjs.utc(instant).format('MMMM Do YYYY') : missingDate

/** Returns `2026-04-09`, in UTC as on the wire, so that every user sees the same day in a table. */
export const toDay = (instant: Instant) => (instant ? dayjs.utc(instant).format('YYYY-MM-DD') : missingDate)

/** Returns `16:05`, in UTC, to go with `toDay`. */
export const utcTime = (instant: Instant) => (instant ? dayjs.utc(instant).format('HH:mm') : missingDate)

/** Returns `2026-04-09 16:05:09`, in UTC. */
export const toSecond = (instant: Instant) =>
  instant ? dayjs.utc(instant).format('YYYY-MM-DD HH:mm:ss') : missingDate

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`

/** Returns seconds, minutes or hours ago, then Yesterday at, then the full date (NOTE-14). */
export function relativeDate(instant: Instant, now: Date): string {
  if (!instant) return missingDate
  const then = dayjs(instant)
  const yesterday = dayjs(now).startOf('day').subtract(1, 'day')
  const seconds = Math.max(0, dayjs(now).diff(then, 'second'))
  if (then.isBefore(yesterday)) return then.format('MMMM Do YYYY, h:mm a')
  if (then.isBefore(dayjs(now).startOf('day'))) return `Yesterday at ${then.format('h:mm a')}`
  if (seconds < 60) return plural(seconds, 'second')
  if (seconds < 3600) return plural(Math.floor(seconds / 60), 'minute')
  return plural(Math.floor(seconds / 3600), 'hour')
}
