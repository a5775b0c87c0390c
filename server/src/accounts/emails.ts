import type { RemovedAccess } from '@trestle/domain/accounts/emailChanges/contract.ts'
import { confirmationHours, unconfirmedDays } from '@trestle/domain/accounts/rules.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import type { OutgoingEmail } from '../mail/send.ts'
import { writeText, type MailSettings } from '../mail/writeText.ts'
import { listRemoved } from './removedAccess.ts'

// These emails never contain the recipient's name: a stranger may have typed it, and could send their own
// text through us.

export const confirmationEmail = (settings: MailSettings, email: string, token: string): OutgoingEmail => ({
  kind: 'confirm_email',
  recipient: email,
  subject: `Confirm your email address for ${settings.PLATFORM_NAME}`,
  body: writeText(
    `Someone, probably you, created a ${settings.PLATFORM_NAME} developer account with this address. Open this link to confirm that it is yours:`,
    `${settings.PUBLIC_URL}${pageAddress('confirmEmail', { token })}`,
    `The link works for ${confirmationHours} hours and asks for the password of the account. Until you confirm the address, you can sign in, but you can't create apps.`,
    `If this wasn't you, open the link and choose "This wasn't me" to delete the account. If no one confirms the address, the account is deleted ${unconfirmedDays} days after its last use.`,
  ),
})

/** The invitation proved the address, so this email only says what happened, in case someone else has the link. */
export const invitedRegistrationEmail = (settings: MailSettings, email: string): OutgoingEmail => ({
  kind: 'invited_registration',
  recipient: email,
  subject: `Your new ${settings.PLATFORM_NAME} account`,
  body: writeText(
    `Someone, probably you, created a ${settings.PLATFORM_NAME} developer account with this address, using the link in an invitation that we emailed to it. You don't have to confirm the address.`,
    'Your account page:',
    `${settings.PUBLIC_URL}${pageAddress('account')}`,
    "If this wasn't you, choose a new password, which signs out every browser, and contact us:",
    `${settings.PUBLIC_URL}${pageAddress('forgotPassword')}`,
    settings.SUPPORT_URL,
  ),
})

export const newAddressEmail = (settings: MailSettings, email: string, token: string): OutgoingEmail => ({
  kind: 'new_address',
  recipient: email,
  subject: `Confirm your new email address for ${settings.PLATFORM_NAME}`,
  body: writeText(
    `Platform staff changed the email address of your ${settings.PLATFORM_NAME} developer account to this one. Open this link to confirm that it is yours:`,
    `${settings.PUBLIC_URL}${pageAddress('confirmEmail', { token })}`,
    `The link works for ${confirmationHours} hours. Sign in with this address and your password from now on. Until you confirm the address, you can't create apps.`,
    'If you don\'t have an account, open the link and choose "This wasn\'t me".',
  ),
})

export const oldAddressEmail = (settings: MailSettings, email: string): OutgoingEmail => ({
  kind: 'old_address',
  recipient: email,
  subject: `The email address of your ${settings.PLATFORM_NAME} account was changed`,
  body: writeText(
    `Platform staff changed the email address of your ${settings.PLATFORM_NAME} developer account. Sign in with the new address from now on. We won't send any more emails to this one.`,
    "If you didn't request this, contact us:",
    settings.SUPPORT_URL,
  ),
})

export const repeatedRegistrationEmail = (settings: MailSettings, email: string): OutgoingEmail => ({
  kind: 'repeated_registration',
  recipient: email,
  subject: `You already have a ${settings.PLATFORM_NAME} account`,
  body: writeText(
    `Someone, probably you, tried to create a ${settings.PLATFORM_NAME} developer account with this address. You already have an account, so nothing was changed.`,
    'Sign in here:',
    `${settings.PUBLIC_URL}${pageAddress('signIn')}`,
    'If you forgot your password, choose a new one here:',
    `${settings.PUBLIC_URL}${pageAddress('forgotPassword')}`,
    "If this wasn't you, you don't need to do anything.",
  ),
})

