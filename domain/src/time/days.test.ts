import { expect, test } from 'vitest'
import { longUtcDay, monthsBefore, parseUtcDay } from './days.ts'

test.each([
  ['2026-03-31T12:34:56.789Z', 13, '2025-02-28T12:34:56.789Z'],
  ['2025-03-31T00:00:00.000Z', 13, '2024-02-29T00:00:00.000Z'],
  ['2026-03-28T00:00:00.000Z', 13, '2025-02-28T00:00:00.000Z'],
  ['2026-05-31T23:59:59.999Z', 1, '2026-04-30T23:59:59.999Z'],
  ['2026-01-31T00:00:00.000Z', 1, '2025-12-31T00:00:00.000Z'],
  ['2026-12-31T00:00:00.000Z', 13, '2025-11-30T00:00:00.000Z'],
  ['2026-07-15T00:00:00.000Z', 0, '2026-07-15T00:00:00.000Z'],
])('%s less %i months is %s', (time, months, before) => {
  expect(monthsBefore(new Date(time), months).toISOString()).toBe(before)
})

test.each([
  ['2026-01-31T23:59:59.999Z', 'January 31st 2026'],
  ['2026-12-02T00:00:00.000Z', 'December 2nd 2026'],
  ['2026-11-11T12:00:00.123456Z', 'November 11th 2026'],
])('%s is the day %s', (time, day) => {
  expect(longUtcDay(time)).toBe(day)
})

test.each([
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['0001-01-01', '0001-01-01T00:00:00.000Z'],
])('the day %s begins at %s', (text, time) => {
  expect(parseUtcDay(text)).toBe(Date.parse(time))
})

test.each([
  '',
  '2026-02-29',
  '2026-02-30',
  '2026-13-01',
  '2026-00-10',
  '2026-1-31',
  '2026-01-31T00:00',
  ' 2026-01-31',
])('"%s" is no day', (text) => {
  expect(parseUtcDay(text)).toBeNull()
})
