import { describe, expect, onTestFinished, test, vi } from 'vitest'
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
    ['page=1&page=3', { page: ['1', '3'] }],
    ['a=1&a[]=2&a[b]=3', { a: ['1', '2', { b: '3' }] }],
    ['a', { a: '' }],
    ['a[1]=2&a[0]=1&a[7]=3', { a: ['1', '2', '3'] }],
    ['a[10]=2&a[9]=1', { a: ['1', '2'] }],
    ['a[1000]=1', { a: ['1'] }],
    ['a[1001]=1', { a: { 1001: '1' } }],
    ['a[01]=1', { a: { '01': '1' } }],
    ['a[0]=1&a[b]=2', { a: { 0: '1', b: '2' } }],
    ['contacts[][name]=A&contacts[][email]=a', { contacts: [{ name: 'A', email: 'a' }] }],
    [
      'links[][label]=A&links[][url]=a&links[][label]=B&links[][url]=b',
      {
        links: [
          { label: 'A', url: 'a' },
          { label: 'B', url: 'b' },
        ],
      },
    ],
    ['a[][b]=1&a[][c]=2&a[][c]=3', { a: [{ b: '1', c: '2' }, { c: '3' }] }],
    ['a[][b][c]=1&a[][b][d]=2&a[][b][c]=3', { a: [{ b: { c: '1', d: '2' } }, { b: { c: '3' } }] }],
    ['a[][ids][]=1&a[][ids][]=2&a[][b]=3', { a: [{ ids: ['1', '2'], b: '3' }] }],
    ['a[]=1&a[][b]=2&a[c]=3', { a: ['1', { b: '2' }, { c: '3' }] }],
    ['constructor=1&a[toString]=2', { constructor: '1', a: { toString: '2' } }],
    ['a[b=1&c]=2', { 'a[b': '1', 'c]': '2' }],
    ['q=a]=b', { q: 'a]=b' }],
    ['contacts[0][name]=A&contacts[1][name]=B', { contacts: [{ name: 'A' }, { name: 'B' }] }],
    ['sort=-name', { sort: '-name' }],
    ['', {}],
    ['q=100%&r=a=b', { q: '100%', r: 'a=b' }],
    ['[x]=1', { '[x]': '1' }],
  ])('parses %s as %o', (query, fields) => {
    expect(parseBrackets(query)).toEqual(fields)
  })

  test('bracket notation in queries keeps a list of more than twenty values a list', () => {
    const ids = Array.from({ length: 60 }, (_, i) => String(i))
    expect(parseBrackets(stringifyBrackets({ filters: { owner_id: ids } }))).toEqual({
      filters: { owner_id: ids },
    })
  })

  test.each([
    ['allows 200 values', 'a=1&'.repeat(199) + 'a=1', true],
    ['refuses 201 values', 'a=1&'.repeat(200) + 'a=1', false],
    ['allows 5 levels', 'a[b][c][d][e][f]=1', true],
    ['refuses 6 levels', 'a[b][c][d][e][f][g]=1', false],
    ['refuses 6 levels, the last one empty', 'a[b][c][d][e][f][]=1', false],
  ])('%s', (_name, query, isWithin) => {
    expect(parseBrackets(query) !== null).toBe(isWithin)
  })

  test('parses as many values as the caller allows', () => {
    const query = 'a=1&'.repeat(299) + 'a=1'
    expect(parseBrackets(query, { values: 300 })).not.toBeNull()
    expect(parseBrackets(query, { values: 299 })).toBeNull()
  })

  test.each([
    ['values of one list', () => 'a[]=1'],
    ['values of one name', () => 'a=1'],
    ['rows', () => 'a[][b][c]=1'],
    ['rows with an index', (n: number) => `a[${n}][b]=1`],
    ['names', (n: number) => `a${n}=1`],
  ])('looks up each name once or twice, however many %s there are', (_name, pairFor) => {
    const values = 5_000
    const query = Array.from({ length: values }, (_, n) => pairFor(n)).join('&')
    const lookup = vi.spyOn(Map.prototype, 'get')
    onTestFinished(() => lookup.mockRestore())
    const read = parseBrackets(query, { values })
    const levels = query.slice(0, query.indexOf('=')).split('[').length
    expect(lookup.mock.calls.length).toBeLessThanOrEqual(2 * levels * values)
    expect(read).not.toBeNull()
  })

  test('drops names of the prototype and changes no object', () => {
    const read = parseBrackets('__proto__[admin]=1&filters[__proto__][admin]=1&filters[a]=1')
    expect(read).toEqual({ filters: { a: '1' } })
    for (const object of [read, read?.['filters']]) {
      expect(Object.getPrototypeOf(object)).toBe(Object.prototype)
    }
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
  })

  test('sends nested fields of a form under one name', () => {
    expect(flattenBrackets({ developer_app: { name: 'Site Sync', legacy: false } })).toEqual([
      ['developer_app[name]', 'Site Sync'],
      ['developer_app[legacy]', 'false'],
    ])
  })
})
