import { expect, test } from 'vitest'
import { decideExpiry, decideScopes } from './serviceScopes.ts'

test.each([
  ['events', ['events']],
  ['quota_checks', ['quota_checks']],
  ['events,quota_checks', ['events', 'quota_checks']],
  [' quota_checks , events , events', ['events', 'quota_checks']],
])('reads %j as the scopes %j', (text, scopes) => {
  expect(decideScopes(text)).toEqual({ ok: true, value: scopes })
})

test.each([
  ['', '""'],
  ['event', '"event"'],
  ['events,', '""'],
  ['events;quota_checks', '"events;quota_checks"'],
  ['all', '"all"'],
])('refuses %j and lists the scopes', (text, named) => {
  expect(decideScopes(text)).toEqual({
    ok: false,
    refusal: {
      code: 'invalid_input',
      message: `${named} isn't a scope. The scopes are events, quota_checks, introspect and leaked_secrets.`,
    },
  })
})

const now = Date.parse('2026-11-22T10:30:00Z')

test.each([
  ['1', '2026-11-23T10:30:00.000Z'],
  ['90', '2027-02-20T10:30:00.000Z'],
  ['3650', '2036-11-19T10:30:00.000Z'],
  // The date is the last day on which the token works.
  ['2026-11-22', '2026-11-23T00:00:00.000Z'],
  ['2027-01-31', '2027-02-01T00:00:00.000Z'],
  ['2028-02-29', '2028-03-01T00:00:00.000Z'],
])('reads the expiry %j as a token that works until %s', (text, until) => {
  const decision = decideExpiry(text, now)
  expect(decision.ok && new Date(decision.value).toISOString()).toBe(until)
})

const formats = 'Write a date like 2027-01-31, or a number of days from 1 to 3650.'

test.each([
  ['', formats],
  ['0', formats],
  ['3651', formats],
  ['-1', formats],
  ['1.5', formats],
  ['tomorrow', formats],
  ['2027-02-29', formats],
  ['2027-13-01', formats],
  ['2027-1-31', formats],
  ['31.01.2027', formats],
  ['2027-01-31T12:00:00Z', formats],
  ['2036-11-20', formats],
  ['9999-01-01', formats],
  ['2026-11-21', `2026-11-21 is in the past. ${formats}`],
])('refuses the expiry %j', (text, message) => {
  expect(decideExpiry(text, now)).toEqual({ ok: false, refusal: { code: 'invalid_input', message } })
})
