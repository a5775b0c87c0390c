import { expect, test } from 'vitest'
import { isKnownPage, findPagePattern } from './pages.ts'

test.each([
  ['/', true],
  ['/developer_apps/12', true],
  ['/developer_apps/12/', true],
  ['/developer_apps/12/versions', true],
  ['/developer_apps/undefined', false],
  ['/developer_apps/0', false],
  ['/developer_apps/-1', false],
  ['/developer_apps/1.5', false],
  ['/developer_apps/1234567890123456', false],
  ['/developer_apps/abc/engagement_report', false],
  ['/notifications/x', false],
  ['/admin/developer_apps/review_queue', true],
  ['/admin/developer_apps/x', false],
  ['/admin/developer_apps/1/contacts/2/edit', true],
  ['/admin/developer_apps/1/contacts/x/edit', false],
  ['/invitations/abc', true],
  ['/nowhere', false],
  ['/marketplace/grit-board', true],
  ['/marketplace/GRIT-BOARD', false],
  ['/marketplace/a b', false],
])('knows whether there is a page at %s: %s', { tags: ['SHELL-40'] }, (path, known) => {
  expect(isKnownPage(path)).toBe(known)
})

test.each([
  ['/reset_password/abc123', '/reset_password/:token'],
  ['/developer_apps/12/versions', '/developer_apps/:id/:tab'],
  ['/admin/developer_apps/review_queue', '/admin/developer_apps/review_queue'],
  ['/nowhere/abc123', null],
])('finds for %s the page pattern %s', { tags: ['SHELL-16'] }, (path, pattern) => {
  expect(findPagePattern(path)).toBe(pattern)
})
