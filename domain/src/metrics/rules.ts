import { utcDay } from '../time/days.ts'
import { dayMs, minuteMs } from '../time/durations.ts'
import type {
  DailyAggregates,
  PlatformEvent,
  ReportedDay,
  ReportRange,
  UsageReportState,
} from './contract.ts'

/** How far a service's clock may be ahead. */
const clockSkewMs = 300_000

/** Unset clocks report 1970 or earlier, and a report shows every day since the first record. */
const earliestMs = Date.UTC(2000, 0, 1)

/** How many days a usage report and the Metrics tab cover (USAGE-03). */
export const reportedDays = 30

/** The last 7, 30 or 90 UTC days, today included, or all days. */
export const reportRanges = ['7', '30', '90', 'all'] as const

/** How long after a request the next report of the same app can be requested (USAGE-07). */
export const usageReportCooldownMs = 300_000

/** The longest time that a report takes, as shown to users (USAGE-03). */
export const longestReportMs = 1_800_000

/** Returns the last 30 UTC days, including today. */
export function lastDays(nowMs: number): { from: string; to: string } {
  return { from: utcDay(nowMs - (reportedDays - 1) * dayMs), to: utcDay(nowMs) }
}

/** Returns whether a report failed, or its email can't be delivered. */
export const isReportLost = (report: { state: UsageReportState; undelivered_at: string | null }): boolean =>
  report.state === 'failed' || report.undelivered_at !== null

/** Returns how long until the next report may be requested. A lost report has no cooldown (USAGE-10). */
export function cooldownLeftMs(
  last: { state: UsageReportState; requested_at: string; undelivered_at: string | null } | null,
  nowMs: number,
): number {
  if (last === null || isReportLost(last)) return 0
  return Math.max(0, Date.parse(last.requested_at) + usageReportCooldownMs - nowMs)
}

/** Returns whether a report takes longer than announced. It no longer blocks a new request. */
export function isOverdue(report: { state: UsageReportState; requested_at: string }, nowMs: number): boolean {
  return report.state === 'generating' && nowMs - Date.parse(report.requested_at) > longestReportMs
}

/** Returns the message for a request during the cooldown. */
export function tooEarly(leftMs: number): string {
  const minutes = Math.ceil(leftMs / minuteMs)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `A usage report of this app was requested a moment ago. You can request the next one in ${wait}.`
}

/**
 * Returns why the time of a record can't be accepted, or null. The records of days before `retainedSince` are deleted, so
 * a repeated one would count twice.
 */
export function checkEventTime(
  occurredAt: string,
  nowMs: number,
  retainedSince: string | null = null,
): string | null {
  const ms = Date.parse(occurredAt)
  if (ms < earliestMs) return 'This time is before 2000-01-01'
  if (retainedSince !== null && ms < Date.parse(retainedSince)) {
    return `This time is before ${retainedSince}, and older records are no longer accepted`
  }
  return ms > nowMs + clockSkewMs ? 'This time is in the future' : null
}

type StoredEvent = PlatformEvent & { developer_app_id: number }

export interface InstallationRecord {
  event_id: string
  developer_app_id: number
  company_id: number
  company_name: string
  company_is_demo: boolean
  user_email: string | null
  occurred_at: string
  status: 'installed' | 'uninstalled'
}

export interface ViewCount {
  developer_app_id: number
  day: string
  count: number
}

/** A batch's change to an app's installations on one day. */
export interface InstallationCount {
  developer_app_id: number
  day: string
  /** Excludes demo companies. */
  installations: number
  /** Installations and uninstallations by any company. */
  records: number
}

export interface CallCount extends ViewCount {
  response_code: number
  http_method: string
  normalized_route: string
}

export interface Tally {
  /** One per record, in chronological order. */
  installations: InstallationRecord[]
  /** The latest record of each company. */
  latest: InstallationRecord[]
  installationDays: InstallationCount[]
  views: ViewCount[]
  calls: CallCount[]
}

const compare = (a: string | number, b: string | number): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}

const byTime = (a: InstallationRecord, b: InstallationRecord): number =>
  compare(a.occurred_at, b.occurred_at) || compare(a.event_id, b.event_id)

const byCompany = (a: InstallationRecord, b: InstallationRecord): number =>
  a.developer_app_id - b.developer_app_id || a.company_id - b.company_id

function toInstallation(event: StoredEvent): InstallationRecord | null {
  if (event.kind !== 'installation' && event.kind !== 'uninstallation') return null
  return {
    event_id: event.event_id,
    developer_app_id: event.developer_app_id,
    company_id: event.company.id,
    company_name: event.company.name,
    company_is_demo: event.company.demo,
    user_email: event.user_email ?? null,
    occurred_at: new Date(event.occurred_at).toISOString(),
    status: event.kind === 'installation' ? 'installed' : 'uninstalled',
  }
}

/**
 * Adds up rows with the same key and sorts them by it. The fixed order prevents deadlocks when several writers lock the
 * rows.
 */
function sumByKey<Row>(rows: Row[], keyFor: (row: Row) => string, add: (sum: Row, row: Row) => Row): Row[] {
  const sums = new Map<string, Row>()
  for (const row of rows) {
    const key = keyFor(row)
    const sum = sums.get(key)
    sums.set(key, sum ? add(sum, row) : row)
  }
  return [...sums].toSorted(([a], [b]) => compare(a, b)).map(([, row]) => row)
}

const keyOfDay = (row: { developer_app_id: number; day: string }): string =>
  `${row.developer_app_id} ${row.day}`
