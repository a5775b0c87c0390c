import { expect, test } from 'vitest'
import { dayMs } from '../time/durations.ts'
import type { PlatformEvent } from './contract.ts'
import {
  aggregateDays,
  chartDays,
  conversionRate,
  cooldownLeftMs,
  isOverdue,
  lastDays,
  pageOfDays,
  checkEventTime,
  tallyEvents,
  tooEarly,
  usageReportCooldownMs,
} from './rules.ts'

const at = (time: string) => Date.parse(time)
const noon = at('2026-03-01T12:00:00Z')

test.each([
  ['2026-03-01T00:00:00Z', '2026-01-31', '2026-03-01'],
  ['2026-03-01T23:59:59Z', '2026-01-31', '2026-03-01'],
  ['2024-03-01T12:00:00Z', '2024-02-01', '2024-03-01'],
  ['2026-01-29T23:00:00-05:00', '2026-01-01', '2026-01-30'],
])('counts at %s the last 30 UTC days from %s to %s', { tags: ['USAGE-03'] }, (now, from, to) => {
  expect(lastDays(at(now))).toEqual({ from, to })
  expect((at(to) - at(from)) / dayMs + 1).toBe(30)
})

test('has a cooldown of 5 minutes, 300000 ms', { tags: ['USAGE-07'] }, () => {
  expect(usageReportCooldownMs).toBe(300_000)
})

test.each([
  [null, 0, 0],
  ['generating', 0, 300_000],
  ['generating', 299_999, 1],
  ['sent', 1_000, 299_000],
  ['sent', 300_000, 0],
  ['sent', 900_000, 0],
  ['failed', 0, 0],
  ['undelivered', 0, 0],
] as const)(
  'for a report that is %s, %i ms after its request, makes the next one wait %i ms',
  { tags: ['USAGE-07', 'USAGE-10'] },
  (state, sinceMs, leftMs) => {
    const at = '2026-03-01T12:00:00Z'
    const last = state && {
      state: state === 'undelivered' ? 'sent' : state,
      requested_at: at,
      undelivered_at: state === 'undelivered' ? at : null,
    }
    expect(cooldownLeftMs(last, noon + sinceMs)).toBe(leftMs)
  },
)

test.each([
  ['generating', 1_800_000, false],
  ['generating', 1_800_001, true],
  ['sent', 9_000_000, false],
  ['failed', 9_000_000, false],
] as const)(
  'treats a report that is %s %i ms after its request as overdue: %s',
  { tags: ['USAGE-03'] },
  (state, ms, overdue) => {
    expect(isOverdue({ state, requested_at: '2026-03-01T12:00:00Z' }, noon + ms)).toBe(overdue)
  },
)

test.each([
  [300_000, 'in 5 minutes.'],
  [240_001, 'in 5 minutes.'],
  [60_000, 'in a minute.'],
  [1, 'in a minute.'],
])(
  'tells someone %i ms too early that the next report can be requested %s',
  { tags: ['USAGE-10'] },
  (leftMs, wait) => {
    expect(tooEarly(leftMs)).toBe(
      `A usage report of this app was requested a moment ago. You can request the next one ${wait}`,
    )
  },
)

test.each([
  ['2026-03-01T12:05:00Z', null],
  ['2026-03-01T12:05:01Z', 'This time is in the future'],
  ['2026-03-01T14:05:01+02:00', 'This time is in the future'],
  ['2019-03-01T12:00:00Z', null],
  ['2000-01-01T00:00:00Z', null],
  ['1999-12-31T23:59:59Z', 'This time is before 2000-01-01'],
  ['0000-01-01T00:00:00Z', 'This time is before 2000-01-01'],
])('checks a record of %s, received at noon, with the result %s', (time, refusal) => {
  expect(checkEventTime(time, noon)).toBe(refusal)
})

test('refuses a record of a day whose records were deleted', () => {
  expect(checkEventTime('2025-11-30T23:59:59Z', noon, '2025-12-01')).toBe(
    'This time is before 2025-12-01, and older records are no longer accepted',
  )
  expect(checkEventTime('2025-12-01T00:00:00Z', noon, '2025-12-01')).toBeNull()
})

const shared = { uid: 'client', developer_app_id: 4 }
const install = (event_id: string, occurred_at: string, kind: 'installation' | 'uninstallation') => ({
  ...shared,
  kind,
  event_id,
  occurred_at,
  company: { id: 7, name: `As of ${event_id}`, demo: false },
})
const call = (event_id: string, occurred_at: string, count: number, response_code = 200) => ({
  ...shared,
  kind: 'api_call' as const,
  event_id,
  occurred_at,
  response_code,
  http_method: 'GET' as const,
  normalized_route: '/v1.0/me',
  count,
})

test('takes the latest record of a company in any order, and the larger id in a tie', () => {
  const events = [
    install('c', '2026-03-01T10:00:00Z', 'uninstallation'),
    install('b', '2026-03-01T12:00:00+02:00', 'installation'),
    install('a', '2026-02-01T10:00:00Z', 'installation'),
  ]
  for (const order of [events, events.toReversed()]) {
    const { installations, latest } = tallyEvents(order)
    expect(installations.map(({ event_id }) => event_id)).toEqual(['a', 'b', 'c'])
    expect(latest).toMatchObject([{ company_name: 'As of c', status: 'uninstalled' }])
  }
})

