import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bucketFor,
  groupByServer,
  compareLimits,
  defaultLimits,
  emptyMeter,
  extraLimit,
  hitFirst,
  idsOn,
  maxIntervalMs,
  maxLimit,
  previewedMs,
  checkTimeOfCheck,
  replay,
  retainAnswersMs,
  retainChecksMs,
  serversIn,
  consume,
  withChange,
  type Limit,
  type RecordedSecond,
} from './rules.ts'

const perTen = (limit: number, fill_type: Limit['fill_type'] = 'count'): Limit => ({
  name: 'spike',
  fill_type,
  interval_ms: 10_000,
  limit,
})
const perHour = (limit: number): Limit => ({
  name: 'main',
  fill_type: 'count',
  interval_ms: 3_600_000,
  limit,
})

/** Returns which calls are allowed. The numbers are their seconds, in order. */
function run(limits: Limit[], seconds: number[]): boolean[] {
  let meter = emptyMeter
  return seconds.map((second) => {
    const consumption = consume(limits, meter, second)
    meter = consumption.meter
    return consumption.allowed === 1
  })
}

test('manages only Staging on the QA portal', { tags: ['RATE-09'] }, () => {
  expect(serversIn('qa', false)).toEqual(['Staging'])
})

test(
  "manages on other portals three production servers, two monthly sandboxes and the integrators' one",
  { tags: ['RATE-10'] },
  () => {
    expect(serversIn('standard', false)).toEqual([
      'Production_US01',
      'Production_US02',
      'Production_UK01',
      'Monthly_Sandbox_US01',
      'Monthly_Sandbox_US02',
      'Integrator_Sandbox',
    ])
  },
)

test('manages no sandboxes in government cloud', { tags: ['SHELL-14'] }, () => {
  expect(serversIn('standard', true)).toEqual(['Production_US01', 'Production_US02', 'Production_UK01'])
  expect(serversIn('qa', true)).toEqual(['Staging'])
})

test("uses sandbox ids only on the integrators' server", () => {
  const servers = [...serversIn('qa', false), ...serversIn('standard', false)]
  expect(servers.filter((server) => idsOn(server) === 'sandbox')).toEqual(['Integrator_Sandbox'])
})

test(
  'starts a bucket with 7,200 calls per hour and 100 per 10 seconds, in fixed windows',
  { tags: ['RATE-11', 'RATE-12'] },
  () => {
    expect(defaultLimits).toEqual([
      { name: 'main', fill_type: 'count', interval_ms: 3_600_000, limit: 7200 },
      { name: 'spike', fill_type: 'count', interval_ms: 10_000, limit: 100 },
    ])
  },
)

test(
  'adds a template as a second spike limit of 100 calls per 10 seconds, in fixed windows',
  { tags: ['RATE-13', 'RATE-17'] },
  () => {
    expect(extraLimit).toEqual({ name: 'spike', fill_type: 'count', interval_ms: 10_000, limit: 100 })
  },
)

test.each<[why: string, limits: Limit[], seconds: number[], allowed: string]>([
  ['a window allows calls up to its limit', [perTen(2)], [100, 100, 101], 'yyn'],
  ['the next window starts with a full limit', [perTen(2)], [109, 109, 109, 110, 110, 110], 'yynyyn'],
  ['windows start at clock times, not at the first call', [perTen(2)], [109, 110, 110, 119, 120], 'yyyny'],
  ['a refused call is not counted', [perTen(1), perHour(2)], [100, 100, 100, 110, 120], 'ynnyn'],
  ['the lower of two spike limits applies', [perTen(3), perTen(1)], [100, 101, 110], 'yny'],
  ['a late call counts in the latest second', [perTen(1)], [110, 109, 120], 'yny'],
  ['a quota starts full', [perTen(3, 'quota')], [100, 100, 100, 100], 'yyyn'],
  [
    'a quota refills continuously: one call in 5 s',
    [perTen(2, 'quota')],
    [100, 100, 104, 105, 105, 110],
    'yynyny',
  ],
  ['a long pause refills at most the limit', [perTen(2, 'quota')], [100, 900, 900, 900], 'yyyn'],
  [
    'three calls in ten seconds are released at whole seconds',
    [perTen(3, 'quota')],
    [0, 0, 0, 3, 4, 6, 7, 10],
    'yyynynyy',
  ],
])('limits calls: %s', (_, limits, seconds, allowed) => {
  const answers = run(limits, seconds).map((yes) => (yes ? 'y' : 'n'))
  expect(answers.join('')).toBe(allowed)
})

test('reports the remaining calls and the reset of every window', () => {
  const { windows, retryAfter: wait } = consume([perTen(2), perHour(5), perTen(4, 'quota')], emptyMeter, 3605)
  expect(windows.map(({ remaining, reset }) => [remaining, reset])).toEqual([
    [1, 3610],
    [4, 7200],
    [3, 3608],
  ])
  expect(wait).toBe(0)
})

