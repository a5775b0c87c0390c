import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computedMs } from '../../testing/computedMs.ts'
import { hostileText, hostileTexts } from '../../testing/hostileTexts.ts'
import { readJsonText, tokenize } from './jsonText.ts'

const findDuplicates = (text: string) => {
  const reading = readJsonText(text, 32)
  return reading.problem === null ? reading.duplicates : reading
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('repeated keys', () => {
  test.each([
    ['{"a": 1, "b": 1}', []],
    ['[{"a": 1}, {"a": 1}]', []],
    ['{"a": {"a": {"a": 1}}}', []],
    ['{"a": "a", "b": ["b", "b"]}', []],
    ['{"a": 1, "a": 2}', [{ path: '/a', key: 'a', firstLine: 1, lastLine: 1 }]],
    ['{\n"a": 1,\n"b": {},\n"a": 2,\n\n"a": 3}', [{ path: '/a', key: 'a', firstLine: 2, lastLine: 6 }]],
    ['{"x": [0, {"a": 1,\n "a": 2}]}', [{ path: '/x/1/a', key: 'a', firstLine: 1, lastLine: 2 }]],
    [String.raw`{"a": 1, "\u0061": 2}`, [{ path: '/a', key: 'a', firstLine: 1, lastLine: 1 }]],
    ['{"a/b~": 1, "a/b~": 2}', [{ path: '/a~1b~0', key: 'a/b~', firstLine: 1, lastLine: 1 }]],
    [
      '{"__proto__": 1, "__proto__": 2}',
      [{ path: '/__proto__', key: '__proto__', firstLine: 1, lastLine: 1 }],
    ],
    [
      '{"a": {"b": 1, "b": 2}, "a": {}}',
      [
        { path: '/a/b', key: 'b', firstLine: 1, lastLine: 1 },
        { path: '/a', key: 'a', firstLine: 1, lastLine: 1 },
      ],
    ],
  ])('repeated keys in %j are %j', (text, expected) => {
    expect(findDuplicates(text)).toEqual(expected)
  })

  test('repeated keys are listed up to a limit of a hundred', () => {
    const text = `{${Array.from({ length: 400 }, (_, index) => `"k${index % 200}":1`).join()}}`
    expect(findDuplicates(text)).toHaveLength(100)
  })

  test('below a long key are found just as fast', () => {
    const items = Array.from({ length: 20_000 }, () => '{"":1,"":1}').join()
    const started = computedMs()
    expect(findDuplicates(`{"${'k'.repeat(500_000)}":[${items}]}`)).toHaveLength(100)
    expect(computedMs() - started).toBeLessThan(3000)
  })
})

test.each([
  ['', 0],
  ['{', 1],
  ['{"a": 1,}', 8],
  ['{"a" 1}', 5],
  ['[1 2]', 3],
  ['{} {}', 3],
  ['{"a": 1]', 7],
  ['{"a": 01}', 6],
  ['{"a": .5}', 6],
  ['{"a": NaN}', 6],
  ["{'a': 1}", 1],
  ['{"a": "\n"}', 6],
  [String.raw`{"a": "\x"}`, 6],
  ['\ufeff{}', 0],
  ['{"a": 1} // done', 9],
  ['{"a": truely}', 6],
  [']', 0],
  ['{"a": 1}}', 8],
])('reports that %j stops being JSON at character %i', (text, at) => {
  expect(readJsonText(text, 32)).toMatchObject({ problem: 'syntax', at })
})

test('stops at the depth limit', () => {
  expect(findDuplicates(`${'['.repeat(32)}${']'.repeat(32)}`)).toEqual([])
  expect(findDuplicates(`${'['.repeat(33)}${']'.repeat(33)}`)).toEqual({ problem: 'depth', at: 32 })
  expect(findDuplicates('{"a":'.repeat(100_000))).toEqual({ problem: 'depth', at: 160 })
})

const agreesWithJsonParse = (text: string) => {
  expect(readJsonText(text, Infinity).problem === null).toBe(isJson(text))
}

test.each(hostileTexts)('reads %s as JSON exactly when JSON.parse does', (_name, text) => {
  agreesWithJsonParse(text)
})

test('reads a string as JSON exactly when JSON.parse does', () => {
  fc.assert(fc.property(hostileText, agreesWithJsonParse), { numRuns: 2000 })
  fc.assert(fc.property(fc.json(), agreesWithJsonParse))
})

test('splits a JSON text into tokens without losing content', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const tokens = [...tokenize(text)].map(({ from, to }) => text.slice(from, to))
      expect(JSON.parse(tokens.join('\n'))).toEqual(JSON.parse(text))
    }),
  )
})
