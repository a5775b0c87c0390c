import { dayMs, hourMs, minuteMs } from '../time/durations.ts'

/** The servers that have buckets (RATE-09, RATE-10). */
export const quotaServers = [
  'Staging',
  'Production_US01',
  'Production_US02',
  'Production_UK01',
  'Monthly_Sandbox_US01',
  'Monthly_Sandbox_US02',
  'Integrator_Sandbox',
] as const
export type QuotaServer = (typeof quotaServers)[number]

export const templateNames = ['main', 'spike'] as const
export const fillTypes = ['quota', 'count'] as const

const staging: QuotaServer = 'Staging'
const sandboxes: readonly QuotaServer[] = [
  'Monthly_Sandbox_US01',
  'Monthly_Sandbox_US02',
  'Integrator_Sandbox',
]

/**
 * Returns the servers of a deployment: a QA portal manages only the staging server, every other portal the rest, without
 * sandboxes in government cloud.
 */
export const serversIn = (deployment: 'qa' | 'standard', isGovernmentCloud: boolean): QuotaServer[] =>
  quotaServers.filter(
    (server) =>
      (server === staging) === (deployment === 'qa') && !(isGovernmentCloud && sandboxes.includes(server)),
  )

/**
 * Returns the environment whose OAuth ids call a server. A sandbox has its own ids; monthly sandboxes use production
 * ids.
 */
export const idsOn = (server: QuotaServer): 'production' | 'sandbox' =>
  server === 'Integrator_Sandbox' ? 'sandbox' : 'production'

/** The client id of a bucket for every client of its app (RATE-07). */
export const anyClient = '*'

export const maxTemplates = 10
export const maxLimit = 1_000_000
export const maxIntervalMs = dayMs

/** One window: at most `limit` calls in `interval_ms`. */
export interface Limit {
  name: (typeof templateNames)[number]
  fill_type: (typeof fillTypes)[number]
  /** Whole seconds, because limits use a clock of seconds. */
  interval_ms: number
  limit: number
}

/** The limits of a new bucket (RATE-11, RATE-12), and those that apply without a bucket. */
export const defaultLimits = [
  { name: 'main', fill_type: 'count', interval_ms: 3_600_000, limit: 7200 },
  { name: 'spike', fill_type: 'count', interval_ms: 10_000, limit: 100 },
] as const satisfies Limit[]

/** The limits of an added template (RATE-13, RATE-17). */
export const extraLimit = defaultLimits[1]

/**
 * The usage of one window.
 *
 * `count`: calls in the fixed window that started at `since`. `quota`: a leaky bucket at the second `since`, measured
 * in calls × interval to stay in whole numbers: a call adds the interval's seconds, and each second removes `limit`.
 */
export interface WindowState {
  fill_type: Limit['fill_type']
  interval_s: number
  since: number
  used: number
}

/** The usage of one client: its windows, and the newest second in which it called. */
export interface Meter {
  second: number
  windows: WindowState[]
}

export const emptyMeter: Meter = { second: 0, windows: [] }

/** The usage of one window at a given second. */
interface WindowUsage {
  limit: Limit
  state: WindowState
  /** How many more calls the window allows. */
  remaining: number
}

const toSeconds = ({ interval_ms }: Limit): number => interval_ms / 1000

function fixedWindow(limit: Limit, before: WindowState | undefined, second: number): WindowUsage {
  const interval_s = toSeconds(limit)
  const since = Math.floor(second / interval_s) * interval_s
  const used = before?.since === since ? before.used : 0
  const state = { fill_type: limit.fill_type, interval_s, since, used }
  return { limit, state, remaining: Math.max(0, limit.limit - used) }
}

function leakyBucket(limit: Limit, before: WindowState | undefined, second: number): WindowUsage {
  const interval_s = toSeconds(limit)
  const drained = before ? Math.max(0, before.used - (second - before.since) * limit.limit) : 0
  const state = { fill_type: limit.fill_type, interval_s, since: second, used: drained }
  return {
    limit,
    state,
    remaining: Math.max(0, Math.floor((limit.limit * interval_s - drained) / interval_s)),
  }
}

