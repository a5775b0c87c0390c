import { describe, expect, test } from 'vitest'
import { decideNewSecret, decideSecretChange, isPresent, secretState, type NamedSecret } from './secrets.ts'

const now = Date.parse('2026-06-10T00:00:00Z')
const live: NamedSecret = { id: 1, label: '', disabled_at: null, ends_at: null }
const other: NamedSecret = { id: 2, label: '', disabled_at: null, ends_at: null }
const labeled: NamedSecret = { ...live, label: 'Build server' }
const ending: NamedSecret = { id: 2, label: '', disabled_at: null, ends_at: '2026-06-17T00:00:00Z' }
const disabled: NamedSecret = { id: 2, label: '', disabled_at: '2026-06-09T00:00:00Z', ends_at: null }

test.each([
  ['live', live, true],
  ['ending', ending, true],
  ['disabled', disabled, true],
  ['disabled', { ...disabled, disabled_at: '2026-06-03T00:00:00Z' }, false],
  ['ending', { ...ending, ends_at: '2026-06-10T00:00:00Z' }, false],
] as const)('a secret that is %s is present, or no longer: %j', (state, secret, present) => {
  expect([secretState(secret), isPresent(secret, now)]).toEqual([state, present])
})

test('an app can have two secrets that work, plus disabled ones', () => {
  expect(decideNewSecret([]).ok).toBe(true)
  expect(decideNewSecret([live]).ok).toBe(true)
  expect(decideNewSecret([live, disabled]).ok).toBe(true)
  expect(decideNewSecret([live, other]).ok).toBe(false)
  expect(decideNewSecret([live, ending]).ok).toBe(false)
})

test('an app can have ten secrets, with the disabled ones', () => {
  const disabledSecrets = (count: number) => Array.from({ length: count }, () => disabled)
  expect(decideNewSecret([live, ...disabledSecrets(8)]).ok).toBe(true)
  expect(decideNewSecret([live, ...disabledSecrets(9)])).toMatchObject({
    refusal: {
      message: 'An app can have 10 client secrets, including disabled ones. Revoke one of them first.',
    },
  })
})

/** Returns a confidential app with these secrets. */
const appWith = (...present: NamedSecret[]) => ({ present, confidential: true })

describe('a change of a secret', () => {
  test.each([
    ['disables', { disabled: true }, { disabled_at: '2026-06-10T00:00:00.000Z' }],
    ['ends', { ends_in: 'now' }, { ends_at: '2026-06-10T00:00:00.000Z' }],
    ['ends in a day', { ends_in: '24h' }, { ends_at: '2026-06-11T00:00:00.000Z' }],
    ['ends in a week', { ends_in: '7d' }, { ends_at: '2026-06-17T00:00:00.000Z' }],
    ['ends in a month', { ends_in: '30d' }, { ends_at: '2026-07-10T00:00:00.000Z' }],
    ['renames', { label: 'Old' }, { label: 'Old' }],
  ] as const)('%s it', (_what, change, value) => {
    expect(decideSecretChange(live, appWith(live, other), change, now)).toEqual({ ok: true, value })
  })

  test.each([{}, { label: 'Build server' }, { disabled: false }, { label: 'Build server', disabled: false }])(
    'changes nothing with the present values: %o',
    (change) => {
      expect(decideSecretChange(labeled, appWith(labeled, other), change, now)).toEqual({
        ok: true,
        value: {},
      })
    },
  )

  test('changes nothing of a disabled one that is disabled again', () => {
    const change = { disabled: true }
    expect(decideSecretChange(disabled, appWith(live, disabled), change, now)).toEqual({
      ok: true,
      value: {},
    })
  })

  test('enables it again', () => {
    expect(decideSecretChange(disabled, appWith(live, disabled), { disabled: false }, now)).toEqual({
      ok: true,
      value: { disabled_at: null },
    })
  })

  test.each([true, false])(
    'enables none while two others work, in a confidential app or not: %s',
    (confidential) => {
      const third = { ...disabled, id: 3 }
      for (const second of [other, ending]) {
        const app = { present: [live, second, third], confidential }
        expect(decideSecretChange(third, app, { disabled: false }, now)).toMatchObject({
          ok: false,
          refusal: {
            message: 'An app can have 2 client secrets that work. Revoke or disable one of them first.',
          },
        })
      }
    },
  )

  test.each([
    ['the only one', []],
    ['one next to a disabled one', [disabled]],
    ['one next to one that ends', [ending]],
  ])('a change of a secret does not remove %s', (_which, others) => {
    for (const change of [{ disabled: true }, { ends_in: '30d' as const }]) {
      expect(decideSecretChange(live, appWith(live, ...others), change, now).ok).toBe(false)
    }
  })

  test('a change of a secret can end the last one of a public app, which uses none', () => {
    const app = { present: [live], confidential: false }
    expect(decideSecretChange(live, app, { ends_in: 'now' }, now).ok).toBe(true)
  })

  test('a change of a secret can end a disabled one next to the last', () => {
    expect(decideSecretChange(disabled, appWith(live, disabled), { ends_in: 'now' }, now).ok).toBe(true)
  })

  test('a change of a secret can end a disabled one of an app whose others end', () => {
    const app = appWith({ ...ending, id: 3 }, disabled)
    expect(decideSecretChange(disabled, app, { ends_in: 'now' }, now).ok).toBe(true)
  })
})
