import { expect, test } from 'vitest'
import { defaultPreferences, type Preferences, type Subscription } from './kinds.ts'
import { isSubscribed, unsubscribeFrom } from './rules.ts'

const mixed: Preferences = { announcements: 'daily', reviews: 'on', collaborators: 'daily', reports: 'off' }

test.each<[Subscription, Preferences]>([
  ['announcements', { ...mixed, announcements: 'off' }],
  ['reviews', { ...mixed, reviews: 'off' }],
  ['collaborators', { ...mixed, collaborators: 'off' }],
  ['reports', mixed],
  ['daily', { announcements: 'off', reviews: 'on', collaborators: 'off', reports: 'off' }],
])('unsubscribing from %s turns off what it ends, and nothing else', (subscription, after) => {
  expect(unsubscribeFrom(subscription, mixed)).toEqual(after)
  expect(isSubscribed(subscription, after)).toBe(false)
})

test.each<[Subscription, boolean]>([
  ['announcements', true],
  ['reviews', true],
  ['reports', false],
  ['daily', true],
])('someone with a mix of deliveries is subscribed to %s: %s', (subscription, expected) => {
  expect(isSubscribed(subscription, mixed)).toBe(expected)
})

test('by default every kind is sent one by one, so there is no daily email to end', () => {
  expect(new Set(Object.values(defaultPreferences))).toEqual(new Set(['on']))
  expect(isSubscribed('daily', defaultPreferences)).toBe(false)
})
