import { expect, test } from 'vitest'
import { decideToken, maxDaysFor, type TokenRequest } from './rules.ts'

const request: TokenRequest = { actions: ['manifest.edit'], app_ids: [4], expires_in_days: 90 }
const context = { maxDays: 365, ownApps: [4, 5], tokens: 49, isGovernmentCloud: false }

test.each<[string, Partial<TokenRequest>]>([
  ['one of their apps', {}],
  ['all of their apps', { app_ids: null }],
  ['as long as the setting allows', { expires_in_days: 365 }],
  ['rotation, for 90 days', { actions: ['credentials.rotate'], expires_in_days: 90 }],
  ['new apps', { actions: ['apps.create'], app_ids: null }],
  ['the sandbox', { actions: ['sandbox.edit', 'sandbox.generate', 'credentials.viewSandbox'] }],
])('accepts a token for %s', (_, change) => {
  expect(decideToken({ ...request, ...change }, context)).toEqual({ ok: true, value: null })
})

test.each<[string, Partial<TokenRequest>, Partial<typeof context>, string, string]>([
  [
    'a day too long',
    { expires_in_days: 366 },
    {},
    'expires_in_days',
    'A token can work for at most 365 days',
  ],
  [
    'more days than a shorter setting',
    { expires_in_days: 31 },
    { maxDays: 30 },
    'expires_in_days',
    'A token can work for at most 30 days',
  ],
  [
    'rotation for more than 90 days',
    { actions: ['manifest.edit', 'credentials.rotate'], expires_in_days: 91 },
    {},
    'expires_in_days',
    'A token that can replace client secrets can work for at most 90 days',
  ],
  ["someone else's app", { app_ids: [4, 6] }, {}, 'app_ids', "You don't work on an app with the ID 6"],
  [
    'new apps, but only some apps',
    { actions: ['apps.create'] },
    {},
    'app_ids',
    'A token that can create apps must be for all your apps',
  ],
])('refuses %s', (_, change, other, field, message) => {
  expect(decideToken({ ...request, ...change }, { ...context, ...other })).toEqual({
    ok: false,
    refusal: { code: 'invalid_input', message, fields: { [field]: [message] } },
  })
})

test.each(['sandbox.edit', 'sandbox.generate', 'credentials.viewSandbox'] as const)(
  'refuses %s in government cloud, like an action that does not exist',
  { tags: ['SHELL-14'] },
  (action) => {
    const message = 'Choose actions from the list in the documentation'
    const actions = ['app.view', action] as const
    expect(decideToken({ ...request, actions }, { ...context, isGovernmentCloud: true })).toEqual({
      ok: false,
      refusal: { code: 'invalid_input', message, fields: { 'actions.1': [message] } },
    })
  },
)

test('refuses more than 50 tokens', () => {
  expect(decideToken(request, { ...context, tokens: 50 })).toMatchObject({
    ok: false,
    refusal: { code: 'conflict' },
  })
})

test.each([
  [['credentials.rotate'], 365, 90],
  [['credentials.rotate'], 30, 30],
  [['app.view'], 365, 365],
] as const)('a token with %j can live %i days by the setting, and so %i', (actions, setting, days) => {
  expect(maxDaysFor(actions, setting)).toBe(days)
})
