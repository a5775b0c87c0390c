import { expect, test } from 'vitest'
import {
  corsDomainErrors,
  decideFakeSandbox,
  decideSandboxChange,
  decideSandboxRequest,
  elapsedParts,
  redirectUriErrors,
  sandboxView,
  tidyCorsDomains,
  tidyRedirectUris,
} from './rules.ts'

test.each([
  'https://example.com/callback',
  'https://example.com',
  'https://example.com:8443/a?b=c',
  'https://10.0.0.1/cb',
  'https://münchen.example/cb',
  'http://localhost',
  'http://localhost/callback',
  'http://localhost:3000/oauth/callback',
  'HTTP://LOCALHOST:3000',
  'urn:ietf:wg:oauth:2.0:oob',
  'https://a.example/cb\nhttps://b.example/cb',
  '\r\n  https://a.example/cb  \r\n\r\nhttps://b.example/cb\r\n',
])('SBX-18, SBX-19, SBX-20, SBX-21: %j may be a list of redirect URIs', (text) => {
  expect(redirectUriErrors(text)).toEqual([])
})

const insecure = 'must use https. Only http://localhost may go without.'
const noAddress = 'is not a full address like https://example.com/callback.'

test.each([
  ['https://a.example\nhttp://example.com/cb', `Line 2: http://example.com/cb ${insecure}`],
  ['http://localhost.example.com', `Line 1: http://localhost.example.com ${insecure}`],
  ['http://localhost@example.com', `Line 1: http://localhost@example.com ${insecure}`],
  ['http://127.0.0.1/cb', `Line 1: http://127.0.0.1/cb ${insecure}`],
  ['myapp://callback', `Line 1: myapp://callback ${insecure}`],
  ['ftp://example.com', `Line 1: ftp://example.com ${insecure}`],
  ['example.com/cb', `Line 1: example.com/cb ${noAddress}`],
  ['https:example.com', `Line 1: https:example.com ${noAddress}`],
  ['https://', `Line 1: https:// ${noAddress}`],
  ['https://exa mple.com', `Line 1: https://exa mple.com ${noAddress}`],
  ['https://example.com\\@evil.example', `Line 1: https://example.com\\@evil.example ${noAddress}`],
  ['https://example.com:99999', `Line 1: https://example.com:99999 ${noAddress}`],
  ['javascript:alert(1)', `Line 1: javascript:alert(1) ${noAddress}`],
  [
    'https://*.example.com',
    'Line 1: https://*.example.com must not contain a wildcard (*). Addresses are compared letter by letter.',
  ],
  ['https://example.com/#token', 'Line 1: https://example.com/#token must not contain a fragment (#).'],
  [
    'https://me:pw@example.com',
    'Line 1: https://me:pw@example.com must not contain a user name or a password.',
  ],
  ['https://a.example\n\nhttps://a.example', 'Line 3: https://a.example is already on line 1.'],
])('SBX-18, SBX-19, SBX-21: %j is refused and its line named', (text, message) => {
  expect(redirectUriErrors(text)).toEqual([message])
})

test('SBX-18: every bad line is named', () => {
  expect(redirectUriErrors('http://a.example\nhttps://b.example\nc')).toEqual([
    `Line 1: http://a.example ${insecure}`,
    `Line 3: c ${noAddress}`,
  ])
})

test('a list of redirect URIs has at least one and at most 50 lines', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, i) => `https://example.com/${i}`).join('\n')
  expect(redirectUriErrors(' \n ')).toEqual(['This field is required'])
  expect(redirectUriErrors(lines(50))).toEqual([])
  expect(redirectUriErrors(lines(51))).toEqual(['Enter at most 50 redirect URIs.'])
})

test('redirect URIs are stored without empty lines and spaces around them', () => {
  expect(tidyRedirectUris('  https://a.example \r\n\r\nhttps://b.example\n')).toBe(
    'https://a.example\nhttps://b.example',
  )
})

