import { describe, expect, test } from 'vitest'
import type { RfiStatus, RfiUpdate } from './contract.ts'
import { dateIn, startOfDay } from './dates.ts'
import { matchOperation, mayUseTool } from './operations.ts'
import { pageHeaders, parseList, type FilterKind } from './queries.ts'
import { decideRfiUpdate } from './rfiRules.ts'

const zone = 'America/Los_Angeles'
const filter = (kind: FilterKind, text: string) =>
  parseList([['filters[x]', text]], { filters: { x: kind }, sorts: [] }, zone)
const value = (kind: FilterKind, text: string) => {
  const parsed = filter(kind, text)
  return parsed.ok ? parsed.value.filters['x'] : null
}

describe('the value of a filter', () => {
  test.each<[FilterKind['kind'], string, unknown]>([
    ['integer', '41', 41],
    ['integer', '041', null],
    ['integer', '1e3', null],
    ['integer', '9999999999999999', null],
    ['integers', '1,2', [1, 2]],
    ['integers', '1,', null],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['boolean', '1', null],
    ['choice', 'open', 'open'],
    ['choice', 'open,draft', null],
    ['choices', 'open,draft', ['open', 'draft']],
    ['choices', 'open,other', null],
    ['text', ' embed plate ', 'embed plate'],
    ['text', ' ', null],
    ['text', 'a'.repeat(201), null],
  ])('%s %j', (kind, text, expected) => {
    const typed = kind === 'choice' || kind === 'choices' ? { kind, values: ['open', 'draft'] } : { kind }
    expect(value(typed, text)).toEqual(expected)
  })

  test.each<[string, string | null, string | null]>([
    ['2026-10-16', '2026-10-16T07:00:00.000Z', '2026-10-17T07:00:00.000Z'],
    ['2026-10-01...2026-10-31', '2026-10-01T07:00:00.000Z', '2026-11-01T07:00:00.000Z'],
    // Clocks change on November 1, 2026.
    ['2026-11-01', '2026-11-01T07:00:00.000Z', '2026-11-02T08:00:00.000Z'],
    ['2026-10-01T06:00:00Z...', '2026-10-01T06:00:00.000Z', null],
    ['...2026-10-01', null, '2026-10-02T07:00:00.000Z'],
    ['2026-10-01T06:00:00Z...2026-10-01T07:00:00Z', '2026-10-01T06:00:00.000Z', '2026-10-01T07:00:00.001Z'],
  ])('range %s', (text, from, until) => {
    expect(value({ kind: 'range' }, text)).toEqual({
      from: from === null ? null : Date.parse(from),
      until: until === null ? null : Date.parse(until),
    })
  })

  test.each(['...', 'yesterday', '2026-02-30', '2026-10-01...x', '1...2...3', ''])(
    'range %j is refused',
    (text) => {
      expect(filter({ kind: 'range' }, text)).toMatchObject({
        ok: false,
        refusal: {
          message: 'filters[x] must be a date, or two dates or times joined by three dots.',
        },
      })
    },
  )
})

test('a parameter that is sent twice is refused', () => {
  const twice = [
    ['page', '1'],
    ['page', '2'],
  ] as const
  expect(parseList(twice, { filters: {}, sorts: [] }, zone)).toMatchObject({
    ok: false,
    refusal: { message: 'page is sent more than once.' },
  })
})

test.each<[string[], string, string]>([
  [[], 'id', 'sort is not a known parameter of this list.'],
  [['id'], 'name', 'sort must be one of id, -id.'],
])('a list with the sorts %j refuses to sort by %s', (sorts, sort, message) => {
  expect(parseList([['sort', sort]], { filters: {}, sorts }, zone)).toMatchObject({
    ok: false,
    refusal: { message },
  })
})

test('a list without sorts needs none', () => {
  expect(parseList([], { filters: {}, sorts: [] }, zone)).toMatchObject({ ok: true })
})

test('names of inherited properties are not parameters', () => {
  const parsed = parseList([['filters[constructor]', '1']], { filters: {}, sorts: [] }, zone)
  expect(parsed).toMatchObject({ ok: false })
})

