import type { AuditEventRow } from '@trestle/domain/audit/contract.ts'
import { expect, test } from 'vitest'
import { isChanged, toAuditLabel, toReading, toSubjectName } from './wording.ts'

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

test.each<[string, AuditEventRow['changes'], string]>([
  ['app_version', { version: [3, 3], semantic_version: ['0.2.1', '0.2.1'] }, '0.2.1'],
  ['app_version', { version: [null, 3], semantic_version: [null, null] }, '3'],
  ['app_version', { state: ['in_review', 'published'] }, '34'],
  ['submission', { semantic_version: ['0.2.1', '0.2.1'] }, '34'],
  ['submission', { public_name: ['Site Sync', 'Site Bridge'] }, 'Site Bridge'],
  ['submission', { public_name: ['', ''] }, '34'],
  ['notification', { title: ['Newer', 'Newer'], body: ['Soon.', 'Done.'] }, 'Newer'],
  ['notification', { title: ['Newer', null], body: ['Done.', null] }, 'Newer'],
])('the audit log names a subject of the kind %s with %j as %s', (type, changes, name) => {
  expect(toSubjectName({ subject: { type, id: '34' }, changes })).toBe(name)
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