test.each([
  ['', []],
  ['example.com, https://app.example.com, http://localhost:3000, localhost:5173', []],
  [
    'https://example.com/path',
    ['https://example.com/path is not a domain like example.com or https://app.example.com, without a path.'],
  ],
  ['*.example.com', ['*.example.com must not contain a wildcard (*). Name each domain.']],
  ['http://example.com', [`http://example.com ${insecure}`]],
  ['a.example, b.example, a.example', ['a.example is there twice.']],
])('CORS domains %j are answered with %j', (text, errors) => {
  expect(corsDomainErrors(text)).toEqual(errors)
})

test('CORS domains are stored with one comma between them', () => {
  expect(tidyCorsDomains(' a.example ,,b.example\n')).toBe('a.example, b.example')
})

const at = (seconds: number) => Date.parse('2026-01-31T10:00:00.000Z') + seconds * 1000
const requested = { requested_at: '2026-01-31T10:00:00.000Z' }

test.each([
  [null, 0, 600, 'none'],
  ['pending', 0, 600, 'building'],
  ['pending', 1800, 600, 'building'],
  ['pending', 1801, 600, 'high_demand'],
  ['pending', 15, 0, 'building'],
  ['pending', 16, 0, 'high_demand'],
  ['failed', 9999, 600, 'failed'],
  ['live', 9999, 600, 'live'],
] as const)(
  'SBX-01, SBX-02, ERR-31, ERR-32: %s after %i s, with %i s being usual, shows as %s',
  (status, seconds, usual, view) => {
    expect(sandboxView(status && { ...requested, status }, at(seconds), usual)).toBe(view)
  },
)

test.each([
  [null, { ok: true, change: { retry: false } }],
  ['failed', { ok: true, change: { retry: true } }],
] as const)('a sandbox that is %s can be asked for', (status, decision) => {
  expect(decideSandboxRequest(status)).toEqual(decision)
})

test.each([
  ['pending', 'The sandbox is being built. We will e-mail you when it is ready.'],
  ['live', 'This app has its sandbox already. An app has only one.'],
] as const)('a sandbox that is %s cannot be asked for again', (status, message) => {
  expect(decideSandboxRequest(status)).toEqual({ ok: false, refusal: { code: 'conflict', message } })
})

test.each([
  [null, { ok: true, change: { replaces: false } }],
  ['pending', { ok: true, change: { replaces: true } }],
  ['failed', { ok: true, change: { replaces: true } }],
  [
    'live',
    {
      ok: false,
      refusal: { code: 'conflict', message: 'This app has its sandbox already. An app has only one.' },
    },
  ],
] as const)('SBX-14, SBX-15: a fake sandbox where the status is %s', (status, decision) => {
  expect(decideFakeSandbox(status)).toEqual(decision)
})

test('a change keeps to the fields it names and tidies them', () => {
  expect(decideSandboxChange('live', { redirect_uri: ' https://a.example\n' })).toEqual({
    ok: true,
    change: { redirect_uri: 'https://a.example' },
  })
})

test('a change with faults names each under its field', () => {
  expect(decideSandboxChange('live', { redirect_uri: 'http://a.example', allowed_cors_domain: '*' })).toEqual(
    {
      ok: false,
      refusal: {
        code: 'invalid_input',
        message: `Line 1: http://a.example ${insecure}`,
        fields: {
          redirect_uri: [`Line 1: http://a.example ${insecure}`],
          allowed_cors_domain: ['* must not contain a wildcard (*). Name each domain.'],
        },
      },
    },
  )
})

test.each(['pending', 'failed'] as const)('a %s sandbox cannot be changed', (status) => {
  expect(decideSandboxChange(status, {})).toMatchObject({ ok: false, refusal: { code: 'conflict' } })
})

test.each([
  [-5_000, 'seconds', 0],
  [59_999, 'seconds', 59],
  [60_000, 'minutes', 1],
  [3_599_999, 'minutes', 59],
  [7_200_000, 'hours', 2],
] as const)('%i ms since the request are told as %s: %i', (ms, unit, count) => {
  expect(elapsedParts(ms)).toEqual({ unit, count })
})
