import { expect, test } from 'vitest'
import { isChanged, toAuditLabel, toReading } from './wording.ts'

test.each([
  ['version.promoted', 'Version promoted'],
  ['sandbox.secret_reset', 'Sandbox secret reset'],
  ['app_version', 'App version'],
  ['submission', 'Listing'],
  ['app.painted_red', 'App painted red'],
  ['', ''],
])('the audit log writes %s as %s', (code, words) => {
  expect(toAuditLabel(code)).toBe(words)
})

test.each([
  [null, { kind: 'nothing' }],
  ['', { kind: 'nothing' }],
  [true, { kind: 'yes' }],
  [false, { kind: 'no' }],
  [0, { kind: 'text', text: '0' }],
  ['Site Sync', { kind: 'text', text: 'Site Sync' }],
  ['2026-04-09T16:05:09.000Z', { kind: 'text', text: '2026-04-09 16:05:09 UTC' }],
  [['a'], { kind: 'code', text: '[\n  "a"\n]' }],
])('the audit log shows the value %j of a changed field in readable form', (value, reading) => {
  expect(toReading(value)).toEqual(reading)
})

test.each([
  [['Site Sync', 'Site Bridge'], true],
  [[null, ''], true],
  [['Production_US01', 'Production_US01'], false],
  [
    [
      ['a', 1],
      ['a', 1],
    ],
    false,
  ],
])('the audit log counts %j among the changed fields: %s', (change, changed) => {
  expect(isChanged(change)).toBe(changed)
})
