import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compareSemanticVersions,
  decideVersionNumber,
  highestSemanticVersion,
  isSemanticVersion,
  isVersionJump,
  nextFreeNumbers,
  nextSemanticVersion,
} from './numbers.ts'

const refusal = (wanted: string | null, existing: (string | null)[]) => {
  const decision = decideVersionNumber(wanted, existing)
  return decision.ok ? null : decision.refusal
}

test.each(['0.0.0', '0.1.0', '1.4.2', '10.20.30', '99999999999999999999.0.1'])(
  'accepts the version number %s',
  { tags: ['MAN-34'] },
  (text) => expect(isSemanticVersion(text)).toBe(true),
)

test.each([
  '',
  '1',
  '1.2',
  '1.2.3.4',
  '01.2.3',
  '1.2.03',
  'v1.2.3',
  '1.2.3-beta',
  '1.2.3+4',
  ' 1.2.3',
  '1.2.3\n',
  '-1.2.3',
])('refuses the version number %j', { tags: ['MAN-34'] }, (text) => {
  expect(isSemanticVersion(text)).toBe(false)
  expect(decideVersionNumber(text, []).ok).toBe(false)
})

describe('the suggested version', () => {
  test('the suggested version is 0.1.0 without an earlier version', { tags: ['MAN-38'] }, () =>
    expect(nextSemanticVersion(null)).toBe('0.1.0'),
  )

  test.each([
    ['1.4.2', '1.5.0'],
    ['0.0.1', '0.1.0'],
    ['0.9.9', '0.10.0'],
    ['2.0.0', '2.1.0'],
    ['1.9007199254740993.0', '1.9007199254740994.0'],
    ['1.999999.7', '2.0.0'],
    ['999999.999999.7', '999999.999999.8'],
    ['20240101.0.0', '20240101.1.0'],
  ])('after %s is %s', { tags: ['MAN-37', 'MAN-39'] }, (last, next) =>
    expect(nextSemanticVersion(last)).toBe(next),
  )
})

describe('comparing versions number by number', () => {
  test.each([
    ['1.10.0', '1.9.9', 1],
    ['1.0.0', '1.0.0', 0],
    ['0.9.9', '1.0.0', -1],
    ['1.2.3', '1.2.4', -1],
    ['100000000000000000000.0.0', '99999999999999999999.9.9', 1],
  ])('%s against %s is %i', (a, b, expected) => expect(compareSemanticVersions(a, b)).toBe(expected))

  test('finds the highest at any position and skips versions without a number', () => {
    expect(highestSemanticVersion(['1.2.0', null, '1.10.0', '1.9.0'])).toBe('1.10.0')
    expect(highestSemanticVersion([null])).toBeNull()
    expect(highestSemanticVersion([])).toBeNull()
  })
})

