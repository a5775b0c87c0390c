/** All events that an account's security log records, in the past tense, with the label that pages show. */
export const securityEventKinds = {
  'sign_in.succeeded': 'Signed in',
  'sign_in.failed': 'Sign-in failed',
  'sign_in.refused': 'Sign-in refused because the account is suspended',
  'session.ended': 'Signed out',
  'sessions.ended': 'Signed out of other browsers',
  'password.changed': 'Password changed',
  'password.ended': 'Password ended',
  'password.reset': 'Password reset',
  'password_reset.requested': 'Password reset requested',
  'email_change.requested': 'Change of email address requested',
  'email_change.canceled': 'Change of email address canceled',
  'email.changed': 'Email address changed',
  'email_change.undone': 'Change of email address undone',
  'passkey.added': 'Passkey added',
  'passkey.removed': 'Passkey removed',
  'totp.added': 'Authenticator app added',
  'totp.removed': 'Authenticator app removed',
  'recovery_codes.created': 'Recovery codes created',
  'recovery_codes.removed': 'Recovery codes removed',
  'recovery_code.used': 'Recovery code used',
  'second_factor.failed': 'Second step of sign-in failed',
  'confirmation.failed': 'Identity confirmation failed',
  'factor_reset.requested': 'Reset of two-factor authentication requested',
  'factor_reset.canceled': 'Reset of two-factor authentication canceled',
  'factors.reset': 'Two-factor authentication reset',
  'token.created': 'Personal access token created',
  'token.revoked': 'Personal access token revoked',
  'account.suspended': 'Account suspended',
  'account.restored': 'Account restored',
  'account.exported': 'Account data exported',
} as const

export type SecurityEventKind = keyof typeof securityEventKinds

/** Failed identity checks. Many of them in a short time mean that someone may be guessing. */
export const failureKinds = [
  'sign_in.failed',
  'second_factor.failed',
  'confirmation.failed',
] as const satisfies SecurityEventKind[]
export type FailureKind = (typeof failureKinds)[number]

export const isSecurityEventKind = (kind: string): kind is SecurityEventKind =>
  Object.hasOwn(securityEventKinds, kind)

/** Returns the label of a kind; an unknown one, from another release, is its own label. */
export const securityEventLabel = (kind: string): string =>
  isSecurityEventKind(kind) ? securityEventKinds[kind] : kind

/** How long an event is retained. */
export const securityEventDays = 400

/** Operators are alerted if too many sign-ins and confirmations fail within this time. */
export const securityAlertMinutes = 10