/**
 * Returns the usage under these limits. A window's usage carries over to a limit of the same kind and length. If
 * there are several, they are matched in order.
 */
function currentUsage(limits: readonly Limit[], meter: Meter, second: number): WindowUsage[] {
  const left = [...meter.windows]
  return limits.map((limit) => {
    const at = left.findIndex(
      (state) => state.fill_type === limit.fill_type && state.interval_s === toSeconds(limit),
    )
    const [before] = at === -1 ? [] : left.splice(at, 1)
    return limit.fill_type === 'count'
      ? fixedWindow(limit, before, second)
      : leakyBucket(limit, before, second)
  })
}

const addCalls = ({ limit, state, remaining }: WindowUsage, calls: number): WindowUsage => ({
  limit,
  state: { ...state, used: state.used + calls * (limit.fill_type === 'count' ? 1 : state.interval_s) },
  remaining: remaining - calls,
})

/** Returns the second when the whole limit is available again. */
function resetSecond({ limit, state }: WindowUsage): number {
  if (limit.fill_type === 'count') return state.since + state.interval_s
  return state.since + Math.ceil(state.used / limit.limit)
}

/** Returns the second when an exhausted window allows a call again. */
function opensAt({ limit, state }: WindowUsage): number {
  if (limit.fill_type === 'count') return state.since + state.interval_s
  const excess = state.used + state.interval_s - limit.limit * state.interval_s
  return state.since + Math.ceil(excess / limit.limit)
}

export interface WindowAnswer extends Limit {
  remaining: number
  reset: number
}

export interface Consumption {
  /** The number of requested calls that the limits allow. */
  allowed: number
  meter: Meter
  windows: WindowAnswer[]
  /** Seconds until the next call is allowed; 0 for immediately. */
  retryAfter: number
}

/**
 * Consumes one second's calls from a client's limits: each call from every window or from none. Time never runs
 * backward for a client: a late call counts in the newest second.
 */
export function consume(limits: readonly Limit[], meter: Meter, second: number, wanted = 1): Consumption {
  const now = Math.max(second, meter.second)
  const usages = currentUsage(limits, meter, now)
  const allowed = Math.min(wanted, ...usages.map(({ remaining }) => remaining))
  const after = usages.map((usage) => addCalls(usage, allowed))
  const shut = after.filter(({ remaining }) => remaining === 0)
  return {
    allowed,
    meter: { second: now, windows: after.map(({ state }) => state) },
    windows: after.map((usage) => ({
      name: usage.limit.name,
      fill_type: usage.limit.fill_type,
      interval_ms: usage.limit.interval_ms,
      limit: usage.limit.limit,
      remaining: usage.remaining,
      reset: resetSecond(usage),
    })),
    retryAfter: Math.max(0, ...shut.map(opensAt).map((opens) => opens - now)),
  }
}

/** Returns the limit that is hit first: the fewest calls left, and in a tie the one that ends first. */
export function hitFirst(windows: readonly WindowAnswer[]): WindowAnswer | undefined {
  return windows.toSorted((a, b) => a.remaining - b.remaining || a.reset - b.reset)[0]
}

interface Scope {
  domain: string
  client_id: string
}

/** Returns the bucket for a client: its own, otherwise the one for every client of its app, if any. */
export function bucketFor<B extends Scope>(
  buckets: readonly B[],
  { domain, client_id }: Scope,
): B | undefined {
  const ofApp = buckets.filter((bucket) => bucket.domain === domain)
  return (
    ofApp.find((bucket) => bucket.client_id === client_id) ??
    ofApp.find((bucket) => bucket.client_id === anyClient)
  )
}

/** The calls of one client in one second. */
export interface RecordedSecond {
  second: number
  calls: number
}

/** A window of a replay. Unlike a `WindowState` it changes in place: a busy client has 172,800 seconds with calls. */
interface ReplayedWindow {
  isCount: boolean
  limit: number
  interval_s: number
  since: number
  used: number
}

