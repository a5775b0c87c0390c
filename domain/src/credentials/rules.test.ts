import { expect, test } from 'vitest'
import {
  corsDomainErrors,
  decideCredentials,
  decideProductionSecret,
  decideReset,
  grantTypeFor,
  redirectUriErrors,
  normalizeCorsDomains,
  normalizeRedirectUris,
} from './rules.ts'

test.each([
  'https://example.com/callback',
  'https://example.com',
  'https://example.com:8443/a?b=c',
  'https://10.0.0.1/cb',
  'https://xn--mnchen-3ya.example/cb',
  'https://example.com:443/cb',
  'https://Example.com/Zürich/é',
  'http://localhost',
  'http://localhost/callback',
  'http://localhost:3000/oauth/callback',
  'HTTP://LOCALHOST:3000',
  'urn:ietf:wg:oauth:2.0:oob',
  'https://a.example/cb\nhttps://b.example/cb',
  '\r\n  https://a.example/cb  \r\n\r\nhttps://b.example/cb\r\n',
])('accepts %j as a list of redirect URIs', { tags: ['SBX-18', 'SBX-19', 'SBX-20', 'SBX-21'] }, (text) => {
  expect(redirectUriErrors(text)).toEqual([])
})

const insecure = 'must use https. Only http://localhost can be used without https.'
const customScheme = "must use https: custom schemes aren't supported."
const invisible = 'must not contain invisible characters.'
const noAddress = "isn't a full address like https://example.com/callback."

test.each([
  ['https://a.example\nhttp://example.com/cb', `Line 2: http://example.com/cb ${insecure}`],
  ['http://localhost.example.com', `Line 1: http://localhost.example.com ${insecure}`],
  ['http://localhost@example.com', `Line 1: http://localhost@example.com ${insecure}`],
  ['http://127.0.0.1/cb', `Line 1: http://127.0.0.1/cb ${insecure}`],
  ['myapp://callback', `Line 1: myapp://callback ${customScheme}`],
  ['ftp://example.com', `Line 1: ftp://example.com ${customScheme}`],
  ['example.com/cb', `Line 1: example.com/cb ${noAddress}`],
  ['https:example.com', `Line 1: https:example.com ${noAddress}`],
  ['https://', `Line 1: https:// ${noAddress}`],
  ['https://exa mple.com', `Line 1: https://exa mple.com ${noAddress}`],
  ['https://example.com\\@evil.example', `Line 1: https://example.com\\@evil.example ${noAddress}`],
  ['https://10.0.0.256/cb', `Line 1: https://10.0.0.256/cb ${noAddress}`],
  ['https://999.999.999.999/cb', `Line 1: https://999.999.999.999/cb ${noAddress}`],
  ['https://a.example\nhttps://1.2.3.4.5/cb', `Line 2: https://1.2.3.4.5/cb ${noAddress}`],
  ['https://a\u00adb.example', `Line 1: https://a\u00adb.example ${invisible}`],
  ['\u2060https://a.example/cb', `Line 1: \u2060https://a.example/cb ${invisible}`],
  [
    'https://münchen.example/cb',
    'Line 1: https://münchen.example/cb must name its host as xn--mnchen-3ya.example.',
  ],
  ['https://ｅxample.com:8443/cb', 'Line 1: https://ｅxample.com:8443/cb must name its host as example.com.'],
  ['https://1.2.3/cb', 'Line 1: https://1.2.3/cb must name its host as 1.2.0.3.'],
  ['https://017.0.0.1/cb', 'Line 1: https://017.0.0.1/cb must name its host as 15.0.0.1.'],
  ['https://0x7f000001', 'Line 1: https://0x7f000001 must name its host as 127.0.0.1.'],
  ['https://a.example/c\u200bb', `Line 1: https://a.example/c\u200bb ${invisible}`],
  ['https://a.example/\u202ebc', `Line 1: https://a.example/\u202ebc ${invisible}`],
  ['https://a.example/\u0000', `Line 1: https://a.example/\u0000 ${invisible}`],
  ['https://a.example/\ud800', `Line 1: https://a.example/\ud800 ${invisible}`],
  ['https://example.com:99999', `Line 1: https://example.com:99999 ${noAddress}`],
  ['javascript:alert(1)', `Line 1: javascript:alert(1) ${customScheme}`],
  ['com.example.app:/cb', `Line 1: com.example.app:/cb ${customScheme}`],
  ['com.example.app:cb', `Line 1: com.example.app:cb ${customScheme}`],
  ['com.example.app:///cb', `Line 1: com.example.app:///cb ${customScheme}`],
  ['urn:example:cb', `Line 1: urn:example:cb ${customScheme}`],
  ['localhost:3000', `Line 1: localhost:3000 ${noAddress}`],
  ['example.com:8443/cb', `Line 1: example.com:8443/cb ${noAddress}`],
  ['example.com?next=a:b', `Line 1: example.com?next=a:b ${noAddress}`],
  [
    'https://*.example.com',
    'Line 1: https://*.example.com must not contain a wildcard (*). Addresses must match exactly.',
  ],
  ['https://example.com/#token', 'Line 1: https://example.com/#token must not contain a fragment (#).'],
  [
    'https://me:pw@example.com',
    'Line 1: https://me:pw@example.com must not contain a user name or a password.',
  ],
  ['https://a.example\n\nhttps://a.example', 'Line 3: https://a.example is already on line 1.'],
])('refuses %j and names the line', { tags: ['SBX-18', 'SBX-19', 'SBX-21'] }, (text, message) => {
  expect(redirectUriErrors(text)).toEqual([message])
})

