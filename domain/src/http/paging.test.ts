import { expect, test } from 'vitest'
import { lastPageFor, readPerPage } from './paging.ts'

test.each([
  ['1', 1],
  ['25', 25],
  ['100', 100],
  ['0', 50],
  ['101', 50],
  ['2.5', 50],
  ['many', 50],
  [null, 50],
  [undefined, 50],
])('a browser that stored %j shows %i rows', (stored, rows) => {
  expect(readPerPage(stored)).toBe(rows)
})

test.each([
  [0, 1],
  [50, 1],
  [51, 2],
])('%i rows have %i pages', (total, last) => {
  expect(lastPageFor(total, 50)).toBe(last)
})
