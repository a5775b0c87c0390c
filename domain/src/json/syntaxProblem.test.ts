import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostileText } from '../../testing/hostileTexts.ts'
import { manifestLimits, readManifestText } from '../manifests/document/document.ts'
import { findSyntaxProblem } from './syntaxProblem.ts'

test.each([
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'A comma is missing before this.'],
  ['[1 2]', 1, 4, 'A comma is missing before this.'],
  ['{"a": "x" {}}', 1, 11, 'A comma is missing before this.'],
  ['{"a" 1}', 1, 6, 'A colon is missing before this.'],
  ['{"a": 1,\n}', 2, 1, 'Remove the comma before this.'],
  ['[1,]', 1, 4, 'Remove the comma before this.'],
  ['{"a":}', 1, 6, 'A value is missing before this.'],
  ['{"a": ,"b": 1}', 1, 7, 'A value is missing before this.'],
  ['[,1]', 1, 2, 'A value is missing before this.'],
  ['{,"a": 1}', 1, 2, 'A key in double quotes is expected here.'],
  ['{a: 1}', 1, 2, 'A key in double quotes is expected here.'],
  ['{1: 1}', 1, 2, 'A key in double quotes is expected here.'],
  ["{'a': 1}", 1, 2, 'Use straight double quotes (").'],
  ['{“a”: 1}', 1, 2, 'Use straight double quotes (").'],
  ['{"a": `b`}', 1, 7, 'Use straight double quotes (").'],
  ['{"a": 1] ', 1, 8, 'Close the object with } first.'],
  ['[1}', 1, 3, 'Close the list with ] first.'],
  ['{"a": 1}}', 1, 9, 'Nothing may follow the end of the manifest.'],
  ['{} {}', 1, 4, 'Nothing may follow the end of the manifest.'],
  ['{"a": 1} // done', 1, 10, "JSON can't contain comments."],
  ['{ /* a */ "a": 1}', 1, 3, "JSON can't contain comments."],
  ['[1 01]', 1, 4, 'A comma is missing before this.'],
  ['{"a": "b\n}', 1, 7, 'The closing double quote is missing.'],
  ['{"a": "b', 1, 7, 'The closing double quote is missing.'],
  ['{"a": "b\\"\n}', 1, 7, 'The closing double quote is missing.'],
  ['{"a": "b,\n  "c": "d"}', 1, 7, 'The closing double quote is missing.'],
  ['{"a": "b\\x', 1, 7, 'The closing double quote is missing.'],
  [String.raw`{"a": "C:\x"}`, 1, 10, String.raw`Remove this backslash, or write it as \\.`],
  [String.raw`{"a": "\\\"\'"}`, 1, 12, String.raw`Remove this backslash, or write it as \\.`],
  [String.raw`{"a\ ": 1}`, 1, 4, String.raw`Remove this backslash, or write it as \\.`],
  [String.raw`{"a": "C:\users"}`, 1, 10, String.raw`\u needs 4 hex digits. Write a backslash as \\.`],
  ['{"a": "b\tc"}', 1, 9, String.raw`Write a tab as \t.`],
  ['{\n"a": "\\u00e9\tc"}', 2, 13, String.raw`Write a tab as \t.`],
  ['{"a": "b\nc"}', 1, 9, String.raw`Write a line break as \n.`],
  ['["b\r\nc"\n, 1]', 1, 4, String.raw`Write a line break as \n.`],
  ['{"a": "b\u0000c"}', 1, 9, 'Remove this invisible character.'],
  ['["b" "\t"]', 1, 6, 'A comma is missing before this.'],
  ['{"a": 1;}', 1, 8, 'A comma or } is expected here.'],
  ['[1;]', 1, 3, 'A comma or ] is expected here.'],
  ['{"a"; 1}', 1, 5, 'A colon is missing before this.'],
  ['', 1, 1, 'The text ends before the manifest does. Add {.'],
  ['{', 1, 2, 'The text ends before the manifest does. Add }.'],
  ['{"a": 1,\n', 2, 1, 'The text ends before the manifest does. Add a key in double quotes.'],
  ['{"a":', 1, 6, 'The text ends before the manifest does. Add a value.'],
  ['{"a"', 1, 5, 'The text ends before the manifest does. Add a colon.'],
  ['{"a": [1', 1, 9, 'The text ends before the manifest does. Add ].'],
  ['{"a": [', 1, 8, 'The text ends before the manifest does. Add ].'],
  ['\ufeff{}', 1, 1, 'Remove this invisible character.'],
  ['{\u00a0"a": 1}', 1, 2, 'Remove this invisible character.'],
])('explains %j by line %i, column %i: %s', { tags: ['MAN-29'] }, (text, line, column, cause) => {
  expect(findSyntaxProblem(text, manifestLimits)).toMatchObject({ line, column, cause })
})

test.each(
  Object.entries({
    'Write true, false and null in lowercase.': ['True', 'NULL', 'fALSE'],
    "This isn't a valid number.": '01 -01 1. .5 -.5 1e 1e+ 1.5E 0x1F +1 1_000'.split(' '),
    "This isn't a value. Text needs double quotes.": ['None', 'Trues', '1.2.3', '2026-01-01', '3f', '-'],
  }),
)('answers "%s" to %j', { tags: ['MAN-29'] }, (cause, values) => {
  for (const value of values) {
    expect(findSyntaxProblem(`{"a": ${value}}`, manifestLimits), value).toMatchObject({
      line: 1,
      column: 7,
      cause,
    })
  }
})

test.each(['{}', '{"a": 1, "a": 2}', '[]', '['.repeat(40), '['.repeat(300_000)])(
  'has nothing to explain in %.40j',
  (text) => expect(findSyntaxProblem(text, manifestLimits)).toBeNull(),
)

test('explains exactly the texts that are refused as invalid JSON', { tags: ['ERR-20'] }, () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const isInvalid = readManifestText(text).errors[0]?.message === 'Invalid JSON, could not parse manifest'
      expect(findSyntaxProblem(text, manifestLimits) !== null).toBe(isInvalid)
    }),
  )
})