test('makes a refused call wait for the last window that refuses it', () => {
  const limits = [perTen(1), perHour(1)]
  const { meter } = consume(limits, emptyMeter, 3605)
  const refused = consume(limits, meter, 3606)
  expect([refused.allowed, refused.retryAfter]).toEqual([0, 3594])
  const allowance = consume([perTen(1, 'quota')], consume([perTen(1, 'quota')], emptyMeter, 100).meter, 104)
  expect([allowance.allowed, allowance.retryAfter]).toEqual([0, 6])
})

test('reports in headers the limit that is hit first, and in a tie the one that ends first', () => {
  const window = (remaining: number, reset: number) => ({ ...perTen(9), remaining, reset })
  expect(hitFirst([window(5, 10), window(3, 900)])).toEqual(window(3, 900))
  expect(hitFirst([window(3, 900), window(3, 10)])).toEqual(window(3, 10))
})

test('preserves usage when a limit changes, and starts over when a window changes length', () => {
  const { meter } = consume([perTen(5), perHour(100)], emptyMeter, 100, 4)
  const remaining = (limits: Limit[]) => consume(limits, meter, 101).windows.map((window) => window.remaining)
  expect(remaining([perTen(6), perHour(50)])).toEqual([1, 45])
  expect(remaining([perHour(100), perTen(5)])).toEqual([95, 0])
  expect(remaining([{ ...perTen(5), interval_ms: 20_000 }])).toEqual([4])
  expect(remaining([perTen(5, 'quota')])).toEqual([4])
  expect(consume([perTen(3)], meter, 101)).toMatchObject({ allowed: 0, windows: [{ remaining: 0 }] })
})

test.each([
  ['a client with its own bucket', 'sync', '7001', 2],
  ['every other client of the app', 'sync', '7002', 1],
  ['the app as a whole', 'sync', '*', 1],
  ['a client of an app without a bucket', 'other', '7001', undefined],
])('chooses for %s the right bucket', { tags: ['RATE-07'] }, (_, domain, client_id, id) => {
  const buckets = [
    { id: 1, domain: 'sync', client_id: '*' },
    { id: 2, domain: 'sync', client_id: '7001' },
  ]
  expect(bucketFor(buckets, { domain, client_id })?.id).toBe(id)
})

test('replaces the changed bucket, or one for the same client', () => {
  const bucket = (id: number, client_id: string) => ({
    id,
    domain: 'sync',
    client_id,
    bucket_templates: [perTen(id)],
  })
  const buckets = [bucket(1, '*'), bucket(2, '7001')]
  const after = (change: Parameters<typeof withChange>[1]) =>
    withChange(buckets, change).map(({ client_id, bucket_templates }) => [
      client_id,
      bucket_templates[0]?.limit,
    ])
  const scope = { domain: 'sync', bucket_templates: [perTen(9)] }
  expect(after({ ...scope, id: 1, client_id: '*' })).toEqual([
    ['7001', 2],
    ['*', 9],
  ])
  expect(after({ ...scope, client_id: '7001' })).toEqual([
    ['*', 1],
    ['7001', 9],
  ])
  expect(after({ ...scope, client_id: '7002' })).toEqual([
    ['*', 1],
    ['7001', 2],
    ['7002', 9],
  ])
  expect(after({ domain: 'sync', id: 2, client_id: '7001', bucket_templates: null })).toEqual([['*', 1]])
})

test('sends one call per distinct server, with its templates in order', { tags: ['RATE-18'] }, () => {
  const [us, uk] = ['Production_US01', 'Production_UK01'] as const
  const templates = [
    { ...perHour(1), server: uk },
    { ...perTen(2), server: us },
    { ...perTen(3), server: uk },
  ]
  expect(
    groupByServer(templates).map(({ server, bucket_templates }) => [
      server,
      bucket_templates.map(({ limit }) => limit),
    ]),
  ).toEqual([
    [uk, [1, 3]],
    [us, [2]],
  ])
  expect(groupByServer([])).toEqual([])
})

const at = (ms: number) => new Date(1_800_000_000_000 + ms).toISOString()

test.each([
  [0, null],
  [10_000, null],
  [10_001, 'This time is more than 10 seconds ahead'],
  [-300_000, null],
  [-300_001, 'This time is more than 5 minutes ago'],
])('decides on the check of a call %i ms from now: %j', (ms, problem) => {
  expect(checkTimeOfCheck(at(ms), 1_800_000_000_000)).toBe(problem)
})

test('a reply is retained until a retry of its check is refused, even one from a clock that is ahead', () => {
  expect(checkTimeOfCheck(at(10_000), 1_800_000_000_000 + retainAnswersMs)).not.toBeNull()
})

test('a check is retained until no window before the hours of a preview can contain it', () => {
  expect(retainChecksMs).toBeGreaterThan(previewedMs + maxIntervalMs)
})

test('starts a comparison at its first second, with the usage before it', () => {
  const seconds = [
    { second: 7190, calls: 3 },
    { second: 7195, calls: 3 },
    { second: 7200, calls: 5 },
    { second: 10_800, calls: 1 },
  ]
  expect(compareLimits(seconds, [perTen(4)], [perTen(2)], 7195)).toEqual([
    { hour: 3600, calls: 3, throttled_now: 2, throttled_then: 3 },
    { hour: 7200, calls: 5, throttled_now: 1, throttled_then: 3 },
    { hour: 10_800, calls: 1, throttled_now: 0, throttled_then: 0 },
  ])
})

