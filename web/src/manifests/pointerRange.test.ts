import { expect, test } from 'vitest'
import { lineAt, parseTree, rangeOfPointer, syntaxErrorRange } from './pointerRange.ts'
import { segmentsOf } from './pointers.ts'

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
  const { from, to } = rangeOfPointer(parseTree(text), text, pointer)
  return text.slice(from, to)
}

test.each([
  ['/schema_version', '"4.1"'],
  ['/sidepanel/source_url', '"https://example.com"'],
  ['/sidepanel/views/1', '"rfi.nowhere"'],
  ['/sidepanel/a~1b/c~0d', '7'],
  ['/twice', '2'],
])('the place of %s is its value %s (MAN-30)', (pointer, shown) => {
  expect(at(pointer)).toBe(shown)
})

test.each([
  ['/sidepanel', '"sidepanel"'],
  ['/sidepanel/views', '"views"'],
])('a whole block %s is shown by its name %s (MAN-30)', (pointer, shown) => {
  expect(at(pointer)).toBe(shown)
})

test.each([
  ['/sidepanel/user_configuration/schema', '"sidepanel"'],
  ['/sidepanel/views/9', '"views"'],
  ['/sidepanel/views/first', '"views"'],
  ['/schema_version/deeper', '"4.1"'],
  ['/fullscreen', '{'],
  ['', '{'],
])('what is missing at %s is shown where it should be, at %s (MAN-30)', (pointer, shown) => {
  expect(at(pointer)).toBe(shown)
})

test('an empty text has a place too', () => {
  expect(rangeOfPointer(parseTree(''), '', '/a')).toEqual({ from: 0, to: 0 })
})

test('a manifest that is still being typed keeps the places it has', () => {
  expect(at('/sidepanel/views', '{ "sidepanel": { "views": [ "rfi.detail", ')).toBe('"views"')
})

test('the segments of a pointer are unescaped', () => {
  expect(segmentsOf('/a~1b/c~0d/0')).toEqual(['a/b', 'c~d', '0'])
  expect(segmentsOf('')).toEqual([])
})

test('the line of a place counts from one', () => {
  expect(lineAt(manifest, 0)).toBe(1)
  expect(lineAt(manifest, rangeOfPointer(parseTree(manifest), manifest, '/sidepanel/views/1').from)).toBe(5)
})

test.each([
  ['{\n  "a": 1\n  "b": 2\n}', 3],
  ['{\n  "a": 1,\n}', 3],
  ['{\n  "a": tru\n}', 2],
  ['{ "a": [1, 2', 1],
  ['', 1],
])('a syntax error in %j is found on line %i (MAN-29)', (text, line) => {
  const range = syntaxErrorRange(text)
  expect(range).not.toBeNull()
  expect(lineAt(text, range?.from ?? -1)).toBe(line)
})

test('a text that is JSON has no syntax error (MAN-29)', () => {
  expect(syntaxErrorRange(manifest)).toBeNull()
  expect(syntaxErrorRange('7')).toBeNull()
})
