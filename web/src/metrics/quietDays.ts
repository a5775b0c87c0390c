import type { ReportedDay } from '@trestle/domain/metrics/contract.ts'

/** A single day, or consecutive days on which no company installed or uninstalled the app. */
export type DayGroup = [ReportedDay, ...ReportedDay[]]

const isQuiet = ({ records }: ReportedDay): boolean => records === 0

/** Groups consecutive days without installations; every other day is its own group. */
export function groupQuietDays(days: readonly ReportedDay[]): DayGroup[] {
  const groups: DayGroup[] = []
  for (const day of days) {
    const last = groups.at(-1)
    if (last && isQuiet(day) && isQuiet(last[0])) last.push(day)
    else groups.push([day])
  }
  return groups
}