/** The simplest implementation of the same limits: remembers and counts every allowed call. */
function simulate(limits: Limit[], seconds: RecordedSecond[]): number[] {
  const allowedAt: number[] = []
  const allowances = limits.map(({ limit, interval_ms }) => ({
    left: limit * interval_ms,
    limit,
    interval_ms,
  }))
  let last = seconds[0]?.second ?? 0
  return seconds.map(({ second, calls }) => {
    // The allowance is in calls × ms: it grows by `limit` per ms, and a call uses the interval's ms.
    for (; last < second; last += 1) {
      for (const one of allowances) {
        one.left = Math.min(one.left + one.limit * 1000, one.limit * one.interval_ms)
      }
    }
    let refused = 0
    for (let call = 0; call < calls; call += 1) {
      const fits = limits.every((limit, index) => {
        const interval = limit.interval_ms / 1000
        const one = allowances[index]
        if (limit.fill_type === 'quota') return one !== undefined && one.left >= one.interval_ms
        const window = (when: number) => Math.floor(when / interval)
        return allowedAt.filter((when) => window(when) === window(second)).length < limit.limit
      })
      if (!fits) refused += 1
      else {
        allowedAt.push(second)
        for (const one of allowances) one.left -= one.interval_ms
      }
    }
    return refused
  })
}

const anyLimit = fc.record({
  name: fc.constantFrom('main', 'spike'),
  fill_type: fc.constantFrom('count', 'quota'),
  interval_ms: fc.integer({ min: 1, max: 12 }).map((seconds) => seconds * 1000),
  limit: fc.integer({ min: 1, max: 7 }),
})

const anyTraffic = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 1, max: 6 })), { maxLength: 40 })
  .map((steps) => {
    let second = 1000
    return steps.map(([gap, calls]) => ({ second: (second += gap), calls }))
  })

test('refuses in a replay by the second exactly the calls that counting one by one refuses', () => {
  fc.assert(
    fc.property(fc.array(anyLimit, { minLength: 1, maxLength: 3 }), anyTraffic, (limits, traffic) => {
      expect(replay(limits, traffic)).toEqual(simulate(limits, traffic))
    }),
    { numRuns: 500 },
  )
})

/** Counts a whole replay the way the checks were counted. */
function consumeEach(limits: Limit[], seconds: RecordedSecond[]): number[] {
  let meter = emptyMeter
  return seconds.map(({ second, calls }) => {
    const consumption = consume(limits, meter, second, calls)
    meter = consumption.meter
    return calls - consumption.allowed
  })
}

const anyBigLimit = fc.record({
  name: fc.constantFrom('main', 'spike'),
  fill_type: fc.constantFrom('count', 'quota'),
  interval_ms: fc.integer({ min: 1, max: maxIntervalMs / 1000 }).map((seconds) => seconds * 1000),
  limit: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: maxLimit })),
})

const anyLongTraffic = fc
  .array(fc.tuple(fc.oneof(fc.nat(3), fc.nat(100_000)), fc.nat(5000)), { maxLength: 60 })
  .map((steps) => {
    let second = 1_700_000_000
    return steps.map(([gap, calls]) => ({ second: (second += gap), calls }))
  })

test('refuses in a replay exactly the calls that the checks refuse', () => {
  const limits = fc.array(fc.oneof(anyLimit, anyBigLimit), { maxLength: 10 })
  const traffic = fc.oneof(anyTraffic, anyLongTraffic)
  const sameCounts = fc.property(limits, traffic, (some, seconds) => {
    expect(replay(some, seconds)).toEqual(consumeEach(some, seconds))
  })
  fc.assert(sameCounts, { numRuns: 500 })
})

test('allows the same number of calls one at a time or per second', () => {
  fc.assert(
    fc.property(fc.array(anyLimit, { minLength: 1, maxLength: 3 }), anyTraffic, (limits, traffic) => {
      const single = run(
        limits,
        traffic.flatMap(({ second, calls }) => Array.from({ length: calls }, () => second)),
      )
      const refused = replay(limits, traffic).reduce((sum, count) => sum + count, 0)
      expect(single.filter((yes) => !yes)).toHaveLength(refused)
    }),
  )
})

test('allows a call after its waiting time, and not a second earlier', () => {
  fc.assert(
    fc.property(fc.array(anyLimit, { minLength: 1, maxLength: 3 }), anyTraffic, (limits, traffic) => {
      let meter = emptyMeter
      for (const { second, calls } of traffic) {
        const consumption = consume(limits, meter, second, calls)
        meter = consumption.meter
        if (consumption.retryAfter === 0) continue
        expect(consume(limits, meter, second + consumption.retryAfter).allowed).toBe(1)
        expect(consume(limits, meter, second + consumption.retryAfter - 1).allowed).toBe(0)
      }
    }),
  )
})
