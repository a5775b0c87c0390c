import { describe, expect, test } from 'vitest'
import {
  adminAppAddress,
  adminAppTabs,
  appAddress,
  appTabs,
  matchPage,
  toReportedRoute,
  isKnownPage,
  pageAddress,
  pageRoutes,
} from './routes.ts'

test.each([
  ['/', true],
  ['/developer_apps/12', true],
  ['/developer_apps/12/', true],
  ['/developer_apps/12/versions', true],
  ['/developer_apps/12/versions/3', false],
  ['/developer_apps/undefined', false],
  ['/developer_apps/0', false],
  ['/developer_apps/-1', false],
  ['/developer_apps/1.5', false],
  ['/developer_apps/1234567890123456', false],
  ['/developer_apps/abc/engagement_report', false],
  ['/notifications/x', false],
  ['/admin', true],
  ['/admin/developer_apps/review_queue', true],
  ['/admin/developer_apps/x', false],
  ['/admin/developer_apps/1', true],
  ['/admin/developer_apps/1/sandbox', true],
  ['/admin/developer_apps/1/general', false],
  ['/admin/developer_apps/1/nonsense', false],
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
  ['/', 'home', '/'],
  ['/reset_password/abc123', 'resetPassword', '/reset_password/:token'],
  ['/developer_apps/12', 'app', '/developer_apps/:id'],
  ['/developer_apps/12/versions', 'app', '/developer_apps/:id/:tab'],
  ['/developer_apps/12/engagement_report', 'engagementReport', '/developer_apps/:id/engagement_report'],
  ['/admin/developer_apps/review_queue', 'reviewQueue', '/admin/developer_apps/review_queue'],
  ['/reference/rest/changelog', 'changelog', '/reference/rest/changelog'],
  ['/reference/rest/projects', 'referenceGroup', '/reference/rest/:group'],
])('finds at %s the page %s, reported as %s', { tags: ['SHELL-16'] }, (path, name, route) => {
  const found = matchPage(path)
  expect([found?.name, found && toReportedRoute(found)]).toEqual([name, route])
})

test('finds no page at an unknown address', { tags: ['SHELL-16'] }, () => {
  expect(matchPage('/nowhere/abc123')).toBeNull()
})

describe('an address built from the table', () => {
  test('an address built from the table has its parameters escaped, and no slash where the last one is missing', () => {
    expect(pageAddress('home')).toBe('/')
    expect(pageAddress('invitation', { token: 'a/b c' })).toBe('/invitations/a%2Fb%20c')
    expect(pageAddress('app', { id: 7 })).toBe('/developer_apps/7')
    expect(pageAddress('adminContact', { id: 7, contactId: 8 })).toBe(
      '/admin/developer_apps/7/contacts/8/edit',
    )
  })

  test('leads to the page it was built for, tab by tab', () => {
    for (const tab of appTabs) {
      const params = tab === 'configurations' ? { id: '7', tab: undefined } : { id: '7', tab }
      expect(matchPage(appAddress(7, tab))).toEqual({ name: 'app', pattern: pageRoutes.app.pattern, params })
    }
    for (const tab of adminAppTabs) {
      const params = tab === 'general' ? { id: '7', tab: undefined } : { id: '7', tab }
      expect(matchPage(adminAppAddress(7, tab))).toEqual({
        name: 'adminApp',
        pattern: pageRoutes.adminApp.pattern,
        params,
      })
    }
  })
})

test('no page hides another, and the address says who has access', () => {
  for (const [name, { pattern, access }] of Object.entries(pageRoutes)) {
    const example = pattern.replaceAll(/\$\w+/g, '7').replaceAll(/\/?\{-7\}/g, '')
    expect(matchPage(example)?.name, example).toBe(name)
    expect(access === 'staff', pattern).toBe(/^\/admin(\/|$)/.test(pattern))
  }
})
