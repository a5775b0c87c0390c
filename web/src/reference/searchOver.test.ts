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

test('finds guides by their texts', { tags: ['REF-06'] }, () => {
  const search = searchOver([
    { kind: 'doc', title: 'Webhooks', detail: 'Messages.', text: 'Messages. Hooks.', href: '/a' },
    { kind: 'doc', title: 'Verifying messages', detail: 'Webhooks', text: 'An HMAC signature.', href: '/b' },
    { kind: 'endpoint', title: 'Create a webhook', detail: 'POST /webhooks', href: '/c' },
  ])
  const found = (words: string) => search(words).results.map(({ href }) => href)
  expect(found('hmac')).toEqual(['/b'])
  expect(found('webhook signature')).toEqual(['/b'])
  expect(found('webhook elevator')[0], 'no text has all words').toBeDefined()
})

test('finds the endpoint of a path with IDs', { tags: ['REF-06'] }, () => {
  const projects = '/rest/v1.0/projects'
  const search = searchOver(
    [projects, `${projects}/{project_id}/rfis/{id}`, `${projects}/{project_id}/rfis`].map((path) => ({
      kind: 'endpoint',
      title: 'Get',
      detail: `GET ${path}`,
      href: path,
    })),
  )
  const best = (words: string) => search(words).results[0]?.href
  expect(best('/rest/v1.0/projects/301447/rfis')).toBe(`${projects}/{project_id}/rfis`)
  expect(best('GET /rest/v1.0/projects/301447/rfis/12')).toBe(`${projects}/{project_id}/rfis/{id}`)
  expect(best('https://api.example.com/rest/v1.0/projects?page=2')).toBe(projects)
})

test('a word is no path: what has it in its title comes first', { tags: ['REF-06'] }, () => {
  const search = searchOver([
    { kind: 'endpoint', title: 'Get', detail: 'GET /projects', href: '/a' },
    { kind: 'group', title: 'Projects', detail: 'Core', href: '/b' },
  ])
  expect(search('projects').results.map(({ href }) => href)).toEqual(['/b', '/a'])
})

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
