import { expect, test } from 'vitest'
import { findSubjectName } from './subjectName.ts'

test.each<[string, Record<string, [unknown, unknown]>, string | null]>([
  ['app_version', { version: [3, 3], semantic_version: ['0.2.1', '0.2.1'] }, '0.2.1'],
  ['app_version', { version: [null, 3], semantic_version: [null, null] }, '3'],
  ['app_version', { state: ['in_review', 'published'] }, null],
  ['submission', { semantic_version: ['0.2.1', '0.2.1'] }, null],
  ['submission', { public_name: ['Site Sync', 'Site Bridge'] }, 'Site Bridge'],
  ['submission', { public_name: ['', ''] }, null],
  ['passkey', { name: ['Laptop', null] }, 'Laptop'],
  ['invitation', { email: [null, 'ana@example.test'], role: [null, 'guest'] }, 'ana@example.test'],
  ['quota_bucket', { name: ['Nightly', 'Nightly'], reason: [null, 'Peak.'] }, 'Nightly'],
  ['sandbox', { name: ['Laptop', null] }, null],
  ['notification', { title: ['Newer', 'Newer'], body: ['Soon.', 'Done.'] }, 'Newer'],
  ['notification', { title: ['Newer', null], body: ['Done.', null] }, 'Newer'],
])('the audit log names a subject of the kind %s with %j as %s', (type, changes, name) => {
  expect(findSubjectName(type, changes)).toBe(name)
})
