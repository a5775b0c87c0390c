import { expect, test } from 'vitest'
import { branchAddress } from './branchAddress.ts'

test.each([
  ['/reference', '/reference?custom_service_sha=8c41d07'],
  ['/reference/rest/rfis#list_rfis', '/reference/rest/rfis?custom_service_sha=8c41d07#list_rfis'],
  [
    '/reference/rest/changelog?filters[search]=rfi',
    '/reference/rest/changelog?filters[search]=rfi&custom_service_sha=8c41d07',
  ],
  ['/reference/rest/changelog.atom', '/reference/rest/changelog.atom'],
  ['/references', '/references'],
  ['/documentation/oauth#secrets', '/documentation/oauth#secrets'],
  ['#list_rfis', '#list_rfis'],
  ['https://example.com/reference', 'https://example.com/reference'],
])('turns the link %s into %s on a branch', { tags: ['CHG-15'] }, (href, there) => {
  expect(branchAddress('8c41d07')(href)).toBe(there)
  expect(branchAddress(undefined)(href)).toBe(href)
})
