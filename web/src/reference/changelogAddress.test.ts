import { changeTypes } from '@trestle/domain/reference/changeTypes.ts'
import { expect, test } from 'vitest'
import { readListAddress } from '../shared/listState.ts'
import { readChangelogFilters, selectedTypes, typesInAddress } from './changelogAddress.ts'
import { searchOver } from './searchOver.ts'

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

test(
  'finds guides, groups and endpoints by prefixes, by parts of a path, and with a typo',
  { tags: ['REF-06'] },
  () => {
    const search = searchOver([
      { kind: 'doc', title: 'Pagination', detail: 'How lists are cut.', href: '/a' },
      { kind: 'group', title: 'Projects', detail: 'Core', href: '/b' },
      { kind: 'endpoint', title: 'List punch items', detail: 'GET /rest/v1.0/punch_items', href: '/c' },
    ])
    const found = (words: string) => search(words).map(({ href }) => href)
    expect(found('pagi')).toEqual(['/a'])
    expect(found('punch_items')).toEqual(['/c'])
    expect(found('projcets')).toEqual(['/b'])
    expect(found('get punch')).toEqual(['/c'])
    expect(found('elevator')).toEqual([])
  },
)
