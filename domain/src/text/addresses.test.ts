import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isEmail, isHttps, isWebAddress } from './addresses.ts'

declare const URL: new (text: string) => { username: string; password: string }

/** Whether an address that can be parsed names a user. */
function namesUser(address: string): boolean {
  const { username, password } = new URL(address)
  return username !== '' || password !== ''
}

const email = z.email()
const webAddress = z.url({ protocol: /^https?$/, hostname: z.regexes.domain })
const https = z.url({ protocol: /^https$/ })

/** Texts that are often almost an address. */
const parts = [
  'http',
  'https',
  ':',
  '//',
  '/',
  '@',
  '.',
  '..',
  '-',
  'a',
  'Z9',
  'example',
  'com',
  ' ',
  '\t',
  '\n',
  'ü',
  "'",
  '+',
  '_',
  '?',
  '#',
  '[::1]',
  '127.0.0.1',
  ':8080',
  'ftp://',
  'https://',
  'HTTPS://a.de',
  'me@example.com',
]
const almost = fc.array(fc.constantFrom(...parts), { maxLength: 7 }).map((chosen) => chosen.join(''))

test('rules accept the same addresses as contracts', () => {
  fc.assert(
    fc.property(fc.oneof(almost, fc.string(), fc.webUrl(), fc.emailAddress()), (text) => {
      expect(isEmail(text)).toBe(email.safeParse(text.trim()).success)
      const parsed = webAddress.safeParse(text.trim())
      expect(isWebAddress(text)).toBe(parsed.success && !namesUser(text.trim()))
      expect(isHttps(text)).toBe(https.safeParse(text).success)
    }),
    { numRuns: 3000 },
  )
})

test.each([
  ['me@example.com', true],
  [' me@example.com ', true],
  ['.me@example.com', false],
  ['me@example', false],
  ['', false],
])('%j is an email address: %s', (text, expected) => {
  expect(isEmail(text)).toBe(expected)
})

test.each([
  ['https://example.com/a?b#c', true],
  ['http://example.com:8080', true],
  ['HTTP://EXAMPLE.COM', true],
  ['https:example.com', false],
  [`https://${'a'.repeat(63)}.com`, true],
  [`https://${'a'.repeat(64)}.com`, false],
  ['https://localhost', false],
  ['https://127.0.0.1', false],
  ['ftp://example.com', false],
  ['https://me@example.com', false],
  ['https://:secret@example.com', false],
  ['example.com', false],
])('%j is a web address: %s', (text, expected) => {
  expect(isWebAddress(text)).toBe(expected)
})
