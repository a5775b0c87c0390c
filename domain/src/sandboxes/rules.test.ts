import { expect, test } from 'vitest'
import {
  decideFakeSandbox,
  decideSandboxChange,
  decideSandboxRequest,
  decideSandboxReset,
  decideStaffRequest,
  elapsedParts,
  sandboxView,
} from './rules.ts'

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
  'shows %s after %i s, with %i s being usual, as %s',
  { tags: ['SBX-01', 'SBX-02', 'ERR-31', 'ERR-32'] },
  (status, seconds, usual, view) => {
    expect(sandboxView(status && { ...requested, status }, at(seconds), usual)).toBe(view)
  },
)

test('shows a state that only a newer server has as unknown, even after a long time', () => {
  const sandbox = { ...requested, status: 'archived' as 'live' }
  expect(sandboxView(sandbox, at(9999), 600)).toBe('unknown')
})

test.each([
  [null, { ok: true, value: { retry: false } }],
  ['failed', { ok: true, value: { retry: true } }],
] as const)('allows requesting a sandbox that is %s', (status, decision) => {
  expect(decideSandboxRequest(status)).toEqual(decision)
})

test.each([
  ['pending', "The sandbox is being built. We'll email you when it's ready."],
  ['live', 'This app already has a sandbox. An app can have only one.'],
] as const)('refuses to request a sandbox that is %s again', (status, message) => {
  expect(decideSandboxRequest(status)).toEqual({ ok: false, refusal: { code: 'conflict', message } })
})

test.each([
  [null, { ok: true, value: { replaces: false } }],
  ['pending', { ok: true, value: { replaces: true } }],
  ['failed', { ok: true, value: { replaces: true } }],
  [
    'live',
    {
      ok: false,
      refusal: { code: 'conflict', message: 'This app already has a sandbox. An app can have only one.' },
    },
  ],
] as const)(
  'decides on a fake sandbox when the status is %s',
  { tags: ['SBX-14', 'SBX-15'] },
  (status, decision) => {
    expect(decideFakeSandbox(status)).toEqual(decision)
  },
)

test('normalizes the fields in a change and leaves others out', () => {
  expect(decideSandboxChange('live', { redirect_uri: ' https://a.example\n' })).toEqual({
    ok: true,
    value: { redirect_uri: 'https://a.example' },
  })
})

test.each(['pending', 'failed'] as const)('refuses to change a %s sandbox', (status) => {
  expect(decideSandboxChange(status, {})).toMatchObject({ ok: false, refusal: { code: 'conflict' } })
})

test.each([
  [-5_000, 'seconds', 0],
  [59_999, 'seconds', 59],
  [60_000, 'minutes', 1],
  [3_599_999, 'minutes', 59],
  [3_600_000, 'hours', 1],
  [10_799_999, 'hours', 2],
] as const)('expresses %i ms since the request in %s: %i', (ms, unit, count) => {
  expect(elapsedParts(ms)).toEqual({ unit, count })
})

test.each([
  ['pending', true, 'conflict'],
  ['failed', true, 'conflict'],
  ['live', undefined, 'invalid_input'],
  ['live', false, 'invalid_input'],
  ['live', true, null],
] as const)(
  'decides on the secret of a %s sandbox, confirmed: %s',
  { tags: ['CRED-15'] },
  (status, confirmed, code) => {
    const decision = decideSandboxReset(status, confirmed)
    expect(decision.ok ? null : decision.refusal.code).toBe(code)
  },
)

test.each([
  [null, 0, true],
  ['failed', 0, true],
  ['pending', 1800, false],
  ['pending', 1801, true],
  ['live', 0, false],
] as const)(
  'lets staff request a sandbox that is %s after %i seconds, where 600 are usual: %s',
  { tags: ['AAPP-29'] },
  (status, seconds, allowed) => {
    const sandbox = status && { status, ...requested }
    expect(decideStaffRequest(sandbox, at(seconds), 600).ok).toBe(allowed)
  },
)