test('names every invalid line', { tags: ['SBX-18'] }, () => {
  expect(redirectUriErrors('http://a.example\nhttps://b.example\nc')).toEqual([
    `Line 1: http://a.example ${insecure}`,
    `Line 3: c ${noAddress}`,
  ])
})

test('requires between 1 and 50 redirect URIs', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, i) => `https://example.com/${i}`).join('\n')
  expect(redirectUriErrors(' \n ')).toEqual(['This field is required'])
  expect(redirectUriErrors(lines(50))).toEqual([])
  expect(redirectUriErrors(lines(50).replaceAll('\n', '\n\n')), 'empty lines do not count').toEqual([])
  expect(redirectUriErrors(lines(51))).toEqual(['Enter at most 50 redirect URIs.'])
})

test('allows redirect URIs of 2,000 characters', () => {
  const uri = (length: number) => 'https://example.com/'.padEnd(length, 'a')
  expect(redirectUriErrors(uri(2_000))).toEqual([])
  expect(redirectUriErrors(uri(2_001))).toEqual([`Line 1: ${uri(120)}… is longer than 2000 characters.`])
})

test('stores redirect URIs without empty lines and surrounding spaces', () => {
  expect(normalizeRedirectUris('  https://a.example \r\n\r\nhttps://b.example\n')).toBe(
    'https://a.example\nhttps://b.example',
  )
})

const noDomain = "isn't a domain like example.com or https://app.example.com, without a path."

test.each([
  ['', []],
  ['example.com, https://app.example.com, http://localhost:3000, localhost:5173', []],
  [
    'https://example.com/path',
    ["https://example.com/path isn't a domain like example.com or https://app.example.com, without a path."],
  ],
  ['*.example.com', ['*.example.com must not contain a wildcard (*). Name each domain.']],
  ['http://example.com', [`http://example.com ${insecure}`]],
  ['10.0.0.1, localhost:80, http://localhost:80, example.com:443, https://example.com:443', []],
  ['10.0.0.256', [`10.0.0.256 ${noDomain}`]],
  ['https://10.0.0.256:8443', [`https://10.0.0.256:8443 ${noDomain}`]],
  ['exa\u200bmple.com', [`exa\u200bmple.com ${noDomain}`]],
  ['münchen.example', ['münchen.example must name its host as xn--mnchen-3ya.example.']],
  [
    'https://münchen.example:8443',
    ['https://münchen.example:8443 must name its host as xn--mnchen-3ya.example.'],
  ],
  ['1.2.3', ['1.2.3 must name its host as 1.2.0.3.']],
  ['a.example, b.example, a.example', ['a.example is listed twice.']],
])('checks the CORS domains %j with the result %j', (text, errors) => {
  expect(corsDomainErrors(text)).toEqual(errors)
})

test('allows at most 50 CORS domains', () => {
  const domains = (count: number) => Array.from({ length: count }, (_, i) => `${i}.example.com`).join()
  expect(corsDomainErrors(domains(50))).toEqual([])
  expect(corsDomainErrors(domains(51))).toEqual(['Enter at most 50 domains.'])
})

test('stores CORS domains separated by a comma', () => {
  expect(normalizeCorsDomains(' a.example ,,b.example\n')).toBe('a.example, b.example')
})

test('normalizes the fields in a change and leaves others out', () => {
  expect(decideCredentials({ redirect_uri: ' https://a.example\n' })).toEqual({
    ok: true,
    value: { redirect_uri: 'https://a.example' },
  })
})

test('reports each error of a change under its field', () => {
  const line = `Line 1: http://a.example ${insecure}`
  expect(decideCredentials({ redirect_uri: 'http://a.example', allowed_cors_domain: '*' })).toEqual({
    ok: false,
    refusal: {
      code: 'invalid_input',
      message: line,
      fields: {
        redirect_uri: [line],
        allowed_cors_domain: ['* must not contain a wildcard (*). Name each domain.'],
      },
    },
  })
})

test.each([
  ['authorization_code', true, 'authorization_code'],
  ['authorization_code', false, 'implicit'],
  ['implicit', false, 'implicit'],
  ['implicit', true, 'authorization_code'],
  ['client_credentials', true, 'client_credentials'],
  ['client_credentials', false, 'implicit'],
] as const)(
  'gives an app made for %s, confidential: %s, the grant %s',
  { tags: ['CRED-05'] },
  (grant, confidential, shown) => {
    expect(grantTypeFor({ grant_type: grant, confidential })).toBe(shown)
  },
)

const message = 'Confirm the reset. The old secret and its tokens stop working immediately.'
const unconfirmed = {
  ok: false,
  refusal: { code: 'invalid_input', message: message, fields: { confirmed: [message] } },
}
const absent = {
  ok: false,
  refusal: {
    code: 'conflict',
    message:
      'This app has no production credentials yet. Release a version with a data connector to production to get them.',
  },
}
const yes = { ok: true, value: null }

test.each([
  [false, false, undefined, absent],
  [false, false, true, absent],
  [true, false, undefined, yes],
  [true, false, false, yes],
  [true, false, true, yes],
  [true, true, undefined, unconfirmed],
  [true, true, false, unconfirmed],
  [true, true, true, yes],
])(
  'decides on production with credentials: %s, a secret: %s, confirmed: %s',
  { tags: ['CRED-09', 'CRED-10', 'CRED-11', 'CRED-12'] },
  (hasCredentials, hasSecret, confirmed, decision) => {
    expect(decideProductionSecret({ hasCredentials, hasSecret }, confirmed)).toEqual(decision)
  },
)

test.each([
  [undefined, unconfirmed],
  [false, unconfirmed],
  [true, yes],
])('decides on a reset with confirmed: %s', { tags: ['CRED-15'] }, (confirmed, decision) => {
  expect(decideReset(confirmed)).toEqual(decision)
})
