import type { ReportedDay } from '@trestle/domain/metrics/contract.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupQuietDays } from './quietDays.ts'

const day = (date: string, records: number): ReportedDay => ({ date, visits: 1, installations: 0, records })

test.each([
  [[], []],
  [[1], [1]],
  [[0], [1]],
  [
    [0, 0, 1, 0, 2, 3, 0, 0, 0],
    [2, 1, 1, 1, 1, 3],
  ],
])('groups days with %j records into groups of %j', (records, sizes) => {
  const groups = groupQuietDays(records.map((count, index) => day(`2026-01-0${index + 1}`, count)))
  expect(groups.map(({ length }) => length)).toEqual(sizes)
})

test('keeps every day in order, and leaves days with records ungrouped', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 2 })), (records) => {
      const days = records.map((count, index) => day(`day ${index}`, count))
      const groups = groupQuietDays(days)
      expect(groups.flat()).toEqual(days)
      for (const group of groups) {
        if (group.length > 1) expect(group.every((each) => each.records === 0)).toBe(true)
      }
    }),
  )
})
