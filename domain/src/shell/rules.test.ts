import { describe, expect, test } from 'vitest'
import { scrubEvent, shouldReportErrors } from './rules.ts'

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
    'SHELL-15 in the stage %s with destination %s and government cloud %s reports: %s',
    (stage, to, gov, expected) => {
      expect(shouldReportErrors({ release_stage: stage, error_reporting_dsn: to, gov_cloud: gov })).toBe(
        expected,
      )
    },
  )

  test.each(['production', 'staging'])(
    'SHELL-11 the government cloud reports nothing, not even in %s',
    (stage) => {
      expect(shouldReportErrors({ release_stage: stage, error_reporting_dsn: dsn, gov_cloud: true })).toBe(
        false,
      )
    },
  )

  test('SHELL-16 a report carries no e-mail address, secret, cookie, body or query string', () => {
    const scrubbed = scrubEvent({
      message: 'Could not load /developer_apps?filters[search]=secret for ann.lee+x@demo.test',
      user: { id: 4, email: 'ann@demo.test' },
      request: {
        url: 'https://portal.example.com/reset_password/abc123?x=1',
        referrer: 'https://portal.example.com/feeds/notifications/feed-token-1.atom',
        cookies: { sid: 'cookie-value' },
        headers: { cookie: 'sid=cookie-value', authorization: 'Bearer tok' },
        data: { password: 'typed-password' },
        query_string: 'token=t',
      },
      extra: { client_secret: 's3cr3t', note: 'Authorization: Bearer abc.def', list: ['bob@demo.test'] },
      breadcrumbs: [
        { data: { url: '/api/v1/x?y=1' }, message: 'GET /api/v1/developers?search=ann' },
        {
          message: 'GET /api/v1/invitations/by_token/mailed-1, POST /api/v1/invitations/mailed-2/acceptance',
        },
      ],
      exception: { values: [{ type: 'TypeError', value: 'x is not a function' }] },
    })
    const text = JSON.stringify(scrubbed)
    for (const word of [
      'demo.test',
      'abc123',
      'mailed-1',
      'mailed-2',
      'feed-token-1',
      'cookie-value',
      'typed-password',
      's3cr3t',
      'abc.def',
      'search=',
      '?x',
      'token=t',
    ]) {
      expect(text).not.toContain(word)
    }
    expect(scrubbed['exception']).toEqual({ values: [{ type: 'TypeError', value: 'x is not a function' }] })
  })
})