test('adds up calls by UTC day, code, method and route, and views by day', () => {
  const events: (PlatformEvent & { developer_app_id: number })[] = [
    call('1', '2026-03-01T23:30:00-01:00', 5),
    call('2', '2026-03-02T23:59:59Z', 7),
    call('3', '2026-03-02T12:00:00Z', 1, 404),
    { ...shared, kind: 'marketplace_view', event_id: '4', occurred_at: '2026-03-02T00:00:00Z' },
    { ...shared, kind: 'marketplace_view', event_id: '5', occurred_at: '2026-03-02T00:00:01Z' },
  ]
  const { calls, views } = tallyEvents(events)
  expect(calls.map(({ day, response_code, count }) => [day, response_code, count])).toEqual([
    ['2026-03-02', 200, 12],
    ['2026-03-02', 404, 1],
  ])
  expect(views).toEqual([{ developer_app_id: 4, day: '2026-03-02', count: 2 }])
})

test('adds up neither calls of several methods or routes, nor records of several apps', () => {
  const at = '2026-03-02T12:00:00Z'
  const { calls, latest, installationDays } = tallyEvents([
    call('1', at, 1),
    { ...call('2', at, 2), http_method: 'POST' },
    { ...call('3', at, 3), normalized_route: '/v1.0/projects' },
    { ...call('4', at, 4), developer_app_id: 5 },
    install('5', at, 'installation'),
    { ...install('6', at, 'installation'), developer_app_id: 5 },
  ])
  expect(calls.map(({ count }) => count)).toEqual([1, 3, 2, 4])
  expect(latest.map(({ developer_app_id }) => developer_app_id)).toEqual([4, 5])
  expect(installationDays.map(({ developer_app_id, records }) => [developer_app_id, records])).toEqual([
    [4, 1],
    [5, 1],
  ])
})

test('excludes demo companies from installations by day, but counts all of their records', () => {
  const record = (event_id: string, occurred_at: string, demo: boolean, kind = 'installation') =>
    ({
      ...shared,
      event_id,
      kind,
      occurred_at,
      company: { id: 1, name: 'Harbour Build', demo },
    }) as PlatformEvent & { developer_app_id: number }
  const { installationDays } = tallyEvents([
    record('1', '2026-03-01T23:30:00-01:00', false),
    record('2', '2026-03-02T00:00:00Z', true),
    record('3', '2026-03-02T23:59:59Z', false, 'uninstallation'),
    record('4', '2026-03-01T00:00:00Z', false),
  ])
  expect(installationDays).toEqual([
    { developer_app_id: 4, day: '2026-03-01', installations: 1, records: 1 },
    { developer_app_id: 4, day: '2026-03-02', installations: 1, records: 3 },
  ])
})

const none = { views: [], installations: [] }

test.each([
  ['one count today', '2026-03-01', 1, 1, '2026-03-01', '2026-03-01'],
  ['25 days', '2026-02-05', 1, 25, '2026-03-01', '2026-02-05'],
  ['the first page of 26 days', '2026-02-04', 1, 25, '2026-03-01', '2026-02-05'],
  ['the second page of 26 days', '2026-02-04', 2, 1, '2026-02-04', '2026-02-04'],
  ['a count dated in the future', '2026-03-02', 1, 1, '2026-03-02', '2026-03-02'],
])(
  'shows the days of %s newest first, 25 per page',
  { tags: ['MET-06', 'MET-07'] },
  (_, first, page, shown, newest, oldest) => {
    const days = pageOfDays({ ...none, views: [{ day: first, count: 3 }] }, noon, page)
    expect([days.rows.length, days.rows[0]?.date, days.rows.at(-1)?.date]).toEqual([shown, newest, oldest])
    expect(days.per_page).toBe(25)
  },
)

test.each([
  ['7', '2026-01-01', '2026-02-23', 7],
  ['30', '2026-01-01', '2026-01-31', 30],
  ['90', '2026-01-01', '2026-01-01', 60],
  ['all', '2026-01-01', '2026-01-01', 60],
  ['7', '2026-02-28', '2026-02-28', 2],
] as const)('starts the last %s days of a report since %s with %s', (range, first, oldest, count) => {
  const metrics = { ...none, views: [{ day: first, count: 3 }] }
  const last = Math.ceil(count / 25)
  const days = pageOfDays(metrics, noon, last, range)
  expect([days.total_count, days.rows.at(-1)?.date]).toEqual([count, oldest])
})

test('shows no days in a report without events', { tags: ['MET-16'] }, () => {
  expect(pageOfDays(none, noon, 1)).toEqual({ rows: [], page: 1, per_page: 25, total_count: 0 })
})

test(
  'omits days without a count from aggregates, and adds them to a chart as zeros',
  { tags: ['MET-18'] },
  () => {
    const aggregates = aggregateDays([
      { day: '2026-02-27', count: 2 },
      { day: '2026-02-28', count: 0 },
      { day: '2026-03-01', count: 5 },
    ])
    expect(aggregates).toEqual({
      rows: { '2026-02-27': { count: 2 }, '2026-03-01': { count: 5 } },
      total_count: 7,
    })
    expect(chartDays(aggregates, '2026-02-26', '2026-03-01')).toEqual([
      { date: '2026-02-26', count: 0 },
      { date: '2026-02-27', count: 2 },
      { date: '2026-02-28', count: 0 },
      { date: '2026-03-01', count: 5 },
    ])
  },
)

test.each([
  [106, 2066, 5.1],
  [0, 10, 0],
  [3, 2, 150],
  [1, 3, 33.3],
  [4, 0, null],
])(
  'computes for %i installations of %i visits a conversion rate of %s percent',
  (installations, visits, rate) => {
    expect(conversionRate(installations, visits)).toBe(rate)
  },
)
