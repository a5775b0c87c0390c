/** The kinds of email that developers choose. All other emails are about security or the account and always sent. */
export const preferenceKinds = ['announcements', 'reviews', 'collaborators', 'reports'] as const
export type PreferenceKind = (typeof preferenceKinds)[number]

/** Whether the emails of a kind are sent one by one, together once a day, or not at all. */
export const deliveries = ['on', 'daily', 'off'] as const
export type Delivery = (typeof deliveries)[number]

export type Preferences = Record<PreferenceKind, Delivery>

export const preferenceLabels: Record<PreferenceKind, string> = {
  announcements: 'Announcements',
  reviews: 'Reviews',
  collaborators: 'Collaborators',
  reports: 'Reports',
}

/** What someone has who never chose anything. */
export const defaultPreferences: Preferences = {
  announcements: 'on',
  reviews: 'on',
  collaborators: 'on',
  reports: 'on',
}

/** The hour, in UTC, at which the daily email contains what happened until then. It is sent within the next one. */
export const dailyEmailHour = 12

/** What an unsubscribe link ends: the emails of one kind, or the daily email. */
export const subscriptions = [...preferenceKinds, 'daily'] as const
export type Subscription = (typeof subscriptions)[number]

const kindsOf = (subscription: Subscription, preferences: Preferences): PreferenceKind[] =>
  subscription === 'daily' ? preferenceKinds.filter((kind) => preferences[kind] === 'daily') : [subscription]

/** Returns whether someone still gets what an unsubscribe link would end. */
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
