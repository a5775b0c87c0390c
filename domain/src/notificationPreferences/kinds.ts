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
