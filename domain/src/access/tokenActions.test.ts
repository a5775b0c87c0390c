import { expect, test } from 'vitest'
import { tokenActions, tokenAllows, tokenReaches, type TokenGrant } from './tokenActions.ts'

test('lets a token have these actions and no others', () => {
  expect([...tokenActions].toSorted()).toEqual([
    'app.edit',
    'app.view',
    'apps.create',
    'collaborators.view',
    'credentials.rotate',
    'credentials.viewProduction',
    'credentials.viewSandbox',
    'listing.edit',
    'listing.submit',
    'listing.view',
    'manifest.edit',
    'manifest.view',
    'metrics.view',
    'sandbox.edit',
    'sandbox.generate',
    'usageReport.request',
  ])
})

const token: TokenGrant = { id: 1, actions: ['app.view', 'manifest.edit'], app_ids: [4, 5] }

test.each([
  ['app.view', true],
  ['manifest.edit', true],
  ['manifest.view', false],
  ['app.delete', false],
] as const)('a token with app.view and manifest.edit allows %s: %s', (action, isAllowed) => {
  expect(tokenAllows(token, action)).toBe(isAllowed)
})

test.each([
  [4, [4, 5], true],
  [6, [4, 5], false],
  [6, [], false],
  [6, null, true],
])('app %i is among %j: %s', (appId, app_ids, isReached) => {
  expect(tokenReaches({ ...token, app_ids }, appId)).toBe(isReached)
})
