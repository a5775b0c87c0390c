import { lastPageFor } from '@trestle/domain/http/paging.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { rowRange } from './paging.ts'
import { directionFor, nextSort } from './sort.ts'
import { checkedVariant } from './toast.ts'
import { waitingAfter } from './useWaiting.ts'

afterEach(() => vi.restoreAllMocks())

test(
  'sorts a column ascending, then descending, then not at all; another column starts ascending',
  { tags: ['CONST-06'] },
  () => {
    expect(nextSort(undefined, 'name')).toBe('name')
    expect(nextSort('name', 'name')).toBe('-name')
    expect(nextSort('-name', 'name')).toBeUndefined()
    expect(nextSort('-name', 'email')).toBe('email')
    expect([
      directionFor('name', 'name'),
      directionFor('-name', 'name'),
      directionFor(undefined, 'name'),
    ]).toEqual(['ascending', 'descending', 'none'])
  },
)

test.each([
  [0, 50, 1],
  [50, 50, 1],
  [51, 50, 2],
  [500, 50, 10],
])('splits %i rows at %i per page into %i pages', (total, perPage, pages) => {
  expect(lastPageFor(total, perPage)).toBe(pages)
})

test('counts the rows of a page from one', () => {
  expect(rowRange(2, 50, 60)).toEqual({ from: 51, to: 60 })
  expect(rowRange(1, 50, 0)).toEqual({ from: 0, to: 0 })
})

test('logs an unknown toast variant and shows the message as information', { tags: ['ERR-09'] }, () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  expect(checkedVariant('sucess')).toBe('info')
  expect(logged).toHaveBeenCalledWith('There is no toast variant "sucess".')
  logged.mockClear()
  expect(checkedVariant('success')).toBe('success')
  expect(logged).not.toHaveBeenCalled()
})

test.each([
  [0, 'none'],
  [299, 'none'],
  [300, 'skeleton'],
  [2000, 'words'],
])('after %i ms of loading the user sees: %s', (ms, expected) => {
  expect(waitingAfter(ms)).toBe(expected)
})
