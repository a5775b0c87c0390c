import { expect, test } from 'vitest'
import { validateTotp } from './validateTotp.ts'

const secret = Buffer.from('12345678901234567890')

// RFC 6238, appendix B, for SHA-1: the last six of the eight digits there.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('accepts the code of RFC 6238 at %i s', (seconds, code) => {
  expect(validateTotp(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test('accepts the code of the step before and after, and no other', () => {
  // The code 050471 belongs to the step that starts at this time.
  const start = 1_111_111_110_000
  const step = start / 30_000
  const steps = [-60, -31, -30, 0, 29, 30, 59, 60].map((seconds) =>
    validateTotp(secret, '050471', start + seconds * 1000),
  )
  expect(steps).toEqual([null, null, step, step, step, step, step, null])
})

test('refuses a code that is not a number of six digits', () => {
  expect(
    ['', '05047', '0504711', 'abcdef'].map((code) => validateTotp(secret, code, 1_111_111_111_000)),
  ).toEqual(Array(4).fill(null))
})
