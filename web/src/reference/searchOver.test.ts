import { expect, test } from 'vitest'
import { searchOver } from './searchOver.ts'

test(
  'finds guides, groups and endpoints by prefixes, by parts of a path, and with a typo',
  { tags: ['REF-06'] },
  () => {
    const search = searchOver([
      { kind: 'doc', title: 'Pagination', detail: 'How lists are cut.', href: '/a' },
      { kind: 'group', title: 'Projects', detail: 'Core', href: '/b' },
      { kind: 'endpoint', title: 'List punch items', detail: 'GET /rest/v1.0/punch_items', href: '/c' },
    ])
    const found = (words: string) => search(words).results.map(({ href }) => href)
    expect(found('pagi')).toEqual(['/a'])
    expect(found('punch_items')).toEqual(['/c'])
    expect(found('projcets')).toEqual(['/b'])
    expect(found('get punch')).toEqual(['/c'])
    expect(found('elevator')).toEqual([])
  },
)

test('lists the best matches and counts all of them', () => {
  const search = searchOver(
    Array.from({ length: 45 }, (_, id) => ({
      kind: 'endpoint',
      title: 'List items',
      detail: 'GET /items',
      href: `/${id}`,
    })),
  )
  const { results, total } = search('list')
  expect([results.length, total]).toEqual([30, 45])
})
