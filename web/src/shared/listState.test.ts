import { expect, test } from 'vitest'
import { changedAddress, readListAddress } from './listState.ts'
import { readChoice, readDay, readFlag, readIds, readText } from './readers.ts'
import { readListSearch } from './searchParams.ts'

const readFilters = ({ search, in_review }: Record<string, unknown>) => ({
  search: readText(search) ?? '',
  in_review: readFlag(in_review) ?? true,
})

test('reads page, size, sort and filters from the address', () => {
  const search = { page: '3', per_page: '25', sort: '-name', filters: { search: 'ann', in_review: 'false' } }
  expect(readListAddress(readListSearch(search), readFilters, 50)).toEqual({
    page: 3,
    perPage: 25,
    sort: '-name',
    filters: { search: 'ann', in_review: false },
  })
})

test('reads a filter with one value with or without [] in the address', { tags: ['AREV-16'] }, () => {
  const readPicked = ({ search, owner_id }: Record<string, unknown>) => ({
    search: readText(search),
    owner_id: readIds(owner_id),
  })
  const read = (typed: unknown) => readListAddress(readListSearch({ filters: typed }), readPicked, 50).filters
  expect(read({ search: ['ann'], owner_id: '3' })).toEqual({ search: 'ann', owner_id: [3] })
  expect(read({ search: 'ann', owner_id: ['3'] })).toEqual({ search: 'ann', owner_id: [3] })
  expect(read({ owner_id: ['3', '4'] })).toEqual({ search: undefined, owner_id: [3, 4] })
})

test(
  'an empty or invalid address shows the first page with the default filters',
  { tags: ['AAPP-18'] },
  () => {
    const expected = { page: 1, perPage: 50, sort: undefined, filters: { search: '', in_review: true } }
    expect(readListAddress({}, readFilters, 50)).toEqual(expected)
    const invalid = readListSearch({ page: '-2', per_page: 'x', sort: ['a'], filters: 'y' })
    expect(readListAddress(invalid, readFilters, 50)).toEqual(expected)
  },
)

test('changing a filter or sort returns to page 1; changing the page keeps both', () => {
  const search = { page: '4', sort: 'name', filters: { search: 'a' } }
  expect(changedAddress(search, { sort: '-name' })).toEqual({ sort: '-name', filters: { search: 'a' } })
  expect(changedAddress(search, { filters: undefined })).toEqual({ sort: 'name' })
  expect(changedAddress(search, { sort: '' })).toEqual({ filters: { search: 'a' } })
  expect(changedAddress(search, { page: 5 })).toEqual({ page: 5, sort: 'name', filters: { search: 'a' } })
})

test.each([
  [
    ['1', '22'],
    [1, 22],
  ],
  ['7', [7]],
  [['1', 'x'], []],
  [['0'], []],
  [[''], []],
  [{ first: '1' }, []],
])('reads the ids %j as %j', (value, ids) => {
  expect(readIds(value)).toEqual(ids)
})

test.each([
  ['2026-02-28', '2026-02-28'],
  ['2026-02-30', undefined],
  ['2026-2-3', undefined],
  ['2026-13-01', undefined],
  [5, undefined],
])('reads the day %j as %j', (value, day) => {
  expect(readDay(value)).toBe(day)
})

test('reads only listed choices, and a flag only as true or false', () => {
  expect(readChoice('b', ['a', 'b'])).toBe('b')
  expect(readChoice('c', ['a', 'b'])).toBeUndefined()
  expect(['true', '1', 'false', '0', 'perhaps'].map(readFlag)).toEqual([true, true, false, false, undefined])
})
