import { describe, expect, test } from 'vitest'
import { flattenBrackets, parseBrackets, stringifyBrackets } from './brackets.ts'

describe('bracket notation in queries', () => {
  test.each([
    [{ page: 2, per_page: 50 }, 'page=2&per_page=50'],
    [
      { filters: { owner_id: [1, 2], search: 'x y' } },
      'filters[owner_id][]=1&filters[owner_id][]=2&filters[search]=x%20y',
    ],
    [{ filters: { in_review: true, with_deleted: undefined } }, 'filters[in_review]=true'],
    [{ contacts: [{ name: 'A', email: 'a@b.co' }] }, 'contacts[0][name]=A&contacts[0][email]=a%40b.co'],
    [{ owner: null }, 'owner='],
    [{ list: [] }, ''],
  ])('writes %o as %s', (fields, query) => {
    expect(stringifyBrackets(fields)).toBe(query)
  })

  test.each([
    ['?filters[owner_id][]=1&filters[search]=x%20y', { filters: { owner_id: ['1'], search: 'x y' } }],
    ['filters%5Bsearch%5D=x+y', { filters: { search: 'x y' } }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['page=1&page=3', { page: '3' }],
    ['contacts[0][name]=A&contacts[1][name]=B', { contacts: [{ name: 'A' }, { name: 'B' }] }],
    ['sort=-name', { sort: '-name' }],
    ['', {}],
    ['q=100%&r=a=b', { q: '100%', r: 'a=b' }],
    ['[x]=1', { '[x]': '1' }],
  ])('parses %s as %o', (query, fields) => {
    expect(parseBrackets(query)).toEqual(fields)
  })

  test('keeps a list of more than twenty values a list', () => {
    const ids = Array.from({ length: 60 }, (_, i) => String(i))
    expect(parseBrackets(stringifyBrackets({ filters: { owner_id: ids } }))).toEqual({
      filters: { owner_id: ids },
    })
  })

  test('drops names of the prototype and changes no object', () => {
    const read = parseBrackets('__proto__[admin]=1&filters[__proto__][admin]=1&filters[a]=1')
    expect(read).toEqual({ filters: { a: '1' } })
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
  })

  test('sends nested fields of a form under one name', () => {
    expect(flattenBrackets({ developer_app: { name: 'Site Sync', legacy: false } })).toEqual([
      ['developer_app[name]', 'Site Sync'],
      ['developer_app[legacy]', 'false'],
    ])
  })
})
