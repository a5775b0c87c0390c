import { changeTypes } from '@trestle/domain/reference/content.ts'
import { expect, test } from 'vitest'
import { readListAddress } from '../listState.ts'
import { ChangelogFilters, selectedTypes, typesInAddress } from './changelogAddress.ts'
import { searchOver } from './searchOver.ts'

test.each([
  [{}, changeTypes],
  [{ type: ['new', 'fix'] }, ['fix', 'new']],
  [{ type: 'sunset' }, ['sunset']],
  [{ type: 'new,fix' }, ['fix', 'new']],
  [{ type: ['none'] }, []],
  [{ type: { what: 'else' } }, changeTypes],
])('an address with %j selects %j', { tags: ['CHG-14', 'CHG-16'] }, (filters, selected) => {
  const { filters: read } = readListAddress({ filters }, ChangelogFilters, 50)
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
  'the selection %j stands in the address as %j',
  { tags: ['CHG-14', 'CHG-16'] },
  (selected, address) => {
    expect(typesInAddress(selected)).toEqual(address)
  },
)

test('breaking is on only when the address says true, and a search is any text', { tags: ['CHG-14'] }, () => {
  expect(ChangelogFilters.parse({ breaking: 'true', search: 'tasks' })).toEqual({
    breaking: 'true',
    search: 'tasks',
  })
  expect(ChangelogFilters.parse({ breaking: 'perhaps', search: ['a'] })).toEqual({
    breaking: undefined,
    search: undefined,
  })
})

test(
  'a search finds guides, groups and endpoints by beginnings, by parts of a path, and forgives a slip',
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
