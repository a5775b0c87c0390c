import { expect, test } from 'vitest'
import { z } from 'zod'
import { changedAddress, readListAddress } from './listState.ts'
import { ListSearch } from './searchParams.ts'

const filters = z.object({ search: z.string().catch(''), in_review: z.stringbool().catch(true) })

test('reads page, size, sort and filters from the address', () => {
  const search = { page: '3', per_page: '25', sort: '-name', filters: { search: 'ann', in_review: 'false' } }
  expect(readListAddress(ListSearch.parse(search), filters, 50)).toEqual({
    page: 3,
    perPage: 25,
    sort: '-name',
    filters: { search: 'ann', in_review: false },
  })
})

test('reads a filter with one value with or without [] in the address', { tags: ['AREV-16'] }, () => {
  const picked = z.object({ search: z.string().catch(''), owner_id: z.array(z.string()).catch([]) })
  const read = (typed: unknown) => readListAddress(ListSearch.parse({ filters: typed }), picked, 50).filters
  expect(read({ search: ['ann'], owner_id: '3' })).toEqual({ search: 'ann', owner_id: ['3'] })
  expect(read({ search: 'ann', owner_id: ['3'] })).toEqual({ search: 'ann', owner_id: ['3'] })
})

test('an empty or invalid address shows the first page with the default filters', () => {
  const expected = { page: 1, perPage: 50, sort: undefined, filters: { search: '', in_review: true } }
  expect(readListAddress({}, filters, 50)).toEqual(expected)
  const invalid = ListSearch.parse({ page: '-2', per_page: 'x', sort: ['a'], filters: 'y' })
  expect(readListAddress(invalid, filters, 50)).toEqual(expected)
})

test('changing a filter or sort returns to page 1; changing the page keeps both', () => {
  const search = { page: '4', sort: 'name', filters: { search: 'a' } }
  expect(changedAddress(search, { sort: '-name' })).toEqual({ sort: '-name', filters: { search: 'a' } })
  expect(changedAddress(search, { filters: undefined })).toEqual({ sort: 'name' })
  expect(changedAddress(search, { page: 5 })).toEqual({ page: 5, sort: 'name', filters: { search: 'a' } })
})
