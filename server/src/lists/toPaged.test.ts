import { expect, test } from 'vitest'
import { toPaged } from './toPaged.ts'

const rows = [1, 2, 3, 4, 5]
const second = { page: 2, per_page: 2 }

test('a search in memory ends at its limit, and a list without a search does not', () => {
  expect(toPaged(rows, second, true, 3)).toEqual({ rows: [3], total: 3, relation: 'gte' })
  expect(toPaged(rows, second, true, 5)).toEqual({ rows: [3, 4], total: 5, relation: 'eq' })
  expect(toPaged(rows, second, false, 3)).toEqual({ rows: [3, 4], total: 5, relation: 'eq' })
})
