import { changeTypes } from '@trestle/domain/reference/changeTypes.ts'
import { expect, test } from 'vitest'
import { readListAddress } from '../shared/listState.ts'
import { readChangelogFilters, selectedTypes, typesInAddress } from './changelogAddress.ts'

test.each([
  [{}, changeTypes],
  [{ type: ['new', 'fix'] }, ['fix', 'new']],
  [{ type: 'sunset' }, ['sunset']],
  [{ type: 'new,fix' }, ['fix', 'new']],
  [{ type: ['none'] }, []],
  [{ type: { what: 'else' } }, changeTypes],
])('an address with %j selects %j', { tags: ['CHG-14', 'CHG-16'] }, (filters, selected) => {
  const { filters: read } = readListAddress({ filters }, readChangelogFilters, 50)
  expect(selectedTypes(read)).toEqual(selected)
})

test.each([
  [[...changeTypes], undefined],
  [[], ['none']],
  [
    ['new', 'fix'],
    ['fix', 'new'],
  ],
] as const)(
  'writes the selection %j to the address as %j',
  { tags: ['CHG-14', 'CHG-16'] },
  (selected, address) => {
    expect(typesInAddress(selected)).toEqual(address)
  },
)

test(
  'filters by breaking only when the address says true, and accepts any text as a search',
  { tags: ['CHG-14'] },
  () => {
    expect(readChangelogFilters({ breaking: 'true', search: 'tasks' })).toEqual({
      type: undefined,
      breaking: 'true',
      search: 'tasks',
    })
    expect(readChangelogFilters({ breaking: 'perhaps', search: ['a'] })).toEqual({
      type: undefined,
      breaking: undefined,
      search: undefined,
    })
  },
)
