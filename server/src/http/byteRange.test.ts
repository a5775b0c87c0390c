import { expect, test } from 'vitest'
import { parseRange } from './byteRange.ts'

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-4', { start: 2, end: 4 }],
  ['bytes=2-', { start: 2, end: 9 }],
  ['bytes=9-', { start: 9, end: 9 }],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=0-10', { start: 0, end: 9 }],
  ['bytes=-1', { start: 9, end: 9 }],
  ['bytes=-10', { start: 0, end: 9 }],
  ['bytes=-11', { start: 0, end: 9 }],
  ['bytes=10-', null],
  ['bytes=10-12', null],
  ['bytes=4-2', null],
  ['bytes=-0', null],
  ['bytes=-', 'all'],
  ['bytes=0-1,4-5', 'all'],
  ['lines=0-1', 'all'],
  [undefined, 'all'],
])('of ten bytes, the range %s is %o', (header, expected) => {
  expect(parseRange(header, 10)).toEqual(expected)
})