/** Moves a window to a second, and returns how many more calls it allows. */
function advance(window: ReplayedWindow, second: number): number {
  const { isCount, limit, interval_s, since, used } = window
  window.since = isCount ? Math.floor(second / interval_s) * interval_s : second
  if (isCount) {
    if (window.since !== since) window.used = 0
    return Math.max(0, limit - window.used)
  }
  window.used = Math.max(0, used - (second - since) * limit)
  return Math.max(0, Math.floor((limit * interval_s - window.used) / interval_s))
}

/**
 * Returns how many calls of each second these limits refuse. The seconds must be in order. Counts as `consume` does, but
 * needs no new objects for a second, because the limits stay the same.
 */
export function replay(limits: readonly Limit[], seconds: readonly RecordedSecond[]): number[] {
  const windows = limits.map((limit): ReplayedWindow => ({
    isCount: limit.fill_type === 'count',
    limit: limit.limit,
    interval_s: toSeconds(limit),
    since: 0,
    used: 0,
  }))
  return seconds.map(({ second, calls }) => {
    let allowed = calls
    for (const window of windows) allowed = Math.min(allowed, advance(window, second))
    for (const window of windows) window.used += window.isCount ? allowed : allowed * window.interval_s
    return calls - allowed
  })
}

/** Groups templates into one call for each distinct server, in order of appearance (RATE-18). */
export function groupByServer<T extends { server: QuotaServer }>(
  templates: readonly T[],
): { server: QuotaServer; bucket_templates: T[] }[] {
  return [...Map.groupBy(templates, ({ server }) => server)].map(([server, bucket_templates]) => ({
    server,
    bucket_templates,
  }))
}

/** Limits on the time of a check: how late it may arrive, and how far ahead the sender's clock may be. */
const maxLateMs = 300_000
const maxEarlyMs = 10_000

/** Returns why the time of a check is not acceptable, or null. */
export function checkTimeOfCheck(occurredAt: string, nowMs: number): string | null {
  const ms = Date.parse(occurredAt)
  if (ms > nowMs + maxEarlyMs) return `This time is more than ${maxEarlyMs / 1000} seconds ahead`
  if (ms < nowMs - maxLateMs) return `This time is more than ${maxLateMs / minuteMs} minutes ago`
  return null
}

/** How far a preview looks back. */
export const previewedMs = dayMs

/** A preview needs the longest window before its first call, and the cleanup may run late. */
export const retainChecksMs = previewedMs + maxIntervalMs + hourMs

/** Retries arrive within `maxLateMs`; later ones are refused because of their time. */
export const retainAnswersMs = 2 * maxLateMs

interface Change extends Scope {
  id?: number | undefined
  bucket_templates: readonly Limit[] | null
}

/** Returns the buckets of a server after a change. */
export function withChange<B extends Scope & { id: number; bucket_templates: readonly Limit[] }>(
  buckets: readonly B[],
  { id, domain, client_id, bucket_templates }: Change,
): (Scope & { bucket_templates: readonly Limit[] })[] {
  const others = buckets.filter(
    (bucket) => bucket.id !== id && !(bucket.domain === domain && bucket.client_id === client_id),
  )
  return bucket_templates === null ? others : [...others, { domain, client_id, bucket_templates }]
}

const hourSeconds = 3600

export interface HourCounts {
  /** The second at which the hour starts. */
  hour: number
  calls: number
  throttled_now: number
  throttled_then: number
}

/** Compares how two sets of limits treat one client's recorded calls, by hour, from a given second. */
export function compareLimits(
  seconds: readonly RecordedSecond[],
  now: readonly Limit[],
  then: readonly Limit[],
  from: number,
): HourCounts[] {
  const throttledNow = replay(now, seconds)
  const throttledThen = replay(then, seconds)
  const hours = new Map<number, HourCounts>()
  for (const [index, { second, calls }] of seconds.entries()) {
    if (second < from) continue
    const hour = Math.floor(second / hourSeconds) * hourSeconds
    const counts = hours.get(hour) ?? { hour, calls: 0, throttled_now: 0, throttled_then: 0 }
    counts.calls += calls
    counts.throttled_now += throttledNow[index] ?? 0
    counts.throttled_then += throttledThen[index] ?? 0
    hours.set(hour, counts)
  }
  return [...hours.values()]
}
