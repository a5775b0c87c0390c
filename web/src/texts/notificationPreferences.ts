import { dailyEmailHour, preferenceLabels } from '@trestle/domain/notificationPreferences/kinds.ts'
import { addTexts } from './loaded.ts'

export const notificationPreferences = {
  section: 'Notifications',
  detail: 'Choose which emails you get. Emails about security and your account are always sent.',
  kinds: {
    announcements: {
      label: preferenceLabels.announcements,
      detail: 'Critical announcements. The portal shows every announcement, whatever you choose.',
    },
    reviews: {
      label: preferenceLabels.reviews,
      detail:
        'Versions and listings that were approved or rejected or, if you review them, submitted. Apps that were activated on the marketplace.',
    },
    collaborators: {
      label: preferenceLabels.collaborators,
      detail:
        'Changes to your role, and apps that are deleted or restored. Invitations and changes of ownership are always sent.',
    },
    reports: {
      label: preferenceLabels.reports,
      detail:
        "API usage reports, and sandboxes that are ready. While this is off, you can't request a report.",
      detail_gov: "API usage reports. While this is off, you can't request a report.",
    },
  },
  deliveries: { on: 'On', daily: 'Daily', off: 'Off' },
  daily: 'Daily sends one email soon after {{time}} ({{dailyEmailHour}}:00 UTC), unless nothing happened.',
  save: 'Save notifications',
  saved: 'Notifications saved',
  saveFailed: "Your notification settings weren't saved",
  loadFailed: "Your notification settings couldn't be loaded",
  unsubscribe: {
    title: 'Unsubscribe',
    question: {
      announcements: 'Stop emails about announcements to <strong>{{email}}</strong>?',
      reviews: 'Stop emails about reviews to <strong>{{email}}</strong>?',
      collaborators: 'Stop emails about collaborators to <strong>{{email}}</strong>?',
      reports: 'Stop emails about reports and sandboxes to <strong>{{email}}</strong>?',
      reports_gov: 'Stop emails about reports to <strong>{{email}}</strong>?',
      daily: 'Stop the daily email to <strong>{{email}}</strong>? Everything in it is turned off.',
    },
    always: 'Emails about security and the account are still sent.',
    submit: 'Unsubscribe',
    failed: "You weren't unsubscribed",
    doneTitle: 'You are unsubscribed',
    done: {
      announcements: 'We no longer send emails about announcements to {{email}}.',
      reviews: 'We no longer send emails about reviews to {{email}}.',
      collaborators: 'We no longer send emails about collaborators to {{email}}.',
      reports: 'We no longer send emails about reports and sandboxes to {{email}}.',
      reports_gov: 'We no longer send emails about reports to {{email}}.',
      daily: 'We no longer send a daily email to {{email}}.',
    },
    toPreferences: 'Manage notifications',
    loadFailed: "The link couldn't be checked",
  },
} as const

export const notificationPreferenceLimits = { dailyEmailHour }

addTexts('notificationPreferences', notificationPreferences, notificationPreferenceLimits)
