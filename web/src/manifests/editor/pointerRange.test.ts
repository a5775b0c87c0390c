import { expect, test } from 'vitest'
import { lineAt, rangesIn } from './pointerRange.ts'
import { parsePointer } from './pointers.ts'

const manifest = `{
  "schema_version": "4.1",
  "sidepanel": {
    "source_url": "https://example.com",
    "views": ["rfi.detail", "rfi.nowhere"],
    "a/b": { "c~d": 7 }
  },
  "twice": 1,
  "twice": 2
}`

const at = (pointer: string, text = manifest) => {
  const { from, to } = rangesIn(text)(pointer)
  return text.slice(from, to)
}

test.each([
  ['/schema_version', '"4.1"'],
  ['/sidepanel/source_url', '"https://example.com"'],
  ['/sidepanel/views/1', '"rfi.nowhere"'],
  ['/sidepanel/a~1b/c~0d', '7'],
  ['/twice', '2'],
])('finds %s at its value %s', { tags: ['MAN-30'] }, (pointer, shown) => {
  expect(at(pointer)).toBe(shown)
})

test.each([
  ['/sidepanel', '"sidepanel"'],
  ['/sidepanel/views', '"views"'],
])('marks a whole block %s by its name %s', { tags: ['MAN-30'] }, (pointer, shown) => {
  expect(at(pointer)).toBe(shown)
})

test.each([
  ['/sidepanel/user_configuration/schema', '"sidepanel"'],
  ['/sidepanel/views/9', '"views"'],
  ['/sidepanel/views/first', '"views"'],
  ['/schema_version/deeper', '"4.1"'],
  ['/fullscreen', '{'],
  ['', '{'],
])('marks what is missing at %s where it should be, at %s', { tags: ['MAN-30'] }, (pointer, shown) => {
  expect(at(pointer)).toBe(shown)
})

test('finds a range in an empty text', () => {
  expect(rangesIn('')('/a')).toEqual({ from: 0, to: 0 })
})

test('unescapes the segments of a pointer', () => {
  expect(parsePointer('/a~1b/c~0d/0')).toEqual(['a/b', 'c~d', '0'])
  expect(parsePointer('')).toEqual([])
})

test('counts lines from one', () => {
  expect(lineAt(manifest, 0)).toBe(1)
  expect(lineAt(manifest, rangesIn(manifest)('/sidepanel/views/1').from)).toBe(5)
})

test.each([
  ['{\n  "a": 1\n  "b": 2\n}', 3],
  ['{\n  "a": 1,\n}', 3],
  ['{\n  "a": tru\n}', 2],
  ['{ "a": [1, 2', 1],
  ['', 1],
  [`{\n"a":\n${'['.repeat(40)}${']'.repeat(40)}}`, 3],
])('marks what makes %j unreadable on line %i, for every pointer', { tags: ['MAN-29'] }, (text, line) => {
  expect(lineAt(text, rangesIn(text)('').from)).toBe(line)
  expect(rangesIn(text)('/a')).toEqual(rangesIn(text)(''))
})

test('marks the character that a string may not contain', { tags: ['MAN-29'] }, () => {
  expect(rangesIn('{"a": "b\tc"}')('/a')).toEqual({ from: 8, to: 9 })
})

test('marks a string that is too large as a whole', () => {
  expect(rangesIn(`{"a": "${'x'.repeat(1_048_576)}"}`)('/a')).toEqual({ from: 0, to: 1 })
})
