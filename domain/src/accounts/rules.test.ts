import { describe, expect, test } from 'vitest'
import {
  adminRemovalProblem,
  browserName,
  decideRights,
  isBareRegistration,
  unconfirmedRefusal,
  safeReturnPath,
} from './rules.ts'

describe('changing the admin right', () => {
  const confirmed = {
    email: 'kim@example.test',
    email_confirmed_at: '2026-11-01T00:00:00Z',
    is_employee: false,
    is_partner: false,
  }
  const admin = { ...confirmed, id: 1, is_admin: true }
  const other = { ...confirmed, id: 2, is_admin: true }
  const developer = { ...confirmed, id: 3, is_admin: false }

  test.each([
    { who: 'a developer who is not an admin', target: developer, caller: admin, says: null },
    { who: 'another admin', target: other, caller: admin, says: null },
    {
      who: 'the caller',
      target: admin,
      caller: admin,
      says: "You can't remove your own admin rights. Ask another admin to do it.",
    },
  ])(
    'changing the admin right from $who is refused with: $says',
    { tags: ['ACC-07'] },
    ({ target, caller, says }) => {
      expect(adminRemovalProblem(target, caller)).toBe(says)
    },
  )

  test('changing the admin right is refused if the caller has lost it since', { tags: ['ACC-07'] }, () => {
    expect(decideRights(developer, admin, [2], { is_admin: true })).toMatchObject({
      ok: false,
      refusal: { code: 'not_allowed' },
    })
  })

  test.each(['is_admin', 'is_employee', 'is_partner'] as const)(
    'the right %s is granted only once the address is confirmed',
    { tags: ['ACC-07'] },
    (right) => {
      const grant = (target: object, change: object = {}) =>
        decideRights({ ...developer, ...target }, admin, [1], { ...change, [right]: true })
      const unconfirmed = { email_confirmed_at: null }
      expect(grant({}).ok).toBe(true)
      expect(grant(unconfirmed)).toMatchObject({
        refusal: {
          code: 'invalid_input',
          message: expect.stringMatching(/^The account kim@example\.test hasn't confirmed its address/),
          fields: { [right]: [expect.any(String)] },
        },
      })
      expect(grant({}, { email: 'new@example.test' })).toMatchObject({
        refusal: {
          message:
            "The new address must be confirmed first. Save it without this right, and we'll send it a confirmation link.",
          fields: { [right]: [expect.any(String)] },
        },
      })
      expect(grant({}, { email: developer.email }).ok).toBe(true)
      expect(grant({ ...unconfirmed, [right]: true }, { email: 'new@example.test' }).ok).toBe(true)
    },
  )

  test('admins change their own address on their account page, which proves the new one', () => {
    const move = (target: typeof admin) => decideRights(target, admin, [1, 2], { email: 'new@example.test' })
    expect(move(admin)).toMatchObject({
      refusal: {
        code: 'invalid_input',
        fields: {
          email: ['Change your own address on your account page, which sends a link to the new one.'],
        },
      },
    })
    expect(move(other).ok).toBe(true)
  })

  test("accepts a change that keeps the right, including one's own", { tags: ['ACC-07'] }, () => {
    expect(decideRights(admin, admin, [1], { is_admin: true }).ok).toBe(true)
    expect(decideRights<{ is_admin?: boolean }>(admin, admin, [1], {}).ok).toBe(true)
  })
})

describe('a bare registration', () => {
  const bare = {
    email_confirmed_at: null,
    email_changed_at: null,
    is_admin: false,
    is_employee: false,
    is_partner: false,
  }
  const at = '2026-11-01T00:00:00Z'
  test.each([
    ['new', bare, 0, true],
    ['confirmed', { ...bare, email_confirmed_at: at }, 0, false],
    ['with an address changed by staff', { ...bare, email_changed_at: at }, 0, false],
    ['a platform admin', { ...bare, is_admin: true }, 0, false],
    ['an employee', { ...bare, is_employee: true }, 0, false],
    ['a partner', { ...bare, is_partner: true }, 0, false],
    ['on an app', bare, 1, false],
  ])('%s: %o with %i roles: %s', { tags: ['ACC-06'] }, (_, account, roles, expected) => {
    expect(isBareRegistration(account, roles)).toBe(expected)
  })
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    'Chrome on macOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.11.0', 'curl'],
  ['', 'Unknown browser'],
])('names the browser "%s" %s in the list of sessions', { tags: ['ACC-06'] }, (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})

/** Anyone can send this text, and trying every way to split the digits would take minutes. */
test('names a browser with a version of 200,000 digits immediately', () => {
  expect(browserName(`Version/${'1'.repeat(200_000)}`)).toBe('Unknown browser')
})

test.each([
  ['/developer_apps/4?page=2', '/developer_apps/4?page=2'],
  ['/', '/'],
  [undefined, '/home'],
  ['', '/home'],
  ['//evil.test', '/home'],
  [String.raw`/\evil.test`, '/home'],
  ['https://evil.test', '/home'],
  ['/\t/evil.test', '/home'],
  ['javascript:alert(1)', '/home'],
])(
  'redirects from return_to=%s to %s after sign-in, and never to another site',
  { tags: ['ACC-06'] },
  (requested, target) => {
    expect(safeReturnPath(requested, '/home')).toBe(target)
  },
)

test.each([
  [
    undefined,
    'Confirm your email address first: we sent a link to a@demo.test. Select Resend at the top of any page to get a new one.',
  ],
  ['create an app', 'Confirm your email address before you create an app. We sent a link to a@demo.test.'],
])('tells a developer with an unconfirmed address what to do: %s', (purpose, message) => {
  expect(unconfirmedRefusal('a@demo.test', purpose).message).toBe(message)
})