export const resetEmail = (settings: MailSettings, email: string, token: string): OutgoingEmail => ({
  kind: 'reset_password',
  recipient: email,
  subject: `Choose a new ${settings.PLATFORM_NAME} password`,
  body: writeText(
    `Someone, probably you, asked for a new password for your ${settings.PLATFORM_NAME} developer account. Open this link to choose one:`,
    `${settings.PUBLIC_URL}${pageAddress('resetPassword', { token })}`,
    'The link works once, for one hour. Choosing a new password signs you out everywhere.',
    "If this wasn't you, ignore this email. Your password won't change.",
  ),
})

export const suspendedEmail = (settings: MailSettings, email: string, reason: string): OutgoingEmail => ({
  kind: 'account_suspended',
  recipient: email,
  subject: `Your ${settings.PLATFORM_NAME} account was suspended`,
  body: writeText(
    `Platform staff suspended your ${settings.PLATFORM_NAME} developer account. You were signed out everywhere and can't sign in.`,
    `Reason: ${reason}`,
    'Your apps keep working for their users. If you disagree or have questions, contact us:',
    settings.SUPPORT_URL,
  ),
})

/** `resetToken` is the token of the link for a new password, if the restoration ended the old one. */
export const restoredEmail = (
  settings: MailSettings,
  email: string,
  resetToken: string | null,
): OutgoingEmail => ({
  kind: 'account_restored',
  recipient: email,
  subject: `Your ${settings.PLATFORM_NAME} account was restored`,
  body: writeText(
    ...(resetToken === null
      ? [
          `Platform staff ended the suspension of your ${settings.PLATFORM_NAME} developer account. You can sign in again:`,
          `${settings.PUBLIC_URL}${pageAddress('signIn')}`,
        ]
      : [
          `Platform staff ended the suspension of your ${settings.PLATFORM_NAME} developer account.`,
          ...linkForNewPassword(settings, resetToken),
        ]),
    'If you used an announcement feed, create a new URL for it on your account page.',
  ),
})

/** Says that the password was ended, and how to choose a new one. */
export const linkForNewPassword = (settings: MailSettings, resetToken: string): string[] => [
  'Your password no longer works, because someone else may know it. Open this link to choose a new one:',
  `${settings.PUBLIC_URL}${pageAddress('resetPassword', { token: resetToken })}`,
  'The link works once, for one hour. After that, ask for another one:',
  `${settings.PUBLIC_URL}${pageAddress('forgotPassword')}`,
]

/** `removed` lists the access that ended because the password was set with a link that also confirmed the address. */
export const passwordChangedEmail = (
  settings: MailSettings,
  email: string,
  removed: RemovedAccess | null,
): OutgoingEmail => ({
  kind: 'password_changed',
  recipient: email,
  subject: `Your ${settings.PLATFORM_NAME} password was changed`,
  body: writeText(
    `The password of your ${settings.PLATFORM_NAME} developer account was changed just now.`,
    ...(removed ? listRemoved(removed, 'before you confirmed this address') : []),
    "If this wasn't you, choose a new one immediately and contact us:",
    `${settings.PUBLIC_URL}${pageAddress('forgotPassword')}`,
    settings.SUPPORT_URL,
  ),
})

export const newDeviceEmail = (
  settings: MailSettings,
  email: string,
  device: { browser: string; network: string },
): OutgoingEmail => ({
  kind: 'new_device',
  recipient: email,
  subject: `New sign-in to your ${settings.PLATFORM_NAME} account`,
  body: writeText(
    `Someone, probably you, signed in to your ${settings.PLATFORM_NAME} developer account just now in a browser that we haven't seen before: ${device.browser}, on the network ${device.network}.`,
    'Your account page lists every browser that is signed in:',
    `${settings.PUBLIC_URL}${pageAddress('account')}`,
    "If this wasn't you, choose a new password immediately, which signs out every browser, and contact us:",
    `${settings.PUBLIC_URL}${pageAddress('forgotPassword')}`,
    settings.SUPPORT_URL,
  ),
})
