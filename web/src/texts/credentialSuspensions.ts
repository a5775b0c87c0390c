import { maxCredentialsReason } from '@trestle/domain/oauth/rules.ts'
import { addTexts } from './loaded.ts'

export const credentialSuspensions = {
  section: 'Credentials',
  active: 'Active',
  suspended: 'Suspended',
  none: 'None yet',
  suspend: 'Suspend {{environment}} credentials',
  submit: 'Suspend credentials',
  title: 'Suspend the {{environment}} credentials of {{name}}?',
  detail:
    'Its {{environment}} client secrets and tokens stop working immediately, for its service account and for everyone who uses it. Nothing is deleted. The owner and the admins of the app get an email.',
  reason: 'Reason',
  reasonHint: "The app's team sees it. At most {{maxCredentialsReason}} characters.",
  failed: "The credentials weren't suspended",
  wereSuspended: 'The {{environment}} credentials of {{name}} were suspended',
  banner: 'The {{environment}} credentials of this app are suspended',
  sinceBy: 'Suspended by {{by}} on {{when}}. Reason: {{reason}}',
  since: 'Suspended on {{when}}. Reason: {{reason}}',
  restore: 'Restore credentials',
  restoreIn: 'Restore credentials: {{environment}}',
  restoreTitle: 'Restore the {{environment}} credentials of {{name}}?',
  restoreDetail:
    "Its {{environment}} client secrets work again immediately, and so do its tokens that haven't expired. The owner and the admins of the app get an email.",
  restoreFailed: 'The credentials are still suspended',
  restored: 'The {{environment}} credentials of {{name}} work again',
  team: {
    since: 'Platform staff suspended them on {{when}}. Reason: {{reason}}',
    effect: {
      production:
        "Client secrets and tokens don't work in production: users can't sign in through the app, and its API calls return 401. Nothing was deleted, so everything works again when the suspension ends.",
      sandbox:
        "Client secrets and tokens don't work in the sandbox, and API calls there return 401. Nothing was deleted, so everything works again when the suspension ends.",
    },
    ask: 'When you have fixed the cause, or if you have questions, <support>contact support</support>.',
  },
} as const

export const credentialSuspensionLimits = { maxCredentialsReason }

addTexts('credentialSuspensions', credentialSuspensions, credentialSuspensionLimits)
