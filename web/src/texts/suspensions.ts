import { maxSuspensionReason } from '@trestle/domain/accounts/suspensions/rules.ts'
import { addTexts } from './loaded.ts'

export const suspensions = {
  badge: 'Suspended',
  filter: 'Only suspended',
  suspend: 'Suspend',
  title: 'Suspend {{name}}?',
  detail:
    "{{name}} is signed out everywhere immediately and can't sign in until someone restores the account. Their access tokens and their announcement feed stop working, and apps can no longer act for them. Emails and reports waiting to be sent to them are canceled. Apps they own keep working.",
  reason: 'Reason',
  reasonHint: 'The developer gets it by email. At most {{maxSuspensionReason}} characters.',
  failed: "The account wasn't suspended",
  suspended: '{{name}} was suspended',
  banner: 'This account is suspended',
  since: 'Suspended by {{name}} on {{when}}. Reason: {{reason}}',
  restore: 'Restore account',
  restoreTitle: 'Restore {{name}}?',
  restoreDetail:
    '{{name}} can sign in again and is notified by email. Nothing that the suspension ended is restored.',
  endPassword: 'End the password and email a link for a new one',
  endPasswordHint:
    "Someone else may know the password. Leave this selected unless you're sure that they don't. Passkeys, authenticator apps and recovery codes stay.",
  restoreFailed: 'The account is still suspended',
  restored: '{{name}} was restored',
} as const

export const suspensionLimits = { maxSuspensionReason }

addTexts('suspensions', suspensions, suspensionLimits)
