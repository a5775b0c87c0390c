import { factorResetHours } from '@trestle/domain/accounts/factors/rules.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import type { OutgoingEmail } from '../../mail/send.ts'
import { writeText, type MailSettings } from '../../mail/writeText.ts'

export type FactorKind = 'passkey' | 'totp'

const names: Record<FactorKind, string> = { passkey: 'passkey', totp: 'authenticator app' }

/** Tells the account's owner what to do about a change that someone else made. */
const ifNotYou = ({ PUBLIC_URL, SUPPORT_URL }: MailSettings): string[] => [
  "If this wasn't you, choose a new password immediately, check your account page, and contact us:",
  `${PUBLIC_URL}${pageAddress('forgotPassword')}`,
  `${PUBLIC_URL}${pageAddress('account')}`,
  SUPPORT_URL,
]

export const factorAddedEmail = (settings: MailSettings, email: string, kind: FactorKind): OutgoingEmail => ({
  kind: 'factor_added',
  recipient: email,
  subject: `Your ${settings.PLATFORM_NAME} account has a new ${names[kind]}`,
  body: writeText(
    kind === 'passkey'
      ? `A passkey was added to your ${settings.PLATFORM_NAME} developer account just now. It can be used to sign in.`
      : `An authenticator app was added to your ${settings.PLATFORM_NAME} developer account just now. From now on, signing in with your password also needs one of its codes.`,
    ...ifNotYou(settings),
  ),
})

export const factorRemovedEmail = (
  settings: MailSettings,
  email: string,
  kind: FactorKind,
): OutgoingEmail => ({
  kind: 'factor_removed',
  recipient: email,
  subject: `A second factor was removed from your ${settings.PLATFORM_NAME} account`,
  body: writeText(
    `${kind === 'passkey' ? 'A passkey' : 'The authenticator app'} was removed from your ${settings.PLATFORM_NAME} developer account just now.`,
    ...ifNotYou(settings),
  ),
})

export const recoveryCodesEmail = (
  settings: MailSettings,
  email: string,
  hadCodes: boolean,
): OutgoingEmail => ({
  kind: 'recovery_codes_created',
  recipient: email,
  subject: `New recovery codes for your ${settings.PLATFORM_NAME} account`,
  body: writeText(
    `New recovery codes were created for your ${settings.PLATFORM_NAME} developer account just now.${hadCodes ? ' The earlier ones no longer work.' : ''}`,
    ...ifNotYou(settings),
  ),
})

export const recoveryCodeUsedEmail = (
  settings: MailSettings,
  email: string,
  left: number,
): OutgoingEmail => ({
  kind: 'recovery_code_used',
  recipient: email,
  subject: `A recovery code of your ${settings.PLATFORM_NAME} account was used`,
  body: writeText(
    `Someone, probably you, signed in to your ${settings.PLATFORM_NAME} developer account with a recovery code just now.`,
    left === 0
      ? 'It was the last one. Create new ones on your account page:'
      : `${left === 1 ? 'One recovery code is' : `${left} recovery codes are`} left. You can create new ones on your account page:`,
    `${settings.PUBLIC_URL}${pageAddress('account')}`,
    "If this wasn't you, choose a new password immediately and contact us:",
    `${settings.PUBLIC_URL}${pageAddress('forgotPassword')}`,
    settings.SUPPORT_URL,
  ),
})

export const resetRequestedEmail = (settings: MailSettings, email: string, token: string): OutgoingEmail => ({
  kind: 'factor_reset_requested',
  recipient: email,
  subject: `The second factors of your ${settings.PLATFORM_NAME} account will be removed`,
  body: writeText(
    `Platform staff will remove all passkeys, the authenticator app and the recovery codes of your ${settings.PLATFORM_NAME} developer account in ${factorResetHours} hours. After that, you sign in with your password alone.`,
    "If you didn't ask for this, open this link to cancel it, and contact us:",
    `${settings.PUBLIC_URL}${pageAddress('cancelFactorReset', { token })}`,
    settings.SUPPORT_URL,
  ),
})

export const resetCanceledEmail = (settings: MailSettings, email: string): OutgoingEmail => ({
  kind: 'factor_reset_canceled',
  recipient: email,
  subject: `The second factors of your ${settings.PLATFORM_NAME} account won't be removed`,
  body: writeText(
    `The reset of the second factors of your ${settings.PLATFORM_NAME} developer account was canceled. Nothing was removed.`,
    "If you still need the reset, or didn't cancel it yourself, contact us:",
    settings.SUPPORT_URL,
  ),
})

export const factorsResetEmail = (settings: MailSettings, email: string): OutgoingEmail => ({
  kind: 'factors_reset',
  recipient: email,
  subject: `The second factors of your ${settings.PLATFORM_NAME} account were removed`,
  body: writeText(
    `All passkeys, the authenticator app and the recovery codes of your ${settings.PLATFORM_NAME} developer account were removed, and you were signed out everywhere. Sign in with your password, then set up a second factor again:`,
    `${settings.PUBLIC_URL}${pageAddress('account')}`,
    "If you didn't ask for this, choose a new password immediately and contact us:",
    `${settings.PUBLIC_URL}${pageAddress('forgotPassword')}`,
    settings.SUPPORT_URL,
  ),
})
