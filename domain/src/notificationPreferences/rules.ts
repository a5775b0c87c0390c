import { preferenceKinds, type PreferenceKind, type Preferences, type Subscription } from './kinds.ts'

const kindsOf = (subscription: Subscription, preferences: Preferences): PreferenceKind[] =>
  subscription === 'daily' ? preferenceKinds.filter((kind) => preferences[kind] === 'daily') : [subscription]

/** Returns whether someone still gets the emails that an unsubscribe link would stop. */
export const isSubscribed = (subscription: Subscription, preferences: Preferences): boolean =>
  kindsOf(subscription, preferences).some((kind) => preferences[kind] !== 'off')

/** Returns the preferences after unsubscribing. Ending the daily email turns off each of its kinds. */
export const unsubscribeFrom = (subscription: Subscription, preferences: Preferences): Preferences => ({
  ...preferences,
  ...Object.fromEntries(kindsOf(subscription, preferences).map((kind) => [kind, 'off'])),
})

/** Why someone who gets no emails about reports can't request one: the email is the only way to get it. */
export const reportsAreOff =
  'You turned off emails about reports, and a report is sent by email. Turn them on in your account, then request the report again.'
