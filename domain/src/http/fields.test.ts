import { expect, test } from 'vitest'
import type { z } from 'zod'
import { changePassword } from '../accounts/contract.ts'
import {
  emailAddress,
  exactLine,
  optionalLine,
  optionalText,
  pathId,
  requiredLine,
  requiredText,
} from './fields.ts'
import { pagingQuery, searchText } from './listFields.ts'
import { maxPage, maxSearch } from './paging.ts'

const messageFor = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message

test.each([
  ['a string', requiredText(10)],
  ['a line', requiredLine(10)],
  ['an email address', emailAddress],
  ['a password', changePassword.body.shape.current_password],
])('requires %s and names the type for a value of another type', { tags: ['LVAL-08'] }, (_, schema) => {
  for (const missing of [undefined, null, '']) {
    expect(messageFor(schema, missing)).toBe('This field is required')
  }
  for (const wrong of [7, true, ['x'], { x: 1 }]) {
    expect(messageFor(schema, wrong)).toBe('This must be a string')
  }
})

test.each([
  '\u200bdana@example.test',
  'dana@exam\u00adple.test\u2060',
  ' \u202adana\ufeff@example.test\u202c ',
])('drops invisible characters that were pasted with an email address: %j', (pasted) => {
  expect(emailAddress.parse(pasted)).toBe('dana@example.test')
})

test('names the limit of a typed password that is too long', () => {
  const { current_password: typed } = changePassword.body.shape
  expect(messageFor(typed, 'x'.repeat(129))).toBe('Use at most 128 characters')
})

test.each([
  ['line feed', '\n'],
  ['carriage return', '\r'],
  ['next line', '\x85'],
  ['line separator', '\u2028'],
  ['paragraph separator', '\u2029'],
])('a line contains no %s', (_name, separator) => {
  for (const schema of [requiredLine(10), optionalLine(10), exactLine(10)]) {
    expect(messageFor(schema, `a${separator}b`)).toBe('Write this on one line')
  }
})

const decomposed = 'Mu\u0308nster'

test.each([
  ['a required text', requiredText(7)],
  ['an optional text', optionalText(7)],
  ['a required line', requiredLine(7)],
  ['an optional line', optionalLine(7)],
])('%s is stored in composed form', (_, schema) => {
  expect(schema.parse(decomposed)).toBe('M\u00FCnster')
})

test.each([
  ['a line to be compared exactly', exactLine(10)],
  ['a password', changePassword.body.shape.current_password],
])('%s stays as it was typed', (_, schema) => {
  expect(schema.parse(decomposed)).toBe(decomposed)
})

test.each(['0x1', '1e0', '1.0', ' 1', '+1', '-1', '0', '', true, ['1'], null])(
  '%j is no id and no page',
  (value) => {
    expect(messageFor(pathId, value)).toBe('Enter a whole number from 1')
    expect(messageFor(pagingQuery.page, value)).toBe('Page must be a whole number from 1')
    expect(messageFor(pagingQuery.per_page, value)).toBe('Per page must be a whole number from 1 to 100')
  },
)

test('names the limits of a page, of a page size and of a search', { tags: ['API-13'] }, () => {
  expect(messageFor(pagingQuery.page, String(maxPage + 1))).toBe('Page must be at most 1,000,000')
  expect(messageFor(pagingQuery.per_page, '101')).toBe('Per page must be a whole number from 1 to 100')
  expect(messageFor(searchText, 'x'.repeat(maxSearch + 1))).toBe('Character limit exceeded (200)')
  expect(pagingQuery.page.parse(String(maxPage))).toBe(maxPage)
})

test('reads an id and a page as text or as a number', () => {
  for (const schema of [pathId, pagingQuery.page, pagingQuery.per_page]) {
    expect([schema.parse('12'), schema.parse(12)]).toEqual([12, 12])
  }
})
