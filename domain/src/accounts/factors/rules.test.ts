import { expect, test } from 'vitest'
import {
  decideFactorRemoval,
  decideFactorReset,
  decideNewPasskey,
  factorMethodsFor,
  findEnrollment,
  groupRecoveryCode,
  plainRecoveryCode,
  type Factors,
} from './rules.ts'

const none: Factors = { passkeys: 0, totp: false, recoveryCodes: 0 }
const admin = { is_admin: true, is_employee: false }
const employee = { is_admin: false, is_employee: true }
const developer = { is_admin: false, is_employee: false }

test.each([
  [none, []],
  [{ ...none, recoveryCodes: 10 }, []],
  [{ ...none, passkeys: 1 }, ['passkey']],
  [{ ...none, totp: true }, ['totp']],
  [{ ...none, totp: true, recoveryCodes: 1 }, ['totp', 'recovery_code']],
  [{ passkeys: 2, totp: true, recoveryCodes: 3 }, ['passkey', 'totp', 'recovery_code']],
] as const)('an account with %j finishes a sign-in with %j', (factors, methods) => {
  expect(factorMethodsFor(factors)).toEqual(methods)
})

const start = '2026-11-01T00:00:00.000Z'
const at = (day: number): number => Date.parse(`2026-11-0${day}T00:00:00.000Z`)
const policy = { isRequired: true, graceDays: 7 }
const due_at = '2026-11-08T00:00:00.000Z'

test.each([
  ['an admin within the grace period', admin, none, policy, at(7), { due_at, is_due: false }],
  ['an admin after it', admin, none, policy, at(8), { due_at, is_due: true }],
  ['an employee after it', employee, none, policy, at(9), { due_at, is_due: true }],
  [
    'an admin with recovery codes alone',
    admin,
    { ...none, recoveryCodes: 10 },
    policy,
    at(9),
    { due_at, is_due: true },
  ],
  ['an admin with a passkey', admin, { ...none, passkeys: 1 }, policy, at(9), null],
  ['an admin with an authenticator app', admin, { ...none, totp: true }, policy, at(9), null],
  ['someone else', developer, none, policy, at(9), null],
  ['an admin where it is optional', admin, none, { ...policy, isRequired: false }, at(9), null],
  [
    'an admin without a grace period',
    admin,
    none,
    { ...policy, graceDays: 0 },
    at(1),
    { due_at: start, is_due: true },
  ],
])('enrollment of %s', (_, person, factors, rules, now, expected) => {
  expect(findEnrollment({ ...person, factor_grace_from: start }, factors, rules, now)).toEqual(expected)
})

test.each([
  [admin, none, true, false],
  [employee, none, true, false],
  [admin, { ...none, recoveryCodes: 5 }, true, false],
  [admin, { ...none, totp: true }, true, true],
  [admin, { ...none, passkeys: 1 }, true, true],
  [admin, none, false, true],
  [developer, none, true, true],
] as const)(
  '%j may be left with %j where factors are required: %s, is %s',
  (person, remaining, isRequired, ok) => {
    expect(decideFactorRemoval(person, remaining, { isRequired }).ok).toBe(ok)
  },
)

test('an account has at most 20 passkeys', () => {
  expect([19, 20].map((passkeys) => decideNewPasskey({ passkeys }).ok)).toEqual([true, false])
})

test.each([
  [{ id: 1 }, { ...none, totp: true }, true],
  [{ id: 1, isSuspended: true }, { ...none, totp: true }, false],
  [{ id: 1, email_changed_at: '2026-11-23T10:00:00.001Z' }, { ...none, totp: true }, false],
  [{ id: 1, email_changed_at: '2026-11-23T10:00:00.000Z' }, { ...none, totp: true }, true],
  [{ id: 2 }, { ...none, totp: true }, false],
  [{ id: 1 }, none, false],
] as const)('staff with the id 2 reset the factors of %j, which are %j: %s', (target, factors, ok) => {
  const now = Date.parse('2026-11-30T10:00:00.000Z')
  const usual = { isSuspended: false, email_changed_at: null }
  expect(decideFactorReset({ ...usual, ...target }, { id: 2 }, factors, now).ok).toBe(ok)
})

test('says from which day the factors can be reset after a change of the address', () => {
  const target = { id: 1, isSuspended: false, email_changed_at: '2026-11-23T10:00:00.001Z' }
  const now = Date.parse('2026-11-30T10:00:00.000Z')
  expect(decideFactorReset(target, { id: 2 }, { ...none, totp: true }, now)).toMatchObject({
    refusal: { message: expect.stringMatching(/ Request it after 2026-11-30\.$/) },
  })
})

test('a recovery code may be typed without separators and in small letters', () => {
  const shown = groupRecoveryCode('ABCDEFGHIJKLMNOP')
  expect(shown).toBe('ABCD-EFGH-IJKL-MNOP')
  expect([shown, 'abcd efgh ijkl mnop', ' abcdefghijklmnop'].map(plainRecoveryCode)).toEqual(
    Array(3).fill('ABCDEFGHIJKLMNOP'),
  )
})
