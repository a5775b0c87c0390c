import type { PlatformEvent, UsageReportState } from './contract.ts'

const dayMs = 86_400_000

/** How far a service's clock may be ahead of ours. */
const clockSkewMs = 300_000

/** The days a usage report and the figures of the Metrics tab cover (USAGE-03). */
export const reportedDays = 30

/** After a report was requested, the next one of the same app has to wait this long (USAGE-07). */
export const usageReportCooldownMs = 300_000

/** What people are told a report may take (USAGE-03). */
const longestReportMs = 1_800_000

const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

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
  return Date.parse(occurredAt) > nowMs + clockSkewMs ? 'This time lies in the future' : null
}

type Kept = PlatformEvent & { developer_app_id: number }

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

function installationOf(event: Kept): InstallationRecord | null {
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
function sumByKey<Row extends ViewCount>(rows: Row[], keyOf: (row: Row) => string): Row[] {
  const sums = new Map<string, Row>()
  for (const row of rows) {
    const key = keyOf(row)
    const sum = sums.get(key)
    if (sum) sum.count += row.count
    else sums.set(key, row)
  }
  return [...sums].toSorted(([a], [b]) => compare(a, b)).map(([, row]) => row)
}

const keyOfView = (row: ViewCount): string => `${row.developer_app_id} ${row.day}`
const keyOfCall = (row: CallCount): string =>
  `${keyOfView(row)} ${row.response_code} ${row.http_method} ${row.normalized_route}`

/** What a batch of new records comes down to. Neither their order nor how they were split into batches matters. */
export function tallyEvents(events: Kept[]): Tally {
  const installations = events.flatMap((event) => installationOf(event) ?? []).toSorted(byTime)
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
    views: sumByKey(views, keyOfView),
    calls: sumByKey(calls, keyOfCall),
  }
}
