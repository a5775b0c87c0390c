import { expect, test } from 'vitest'
import { describeLocation, selectLeaks } from './leaks.ts'

const url = 'https://code.example/file'

test('a report of leaks keeps what can be a token', () => {
  expect(selectLeaks([{ token: ' trp_1 ', url: ` ${url} ` }])).toEqual([{ token: 'trp_1', url }])
})

test.each([
  ['has no characters', ''],
  ['has only spaces', '  '],
  ['is longer than any token', 'x'.repeat(4_001)],
])('a report of leaks drops a token that %s, and keeps the others', (_what, token) => {
  expect(
    selectLeaks([
      { token, url },
      { token: 'trp_1', url },
    ]),
  ).toEqual([{ token: 'trp_1', url }])
})

test('a report of leaks keeps an access token, which is long', () => {
  const token = 'x'.repeat(4_000)
  expect(selectLeaks([{ token, url }])).toEqual([{ token, url }])
})

test('a report of leaks keeps the longest address that an email can show', () => {
  const address = 'x'.repeat(2_000)
  expect(selectLeaks([{ token: 'trp_1', url: address }])).toEqual([{ token: 'trp_1', url: address }])
})

test.each([
  ['is missing', undefined],
  ['is null', null],
  ['is empty', ''],
  ['is too long for an email', 'x'.repeat(2_001)],
  ['has several lines', `${url}\nFrom: someone@example.test`],
  ['has a line separator', `${url}\u2028From: someone@example.test`],
  ['changes the direction of text', `${url}\u202E`],
])('a report of leaks keeps a token whose address %s, without the address', (_what, address) => {
  expect(selectLeaks([{ token: 'trp_1', url: address }])).toEqual([{ token: 'trp_1', url: null }])
})

test('the email about a leak says where it was found', () => {
  expect(describeLocation({ url })).toBe('at https://code.example/file')
  expect(describeLocation({ url: null })).toBe('in public')
})
