import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computedMs } from '../../../testing/computedMs.ts'
import { hostileText, hostileTexts } from '../../../testing/hostileTexts.ts'
import { readManifestText, readManifestValue } from './document.ts'

const readErrors = (text: string) =>
  readManifestText(text).errors.map(({ path, message }) => `${path}: ${message}`)
const sized = (bytes: number, character = 'x', width = 1) =>
  `{"a":"${character.repeat((bytes - 8) / width)}"}`
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

describe('a manifest text', () => {
  test(
    'a manifest text is parsed like JSON.parse does, including the keys of every object',
    { tags: ['MAN-29'] },
    () => {
      const text = '{ "schema_version": "4.1", "__proto__": {"a": 1}, "constructor": [1, 2.5e3], "": null }'
      expect(readManifestText(text)).toEqual({ content: JSON.parse(text), errors: [] })
      expect(Object.keys(readManifestText(text).content ?? {})).toContain('__proto__')
    },
  )

  test('a manifest text may be 32 levels deep and 256 KB large', { tags: ['MAN-30'] }, () => {
    expect(readErrors(nested(32))).toEqual([])
    expect(readErrors(nested(33))).toEqual([': The manifest is nested more than 32 levels deep.'])
    expect(readErrors(sized(256 * 1024))).toEqual([])
  })

  test('a parsed manifest may be as deep and as large as its text', { tags: ['MAN-30'] }, () => {
    const readValueErrors = (text: string) => readManifestValue(JSON.parse(text)).errors
    expect(readValueErrors(nested(32))).toEqual([])
    expect(readValueErrors(nested(33))).toMatchObject([
      { message: expect.stringContaining('32 levels deep') },
    ])
    expect(readValueErrors(sized(256 * 1024))).toEqual([])
    expect(readValueErrors(sized(256 * 1024 + 1))).toMatchObject([
      { message: expect.stringContaining('is 257 KB') },
    ])
  })
})

describe('refuses a string that is too large and names its size', { tags: ['MAN-30'] }, () => {
  const advice = "The limit is 256 KB. Shorten its texts, or remove what you don't need."
  test.each([
    [sized(256 * 1024 + 1), '257 KB'],
    [sized(300 * 1024 + 8, 'ä', 2), '301 KB'],
    [sized(300 * 1024 + 8, '😀', 4), '301 KB'],
    [sized(1024 * 1024), '1.0 MB'],
    [sized(1_258_291), '1.2 MB'],
    ['['.repeat(1_258_291), '1.2 MB'],
  ])('%#: %.0s%s', (text, size) => {
    expect(readErrors(text)).toEqual([`: This manifest is ${size}. ${advice}`])
  })
})

describe('reports a repeated key with its line', { tags: ['MAN-29'] }, () => {
  test.each([
    ['{"a": 1, "a": 2}', ['/a: "a" appears more than once on line 1. Keep one and remove the others.']],
    [
      '{\n  "sidepanel": {\n    "views": [],\n    "views": []\n  }\n}',
      [
        '/sidepanel/views: "views" appears more than once: first on line 3, last on line 4. Keep one and remove the others.',
      ],
    ],
  ])('%j', (text, expected) => expect(readErrors(text)).toEqual(expected))
})

describe('reports values that the database cannot store with their path', () => {
  const text =
    "This text contains a null character or half of a surrogate pair, which can't be stored. Remove it."
  const key = "A key contains a null character or half of a surrogate pair, which can't be stored. Rename it."
  test.each([
    [String.raw`{"a": ["b", "\u0000"]}`, [`/a/1: ${text}`]],
    [String.raw`{"a": {"b/c": "x\ud800y"}}`, [`/a/b~1c: ${text}`]],
    ['{"a": "\udc00"}', [`/a: ${text}`]],
    [
      String.raw`{"a": {"\u0000": 1, "\ud800": 1}, "b": "\u0000"}`,
      [`/a: ${key}`, `/a: ${key}`, `/b: ${text}`],
    ],
    [String.raw`{"a": "\ud83d\ude00 \u0001"}`, []],
    [
      '{"a": [1e999, -1e999, 1e308]}',
      ['/a/0', '/a/1'].map(
        (path) => `${path}: This number is too large. Write it as a string, or choose a smaller one.`,
      ),
    ],
  ])('%j', (source, expected) => {
    expect(readErrors(source)).toEqual(expected)
    expect(readManifestValue(JSON.parse(source)).errors).toEqual(readManifestText(source).errors)
  })
})

test.each([
  '',
  '{',
  'manifest',
  '{"schema_version": "4.1",}',
  "{'a': 1}",
  '{} {}',
  '\ufeff{}',
  '{"a": "\0"}',
])('refuses %j as invalid JSON', { tags: ['ERR-20', 'MAN-29'] }, (text) =>
  expect(readErrors(text)).toEqual([': Invalid JSON, could not parse manifest']),
)

test.each(['[]', 'null', '1', '"{}"'])('refuses %s, which is not an object', { tags: ['MAN-30'] }, (text) => {
  expect(readErrors(text)).toEqual([': A manifest is a JSON object that starts with { and ends with }.'])
})

test('refuses a value for the repeated keys that its parser dropped', () => {
  const { errors } = readManifestValue({ a: 2 }, [{ path: '/a', key: 'a' }])
  expect(errors).toEqual([
    { path: '/a', message: '"a" appears more than once. Keep one and remove the others.' },
  ])
})

/** If it took longer, the page would appear to hang. */
const maxReadMs = 3000

test.each(hostileTexts)('parses or refuses %s quickly', (_name, text) => {
  const started = computedMs()
  const { content, errors } = readManifestText(text)
  expect(content === null).toBe(errors.length > 0)
  expect(errors.length).toBeLessThanOrEqual(100)
  expect(computedMs() - started).toBeLessThan(maxReadMs)
})

test('parses or refuses every text, and refuses a value like its text', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const { content, errors } = readManifestText(text)
      const isOnlyInText = errors.some(({ message }) => /more than once|Invalid JSON/.test(message))
      if (!isOnlyInText) expect(readManifestValue(JSON.parse(text))).toEqual({ content, errors })
      for (const { message } of errors) expect(message).not.toBe('')
    }),
    { numRuns: 1000 },
  )
})

test('reports errors below a long key without slowing down', () => {
  const text = `{"${'k'.repeat(200_000)}":[${Array.from({ length: 8000 }, () => '1e999').join()}]}`
  const started = computedMs()
  expect(readErrors(text)).toHaveLength(100)
  expect(computedMs() - started).toBeLessThan(maxReadMs)
})