test.each([
  [1, 0, []],
  [1, 10, []],
  [1, 11, ['next', 'last']],
  [2, 11, ['first', 'prev']],
  [2, 21, ['first', 'prev', 'next', 'last']],
  [9, 11, ['first', 'prev']],
])('page %i of %i rows links to %j', (page, total, expected) => {
  const { link = '' } = pageHeaders('https://api.example/rest?sort=name', { page, per_page: 10, total })
  expect([...link.matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel)).toEqual(expected)
})

test('a page beyond the last one leads back to the last one', () => {
  const { link } = pageHeaders('https://api.example/rest', { page: 9, per_page: 10, total: 11 })
  expect(link).toContain('<https://api.example/rest?page=2&per_page=10>; rel="prev"')
})

test('a day begins at midnight of its time zone', () => {
  expect(new Date(startOfDay(Date.parse('2026-03-08T00:00:00Z'), zone)).toISOString()).toBe(
    '2026-03-08T08:00:00.000Z',
  )
  expect(dateIn(new Date('2026-10-16T06:59:59Z'), zone)).toBe('2026-10-15')
})

test.each([
  ['none', 'read', false],
  ['readonly', 'read', true],
  ['readonly', 'write', false],
  ['standard', 'write', true],
  ['admin', 'write', true],
  ['toString', 'read', false],
  [undefined, 'read', false],
] as const)('the level %s lets a call %s: %s', (level, needed, expected) => {
  const levels = { company: {}, project: level === undefined ? {} : { rfi: level } }
  expect(mayUseTool(levels, { scope: 'project', name: 'rfi', level: needed })).toBe(expected)
})

test.each([
  ['GET', '/rest/v1.0/companies', 'list_companies'],
  ['GET', '/rest/v1.0/companies/1', 'show_company'],
  ['PATCH', '/rest/v1.1/projects/1/rfis/2', 'update_rfi'],
  ['DELETE', '/rest/v1.0/companies/1', undefined],
  ['GET', '/rest/v1.0/companies/', undefined],
  ['GET', '/rest/v1x0/companies', undefined],
])('%s %s is %s', (method, path, id) => {
  expect(matchOperation(method, path)?.operation.id).toBe(id)
})

describe('a change of an RFI', () => {
  const rfi = (status: RfiStatus, assignee_ids = [42010], rfi_manager_id: number | null = 41655) => ({
    status,
    assignee_ids,
    rfi_manager_id,
  })
  test.each<[string, ReturnType<typeof rfi>, RfiUpdate, RfiStatus | string[]]>([
    ['opens a draft', rfi('draft'), { status: 'open' }, 'open'],
    ['closes an open one', rfi('open'), { status: 'closed' }, 'closed'],
    ['opens a closed one again', rfi('closed'), { status: 'open' }, 'open'],
    ['leaves the status', rfi('draft'), { subject: 'a' }, 'draft'],
    ['cannot close a draft', rfi('draft'), { status: 'closed' }, []],
    [
      'cannot open one without people',
      rfi('draft', [], null),
      { status: 'open' },
      ['rfi.assignee_ids', 'rfi.rfi_manager_id'],
    ],
    ['cannot leave an open one to no one', rfi('open'), { assignee_ids: [] }, ['rfi.assignee_ids']],
    ['names people of the directory', rfi('draft'), { assignee_ids: [7] }, ['rfi.assignee_ids']],
    ['names a manager of the directory', rfi('draft'), { rfi_manager_id: 7 }, ['rfi.rfi_manager_id']],
    ['is due today or later', rfi('open'), { due_date: '2026-09-20' }, ['rfi.due_date']],
  ])('%s', (_what, current, update, expected) => {
    const decision = decideRfiUpdate(current, update, '2026-09-21')
    if (decision.ok) expect(decision.value.status).toBe(expected)
    else expect(Object.keys(decision.refusal.fields ?? {})).toEqual(expected)
  })
})