describe('a new version number', () => {
  test(
    'a new version number is accepted when it is higher than every earlier one of the app',
    { tags: ['MAN-36'] },
    () => {
      expect(decideVersionNumber('1.4.1', ['1.4.0', '1.2.0', null])).toEqual({
        ok: true,
        value: { semantic_version: '1.4.1' },
      })
      expect(decideVersionNumber('0.0.0', [])).toEqual({ ok: true, value: { semantic_version: '0.0.0' } })
    },
  )

  test('a new version number that exists is refused with the next free numbers', { tags: ['MAN-36'] }, () => {
    const message = 'Version 1.4.0 already exists. The next free numbers are 1.4.1, 1.5.0 and 2.0.0.'
    expect(refusal('1.4.0', ['1.4.0', '1.3.0'])).toEqual({
      code: 'invalid_input',
      message,
      fields: { semantic_version: [message] },
    })
  })

  test(
    'a new version number that exists and is not the highest is refused with numbers that are free',
    { tags: ['MAN-36'] },
    () => {
      expect(refusal('1.4.0', ['1.4.0', '1.6.2'])?.message).toBe(
        'Version 1.4.0 already exists. The next free numbers are 1.6.3, 1.7.0 and 2.0.0.',
      )
    },
  )

  test('a new version number that is too low is refused with the highest one', { tags: ['ERR-25'] }, () => {
    const message = "This version number can't be used. Choose one higher than 1.10.0."
    expect(refusal('1.9.9', ['1.10.0', '1.9.0'])?.fields).toEqual({ semantic_version: [message] })
  })

  test('a new version number is required', { tags: ['MAN-34'] }, () => {
    expect(refusal('', [])?.fields).toEqual({ semantic_version: ['This field is required'] })
    expect(refusal(null, ['1.0.0'])?.fields).toEqual({ semantic_version: ['This field is required'] })
  })

  test('a new version number in another format is refused with an example', { tags: ['MAN-34'] }, () => {
    expect(refusal('1.4', [])?.message).toBe('Write the version number as three whole numbers, like 1.4.0.')
  })

  test.each(['1000000.0.0', '1.1234567.0', '1.0.10000000000'])(
    '%s is refused: a part has at most six digits',
    { tags: ['MAN-34'] },
    (wanted) => {
      const message = 'Each part of a version number can have at most 6 digits, like 1.4.0.'
      expect(refusal(wanted, ['1.0.0'])?.fields).toEqual({ semantic_version: [message] })
      expect(decideVersionNumber('999999.999999.999999', ['1.0.0']).ok).toBe(true)
    },
  )

  test(
    'a new version number may be as long as the highest one of an app that already has longer numbers',
    { tags: ['MAN-34'] },
    () => {
      expect(decideVersionNumber('20240101.0.1', ['20240101.0.0']).ok).toBe(true)
      expect(decideVersionNumber('120240101.0.0', ['20240101.0.0']).ok).toBe(false)
      expect(decideVersionNumber('1234567.0.0', ['20240101.0.0', '1.0.0']).ok).toBe(false)
    },
  )

  test.each([
    ['1.2.999999', 'The next free numbers are 1.3.0 and 2.0.0.'],
    ['999999.2.999999', 'The next free number is 999999.3.0.'],
    ['999999.999999.999999', 'There is no higher number.'],
  ])(
    'a new version number that is suggested as free after %s has at most six digits in each part',
    { tags: ['MAN-36'] },
    (last, free) => {
      expect(refusal(last, [last])?.message).toBe(`Version ${last} already exists. ${free}`)
    },
  )

  test(
    'a new version number that is suggested or listed as free can always be saved',
    { tags: ['MAN-36', 'MAN-37'] },
    () => {
      const number = fc.tuple(fc.nat(), fc.nat(), fc.nat()).map((parts) => parts.join('.'))
      fc.assert(
        fc.property(fc.array(number), (existing) => {
          const last = highestSemanticVersion(existing)
          const offered = [nextSemanticVersion(last), ...(last === null ? [] : nextFreeNumbers(last))]
          for (const wanted of offered) expect(decideVersionNumber(wanted, existing).ok).toBe(true)
          for (const wanted of existing) expect(decideVersionNumber(wanted, existing).ok).toBe(false)
        }),
      )
    },
  )
})

describe('a jump that needs a confirmation', { tags: ['MAN-34'] }, () => {
  test.each([
    ['1.4.2', '1.5.0', false],
    ['1.4.2', '2.0.0', false],
    ['1.4.2', '3.0.0', true],
    ['1.4.2', '1.104.0', false],
    ['1.4.2', '1.105.0', true],
    ['1.4.2', '1.4.102', false],
    ['1.4.2', '1.4.103', true],
    ['1.4.200', '2.0.0', false],
    ['1.4.2', '2.105.0', true],
    ['0.1.0', '100.0.0', true],
    ['1.0.0', '20240101.0.0', true],
    [null, '1.0.0', false],
    [null, '7.0.0', false],
    [null, '100.0.0', false],
    [null, '202611.28.0', true],
    [null, '1.0.101', true],
  ])('a jump from %s to %s needs a confirmation: %s', (last, wanted, isJump) =>
    expect(isVersionJump(last, wanted)).toBe(isJump),
  )
})
