/**
 * The kinds of email that developers can choose. All other emails are about security or the account and are always
 * sent.
 */
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

/** The defaults for someone who never chose anything. */
export const defaultPreferences: Preferences = {
  announcements: 'on',
  reviews: 'on',
  collaborators: 'on',
  reports: 'on',
}

/** The hour, in UTC, up to which the daily email covers events. It is sent within the following hour. */
export const dailyEmailHour = 12

/** The emails that an unsubscribe link stops: those of one kind, or the daily email. */
export const subscriptions = [...preferenceKinds, 'daily'] as const
export type Subscription = (typeof subscriptions)[number]
