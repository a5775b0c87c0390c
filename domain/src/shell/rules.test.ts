import { describe, expect, test } from 'vitest'
import { contracts } from '../contracts.ts'
import { pageRoutes } from '../routes.ts'
import { scrubText, shouldReportErrors } from './rules.ts'

const dsn = 'https://key@errors.example.com/1'

describe('error reporting', () => {
  test.each([
    ['production', dsn, false, true],
    ['staging', dsn, false, true],
    ['development', dsn, false, false],
    ['test', dsn, false, false],
    ['production', null, false, false],
    ['production', '', false, false],
  ])(
    'error reporting in stage %s with destination %s and government cloud %s is enabled: %s',
    { tags: ['SHELL-15'] },
    (stage, to, gov, expected) => {
      expect(shouldReportErrors({ release_stage: stage, error_reporting_dsn: to, gov_cloud: gov })).toBe(
        expected,
      )
    },
  )

  test.each(['production', 'staging'])(
    'error reporting is off in government cloud, even in %s',
    { tags: ['SHELL-11'] },
    (stage) => {
      expect(shouldReportErrors({ release_stage: stage, error_reporting_dsn: dsn, gov_cloud: true })).toBe(
        false,
      )
    },
  )
})

test.each([
  ['could not write to ann.lee+x@demo.test', 'could not write to [removed]'],
  ['/developer_apps?filters[search]=secret for x', '/developer_apps for x'],
  [
    'https://portal.example.com/reset_password/abc123?x=1',
    'https://portal.example.com/reset_password/[removed]',
  ],
  ['POST /api/v1/invitations/mailed-2/acceptance', 'POST /api/v1/invitations/[removed]/acceptance'],
  ['GET /api/v1/invitations/mailed-1/preview', 'GET /api/v1/invitations/[removed]/preview'],
  ['GET /feeds/notifications/feed-token-1', 'GET /feeds/notifications/[removed]'],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer [removed]'],
  ['Authorization: Basic Y2xpZW50OnNlY3JldA==', 'Authorization: Basic [removed]'],
  ['x is not a function', 'x is not a function'],
])('scrubs a log line from %s to %s', (text, scrubbed) => {
  expect(scrubText(text)).toBe(scrubbed)
})

/** Anyone can send these texts, and backtracking from every start would take minutes. */
test.each([
  ['letters', 'a'],
  ['slashes', '/'],
  ['addresses', 'http://'],
  ['dots of an email address', 'a@a.'],
  ['words', 'bearer '],
])('scrubs 200,000 characters of %s quickly', (_name, part) => {
  const text = part.repeat(200_000 / part.length)
  expect(scrubText(`${text}!`)).toContain('!')
})

const addresses = [
  ...Object.values(pageRoutes).map(({ pattern }) => pattern),
  ...Object.values(contracts).flatMap((each) =>
    typeof each === 'object' && 'path' in each ? [each.path] : [],
  ),
]

test.each(addresses.filter((address) => /[$:]token\b/.test(address)))(
  'removes the token from the address %s',
  (address) => {
    const scrubbed = scrubText(
      `no reply from https://portal.example.com${address.replace(/[$:]token\b/, 'abc-123_x')}`,
    )
    expect(scrubbed).toContain('/[removed]')
    expect(scrubbed).not.toContain('abc-123_x')
  },
)
