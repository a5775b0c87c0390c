import { describe, expect, test } from 'vitest'
import {
  toDay,
  fullDate,
  fullDateWithSeconds,
  fullUtcDay,
  localHour,
  mediumUtcDate,
  recentDay,
  relativeDate,
  shortDate,
  utcTime,
} from './dates.ts'

/** Returns a date in the reader's own time zone, whatever it is. */
const at = (year: number, month: number, day: number, hour = 0, minute = 0, second = 0) =>
  new Date(year, month - 1, day, hour, minute, second)
const iso = (date: Date) => date.toISOString()

describe('dates', () => {
  test(
    'have the formats M/D/YY, and MMMM Do YYYY with minutes and with seconds',
    { tags: ['CONST-01', 'CONST-02', 'CONST-03'] },
    () => {
      const date = iso(at(2026, 4, 9, 16, 5, 9))
      expect(shortDate(date)).toBe('4/9/26')
      expect(fullDate(date)).toBe('April 9th 2026, 4:05 pm')
      expect(fullDateWithSeconds(date)).toBe('April 9th 2026, 4:05:09 pm')
      expect(fullDate(iso(at(2026, 11, 1, 9, 30)))).toBe('November 1st 2026, 9:30 am')
      expect(fullDate(iso(at(2026, 5, 22)))).toBe('May 22nd 2026, 12:00 am')
    },
  )

  test('show today, the weekday within the last week, and the full date before that', () => {
    const now = at(2026, 11, 22, 0, 30)
    expect(recentDay(iso(at(2026, 11, 22)), now)).toBe('today')
    expect(recentDay(iso(at(2026, 11, 23)), now), 'by a clock that is ahead').toBe('today')
    expect(recentDay(iso(at(2026, 11, 16, 1)), now)).toBe('Monday')
    expect(recentDay(iso(at(2026, 11, 15, 23, 59)), now)).toBe('November 15th 2026')
  })

  test('show the UTC day as YYYY-MM-DD in tables, with its time', { tags: ['CONST-05'] }, () => {
    expect(toDay('2026-04-09T23:59:59.000Z')).toBe('2026-04-09')
    expect(toDay('2026-04-09T00:00:00.000Z')).toBe('2026-04-09')
    expect(utcTime('2026-04-09T23:59:59.000Z')).toBe('23:59')
  })

  test('show the UTC day in full in sentences', () => {
    expect(fullUtcDay('2026-04-09')).toBe('April 9th 2026')
    expect(fullUtcDay('2026-04-09T23:59:59.000Z')).toBe('April 9th 2026')
  })

  test('show an hour of the UTC day as it is where the reader is, also in summer', () => {
    for (const day of ['2026-12-01', '2026-07-01']) {
      const noon = new Date(`${day}T12:00:00Z`)
      const expected = noon.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' }).toLowerCase()
      for (const time of ['00:30', '23:30']) {
        expect(localHour(12, new Date(`${day}T${time}:00Z`))).toBe(expected)
      }
    }
  })

  test('show the UTC day with a short month where there is little space', () => {
    expect(mediumUtcDate('2026-04-09T23:59:59.000Z')).toBe('Apr 9, 2026')
  })

  test.each([shortDate, fullDate, fullDateWithSeconds, fullUtcDay, mediumUtcDate, toDay, utcTime])(
    'show N/A when missing',
    { tags: ['CONST-05'] },
    (format) => {
      expect(format(null)).toBe('N/A')
      expect(format(undefined)).toBe('N/A')
    },
  )

  const now = at(2026, 4, 9, 15, 0, 0)
  test.each([
    [at(2026, 4, 9, 15, 0, 0), '0 seconds ago'],
    [at(2026, 4, 9, 14, 59, 59), '1 second ago'],
    [at(2026, 4, 9, 14, 59, 1), '59 seconds ago'],
    [at(2026, 4, 9, 14, 59, 0), '1 minute ago'],
    [at(2026, 4, 9, 14, 0, 1), '59 minutes ago'],
    [at(2026, 4, 9, 14, 0, 0), '1 hour ago'],
    [at(2026, 4, 9, 0, 0, 0), '15 hours ago'],
    [at(2026, 4, 8, 23, 59, 59), 'Yesterday at 11:59 pm'],
    [at(2026, 4, 8, 0, 0, 0), 'Yesterday at 12:00 am'],
    [at(2026, 4, 7, 23, 59, 59), 'April 7th 2026, 11:59 pm'],
  ])('%s reads %s', { tags: ['CONST-04'] }, (date, words) => {
    expect(relativeDate(iso(date), now)).toBe(words)
  })

  test("show a moment slightly ahead of the reader's clock as now", () => {
    expect(relativeDate(iso(at(2026, 4, 9, 15, 0, 4)), now)).toBe('0 seconds ago')
  })
})
