import type {
  DailyAggregates,
  PlatformEvent,
  ReportedDay,
  ReportRange,
  UsageReportState,
} from './contract.ts'

const dayMs = 86_400_000

/** How far a service's clock may be ahead of ours. */
const clockSkewMs = 300_000

/** Clocks that nobody set say 1970 or less, and a report shows every day from the first record on. */
const earliestMs = Date.UTC(2000, 0, 1)

/** The days a usage report and the figures of the Metrics tab cover (USAGE-03). */
export const reportedDays = 30

/** After a report was requested, the next one of the same app has to wait this long (USAGE-07). */
export const usageReportCooldownMs = 300_000

/** What people are told a report may take (USAGE-03). */
const longestReportMs = 1_800_000

/** The UTC day of a moment. */
export const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The last 30 UTC days, the one that is still running included. */
export function lastDays(nowMs: number): { from: string; to: string } {
  return { from: utcDay(nowMs - (reportedDays - 1) * dayMs), to: utcDay(nowMs) }
}

/** How long until the next report may be requested. A report that failed makes nobody wait (USAGE-10). */
export function cooldownLeftMs(
  last: { state: UsageReportState; requested_at: string } | null,
  nowMs: number,
): number {
  if (last === null || last.state === 'failed') return 0
  return Math.max(0, Date.parse(last.requested_at) + usageReportCooldownMs - nowMs)
}

/** A report that takes longer than people were told keeps nobody from requesting another one. */
export function isOverdue(report: { state: UsageReportState; requested_at: string }, nowMs: number): boolean {
  return report.state === 'generating' && nowMs - Date.parse(report.requested_at) > longestReportMs
}

/** The sentence for somebody who asks too early. */
export function tooEarly(leftMs: number): string {
  const minutes = Math.ceil(leftMs / 60_000)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `A usage report of this app was requested a moment ago. You can request the next one in ${wait}.`
}

/** Why the time of a record cannot be true, or null. */
export function refuseEventTime(occurredAt: string, nowMs: number): string | null {
  const ms = Date.parse(occurredAt)
  if (ms < earliestMs) return 'This time is before 2000-01-01'
  return ms > nowMs + clockSkewMs ? 'This time lies in the future' : null
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

/** What a batch adds to the installations of one app on one day. */
export interface InstallationCount {
  developer_app_id: number
  day: string
  /** By companies that are no demo. */
  installations: number
  /** Installations and uninstallations of every company. */
  records: number
}

export interface CallCount extends ViewCount {
  response_code: number
  http_method: string
  normalized_route: string
}

export interface Tally {
  /** One for each record, in the order of time. */
  installations: InstallationRecord[]
  /** The last word on each company. */
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

/** Adds up rows of the same key, and orders them by it: rows are locked in one order, whoever writes. */
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

/** Whether a record counts as an installation: a demo company is listed, and not counted. */
export const countsAsInstallation = (record: { status: string; company_is_demo: boolean }): boolean =>
  record.status === 'installed' && !record.company_is_demo

const toDayCount = (record: InstallationRecord): InstallationCount => ({
  developer_app_id: record.developer_app_id,
  day: record.occurred_at.slice(0, 10),
  installations: countsAsInstallation(record) ? 1 : 0,
  records: 1,
})

/** What a batch of new records comes down to. Neither their order nor how they were split into batches matters. */
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

/** The engagement report shows this many days a page (MET-06) … */
export const daysPerPage = 25

/** … and of each at most this many records; the export has them all. */
export const maxRecordsPerDay = 50

/** How many days lie between two of them, both counted. */
const daysBetween = (first: string, last: string): number =>
  (Date.parse(last) - Date.parse(first)) / dayMs + 1

interface DailyMetrics {
  views: { day: string; count: number }[]
  installations: { day: string; installations: number; records: number }[]
}

/** Returns the first UTC day of a range that ends today; null for all days. */
export const firstDayOf = (range: ReportRange, nowMs: number): string | null =>
  range === 'all' ? null : utcDay(nowMs - (Number(range) - 1) * dayMs)

/**
 * From the first day with a figure, or of the range, until today, or the day a service's clock is ahead to; null without
 * any figure.
 */
export function reportedRange(
  { views, installations }: DailyMetrics,
  nowMs: number,
  range: ReportRange = 'all',
): { first: string; last: string } | null {
  const days = [...views, ...installations].map(({ day }) => day).toSorted()
  const first = days[0]
  if (first === undefined) return null
  const today = utcDay(nowMs)
  const newest = days.at(-1) ?? today
  const start = firstDayOf(range, nowMs) ?? first
  return { first: start > first ? start : first, last: newest > today ? newest : today }
}

/** One page of the days of a report, newest first, also those on which nothing happened (MET-07). */
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

/** Counts by day as the report carries them. */
export function aggregateDays(days: { day: string; count: number }[]): DailyAggregates {
  const counted = days.filter(({ count }) => count > 0)
  return {
    rows: Object.fromEntries(counted.map(({ day, count }) => [day, { count }])),
    total_count: counted.reduce((sum, { count }) => sum + count, 0),
  }
}

/** Every day from the first of either figure until the last shown, for a chart: a day without a figure is a zero. */
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

/** Installations for each visit, in percent to one decimal; null without a visit. */
export function conversionRate(installations: number, visits: number): number | null {
  return visits === 0 ? null : Math.round((installations / visits) * 1000) / 10
}