const keyOfCall = (row: CallCount): string =>
  `${keyOfDay(row)} ${row.response_code} ${row.http_method} ${row.normalized_route}`

const addCount = <Row extends ViewCount>(sum: Row, row: Row): Row => ({
  ...sum,
  count: sum.count + row.count,
})

/** Returns whether a record counts as an installation. Demo companies are listed but not counted. */
const countsAsInstallation = (record: { status: string; company_is_demo: boolean }): boolean =>
  record.status === 'installed' && !record.company_is_demo

const toDayCount = (record: InstallationRecord): InstallationCount => ({
  developer_app_id: record.developer_app_id,
  day: record.occurred_at.slice(0, 10),
  installations: countsAsInstallation(record) ? 1 : 0,
  records: 1,
})

/** Summarizes a batch of new records. The result doesn't depend on their order or on the split into batches. */
export function tallyEvents(events: StoredEvent[]): Tally {
  const installations = events.flatMap((event) => toInstallation(event) ?? []).toSorted(byTime)
  const latest = new Map(installations.map((row) => [`${row.developer_app_id} ${row.company_id}`, row]))
  const dated = events.map((event) => ({ event, day: utcDay(Date.parse(event.occurred_at)) }))
  const views = dated.flatMap(({ event, day }) =>
    event.kind === 'marketplace_view' ? [{ developer_app_id: event.developer_app_id, day, count: 1 }] : [],
  )
  const calls = dated.flatMap(({ event, day }) => {
    if (event.kind !== 'api_call') return []
    const { developer_app_id, response_code, http_method, normalized_route, count } = event
    return [{ developer_app_id, day, response_code, http_method, normalized_route, count }]
  })
  return {
    installations,
    latest: [...latest.values()].toSorted(byCompany),
    installationDays: sumByKey(installations.map(toDayCount), keyOfDay, (sum, row) => ({
      ...sum,
      installations: sum.installations + row.installations,
      records: sum.records + row.records,
    })),
    views: sumByKey(views, keyOfDay, addCount),
    calls: sumByKey(calls, keyOfCall, addCount),
  }
}

/** How many days the engagement report shows per page (MET-06). */
const daysPerPage = 25

/** How many records it shows per day; the export includes all of them. */
export const maxRecordsPerDay = 50

/** Returns how many days a range has, including both ends. */
const daysBetween = (first: string, last: string): number =>
  (Date.parse(last) - Date.parse(first)) / dayMs + 1

interface DailyMetrics {
  views: { day: string; count: number }[]
  installations: { day: string; installations: number; records: number }[]
}

/** Returns the first UTC day of a range that ends today; null for all days. */
export const firstDayFor = (range: ReportRange, nowMs: number): string | null =>
  range === 'all' ? null : utcDay(nowMs - (Number(range) - 1) * dayMs)

/**
 * Returns the days of a report: from the first day with data or of the range through today, or a later day if a
 * service's clock is ahead. Null without data.
 */
function reportedRange(
  { views, installations }: DailyMetrics,
  nowMs: number,
  range: ReportRange = 'all',
): { first: string; last: string } | null {
  const days = [...views, ...installations].map(({ day }) => day).toSorted()
  const first = days[0]
  if (first === undefined) return null
  const today = utcDay(nowMs)
  const newest = days.at(-1) ?? today
  const start = firstDayFor(range, nowMs) ?? first
  return { first: start > first ? start : first, last: newest > today ? newest : today }
}

/** Returns one page of a report's days, newest first, including days without events (MET-07). */
export function pageOfDays(
  metrics: DailyMetrics,
  nowMs: number,
  page: number,
  reportRange: ReportRange = 'all',
): { rows: ReportedDay[]; page: number; per_page: number; total_count: number } {
  const range = reportedRange(metrics, nowMs, reportRange)
  const total_count = range ? daysBetween(range.first, range.last) : 0
  const visits = new Map(metrics.views.map(({ day, count }) => [day, count]))
  const counted = new Map(metrics.installations.map((row) => [row.day, row]))
  const skipped = (page - 1) * daysPerPage
  const shown = Math.max(0, Math.min(daysPerPage, total_count - skipped))
  const newest = range ? Date.parse(range.last) - skipped * dayMs : 0
  const rows = Array.from({ length: shown }, (_, index): ReportedDay => {
    const date = utcDay(newest - index * dayMs)
    const { installations = 0, records = 0 } = counted.get(date) ?? {}
    return { date, visits: visits.get(date) ?? 0, installations, records }
  })
  return { rows, page, per_page: daysPerPage, total_count }
}

/** Returns counts by day in the report's format. */
export function aggregateDays(days: { day: string; count: number }[]): DailyAggregates {
  const counted = days.filter(({ count }) => count > 0)
  return {
    rows: Object.fromEntries(counted.map(({ day, count }) => [day, { count }])),
    total_count: counted.reduce((sum, { count }) => sum + count, 0),
  }
}

/** Returns every day from the first with data until the last shown, for a chart. Days without data are zero. */
export function chartDays(
  aggregates: DailyAggregates,
  first: string,
  last: string,
): { date: string; count: number }[] {
  return Array.from({ length: daysBetween(first, last) }, (_, index) => {
    const date = utcDay(Date.parse(first) + index * dayMs)
    return { date, count: aggregates.rows[date]?.count ?? 0 }
  })
}

/** Returns installations per visit, in percent with one decimal; null without a visit. */
export function conversionRate(installations: number, visits: number): number | null {
  return visits === 0 ? null : Math.round((installations / visits) * 1000) / 10
}
