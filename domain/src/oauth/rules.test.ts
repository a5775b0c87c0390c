import { describe, expect, test } from 'vitest'
import { hourMs } from '../time/durations.ts'
import { decideKeySteps, isOriginAllowed, isRedirectUriAllowed, type KeyState } from './rules.ts'

const registered = [
  'https://crane.example/cb',
  'http://localhost/cb',
  'http://localhost:3000',
  'urn:ietf:wg:oauth:2.0:oob',
]

describe('redirect URIs', () => {
  test.each([
    'https://crane.example/cb',
    'http://localhost/cb',
    'http://localhost:8080/cb',
    'http://localhost:3000',
    'http://localhost:4000',
    'http://localhost:65535/cb',
    'http://localhost',
    'urn:ietf:wg:oauth:2.0:oob',
  ])('redirect URIs may be %s', (uri) => {
    expect(isRedirectUriAllowed(registered, uri)).toBe(true)
  })

  test.each([
    'https://crane.example/cb/',
    'https://crane.example/cb?next=1',
    'https://crane.example:443/cb',
    'https://CRANE.example/cb',
    'http://crane.example/cb',
    'http://localhost:8080/other',
    'http://localhost:8080@crane.example/cb',
    'http://localhost:65536/cb',
    'http://localhost:99999',
    'http://localhost.crane.example/cb',
    'http://127.0.0.1/cb',
    'http://[::1]/cb',
    'https://localhost/cb',
    'app:/cb',
    '',
  ])('redirect URIs may not be %j', (uri) => {
    expect(isRedirectUriAllowed(registered, uri)).toBe(false)
  })
})

test.each([
  ['crane.example', 'https://crane.example', true],
  ['crane.example', 'http://crane.example', false],
  ['a.example, Crane.example:8443', 'https://crane.example:8443', true],
  ['https://crane.example', 'https://crane.example', true],
  ['http://localhost:3000', 'http://localhost:3000', true],
  ['localhost:3000', 'http://localhost:3000', true],
  ['localhost', 'http://localhost:3000', false],
  ['localhost.example', 'http://localhost.example', false],
  ['crane.example', 'https://evil.crane.example', false],
  ['crane.example', 'null', false],
  ['crane.example:443', 'https://crane.example', true],
  ['https://crane.example:443', 'https://crane.example', true],
  ['http://localhost:80', 'http://localhost', true],
  ['localhost:80', 'http://localhost', true],
  ['localhost:80', 'https://localhost:80', true],
  ['crane.example:80', 'https://crane.example', false],
  ['crane.example:4430', 'https://crane.example', false],
  ['https://münchen.example', 'https://xn--mnchen-3ya.example', true],
  ['10.0.0.256', 'null', false],
  ['', 'https://crane.example', false],
])('with the domains %j of an app, a page of %s may call: %s', (domains, origin, allowed) => {
  expect(isOriginAllowed(domains, origin)).toBe(allowed)
})

describe('signing keys', () => {
  const now = Date.parse('2026-06-01T00:00:00Z')
  const ago = (hours: number) => new Date(now - hours * hourMs).toISOString()
  const current = (hours: number): KeyState => ({
    state: 'current',
    created_at: ago(hours),
    current_since: ago(hours),
    retired_at: null,
  })
  const next = (hours: number): KeyState => ({
    state: 'next',
    created_at: ago(hours),
    current_since: null,
    retired_at: null,
  })
  const retired = (hours: number): KeyState => ({
    state: 'retired',
    created_at: ago(3_000),
    current_since: ago(3_000),
    retired_at: ago(hours),
  })

  test.each<[string, KeyState[], boolean, string[]]>([
    ['none', [], false, ['create_current']],
    ['a young one', [current(1)], false, []],
    ['a young one to be rotated', [current(1)], true, ['create_next']],
    ['one of almost 90 days', [current(90 * 24 - 1)], false, ['create_next']],
    ['one not that old', [current(90 * 24 - 2)], false, []],
    ['a next one just published', [current(90 * 24), next(0.9)], true, []],
    ['a next one published for an hour', [current(90 * 24), next(1)], false, ['promote_next']],
    ['a retired one', [current(1), retired(1.9)], false, []],
    ['a retired one whose tokens have expired', [current(2), retired(2)], false, ['delete_retired']],
  ])('rotates the signing keys as needed with %s', (_which, keys, rotate, steps) => {
    expect(decideKeySteps(keys, now, rotate)).toEqual(steps)
  })
})
