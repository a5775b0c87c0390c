/** Which servers have buckets (RATE-09, RATE-10). */
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

/** A QA portal minds the staging server alone; every other portal the rest. */
export const serversIn = (deployment: 'qa' | 'standard'): QuotaServer[] =>
  quotaServers.filter((server) => (server === staging) === (deployment === 'qa'))

/**
 * Whose OAuth ids call a server: a sandbox has ids of its own, the monthly ones those of production. In government cloud
 * no app has a sandbox.
 */
export const idsOn = (server: QuotaServer, governmentCloud: boolean): 'production' | 'sandbox' =>
  server === 'Integrator_Sandbox' && !governmentCloud ? 'sandbox' : 'production'

/** The client id of a bucket for every client of its app (RATE-07). */
export const anyClient = '*'

export const maxTemplates = 10
export const maxLimit = 1_000_000
export const maxIntervalMs = 86_400_000

/** One window: at most `limit` calls in `interval_ms`. */
export interface Limit {
  name: (typeof templateNames)[number]
  fill_type: (typeof fillTypes)[number]
  /** Whole seconds, because the clock of a limit ticks in seconds. */
  interval_ms: number
  limit: number
}

/** What a new bucket starts with (RATE-11, RATE-12), and what counts where there is no bucket. */
export const defaultLimits = [
  { name: 'main', fill_type: 'count', interval_ms: 3_600_000, limit: 7200 },
  { name: 'spike', fill_type: 'count', interval_ms: 10_000, limit: 100 },
] as const satisfies Limit[]

/** What an added template starts with (RATE-13, RATE-17). */
export const extraLimit = defaultLimits[1]

/**
 * How much of one window is used up.
 *
 * `count`: calls in the window that began at `since`. `quota`: at the second `since`, measured in calls × interval, so
 * that whole numbers stay whole: a call adds the interval's seconds, and each second takes `limit` away.
 */
export interface WindowState {
  fill_type: Limit['fill_type']
  interval_s: number
  since: number
  used: number
}

/** Everything that is known of one client's use: the newest second it called in, and its windows. */
export interface Meter {
  second: number
  windows: WindowState[]
}

export const emptyMeter: Meter = { second: 0, windows: [] }

/** One window as it stands at a second. */
interface WindowUsage {
  limit: Limit
  state: WindowState
  /** How many more calls it lets through. */
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

/** The used-up part of a window carries over to any limit of the same kind and length; of several, in their order. */
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

/** The second from which the whole limit is there again. */
function resetSecond({ limit, state }: WindowUsage): number {
  if (limit.fill_type === 'count') return state.since + state.interval_s
  return state.since + Math.ceil(state.used / limit.limit)
}

/** The second from which a window that lets nothing through lets a call through again. */
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
  /** How many of the wanted calls the limits allow. */
  allowed: number
  meter: Meter
  windows: WindowAnswer[]
  /** When the next call may come, in seconds from now; 0 when it may come at once. */
  retryAfter: number
}

/**
 * Takes calls of one second from a client's limits: each call from every window, or from none. Time never runs
 * backwards for a client: a call that arrives late is one of the newest second.
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

/** The limit that is hit first: the fewest calls left, and of several the one that ends first. */
export function hitFirst(windows: readonly WindowAnswer[]): WindowAnswer | undefined {
  return windows.toSorted((a, b) => a.remaining - b.remaining || a.reset - b.reset)[0]
}

interface Scope {
  domain: string
  client_id: string
}

/** The bucket that decides on a client: its own, else the one for every client of its app, else none. */
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

/** How many calls of each second these limits refuse. The seconds come in their order. */
export function replay(limits: readonly Limit[], seconds: readonly RecordedSecond[]): number[] {
  let meter = emptyMeter
  return seconds.map(({ second, calls }) => {
    const consumption = consume(limits, meter, second, calls)
    meter = consumption.meter
    return calls - consumption.allowed
  })
}

/** One call for each distinct server, in the order in which they appear, with the server's templates in order (RATE-18). */
export function groupByServer<T extends { server: QuotaServer }>(
  templates: readonly T[],
): { server: QuotaServer; bucket_templates: T[] }[] {
  return [...Map.groupBy(templates, ({ server }) => server)].map(([server, bucket_templates]) => ({
    server,
    bucket_templates,
  }))
}

/** How long a check may be on its way, and how far a server's clock may be ahead of ours. */
export const maxLateMs = 300_000
export const maxEarlyMs = 10_000

/** Why the time of a check cannot be taken, or null. */
export function refuseCheckTime(occurredAt: string, nowMs: number): string | null {
  const ms = Date.parse(occurredAt)
  if (ms > nowMs + maxEarlyMs) return 'This time is more than 10 seconds ahead'
  if (ms < nowMs - maxLateMs) return 'This time is more than 5 minutes ago'
  return null
}

/** What a preview looks back on. */
export const previewedMs = 86_400_000

/** A preview needs the longest window before its first call, and a tidying may come a while later. */
export const retainChecksMs = previewedMs + maxIntervalMs + 3_600_000

/** Retries come within `maxLateMs`; after that the time itself is refused. */
export const retainAnswersMs = 2 * maxLateMs

interface Change extends Scope {
  id?: number | undefined
  bucket_templates: readonly Limit[] | null
}

/** The buckets of a server as they would be after a change. */
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
  /** The second in which the hour begins. */
  hour: number
  calls: number
  throttled_now: number
  throttled_then: number
}

/** What one client's recorded calls meet under two sets of limits, by the hour, from a second on. */
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
