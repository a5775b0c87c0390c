import type { RemovedAccess } from '@trestle/domain/accounts/emailChanges/contract.ts'
import { emailChangeHours, emailUndoDays } from '@trestle/domain/accounts/emailChanges/rules.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import type { OutgoingEmail } from '../../mail/send.ts'
import { writeText, type MailSettings } from '../../mail/writeText.ts'
import { listRemoved } from '../removedAccess.ts'

export const changeLinkEmail = (settings: MailSettings, email: string, token: string): OutgoingEmail => ({
  kind: 'email_change_link',
  recipient: email,
  subject: `Confirm your new email address for ${settings.PLATFORM_NAME}`,
  body: writeText(
    `Someone, probably you, wants to use this address for a ${settings.PLATFORM_NAME} developer account. Open this link while you are signed in to confirm the change:`,
    `${settings.PUBLIC_URL}${pageAddress('changeEmail', { token })}`,
    `The link works for ${emailChangeHours} hours. Until you open it, the account keeps its old address.`,
    "If this wasn't you, ignore this email.",
  ),
})

export const takenAddressEmail = (settings: MailSettings, email: string): OutgoingEmail => ({
  kind: 'email_change_taken',
  recipient: email,
  subject: `Someone tried to use your ${settings.PLATFORM_NAME} address for another account`,
  body: writeText(
    `Someone, perhaps you, tried to use this address for another ${settings.PLATFORM_NAME} developer account. Your account already uses it, so nothing was changed.`,
    "If this wasn't you, you don't need to do anything.",
  ),
})

export const changedAddressEmail = (settings: MailSettings, email: string, token: string): OutgoingEmail => ({
  kind: 'email_changed',
  recipient: email,
  subject: `The email address of your ${settings.PLATFORM_NAME} account was changed`,
  body: writeText(
    `Your ${settings.PLATFORM_NAME} developer account has a new email address. We won't send any more emails to this one.`,
    "If this wasn't you, open this link. It changes the address back and signs everyone out of the account:",
    `${settings.PUBLIC_URL}${pageAddress('undoEmailChange', { token })}`,
    `The link works for ${emailUndoDays} days. After that, contact us:`,
    settings.SUPPORT_URL,
  ),
})

export const undoneEmail = (
  settings: MailSettings,
  email: string,
  resetToken: string,
  removed: RemovedAccess,
): OutgoingEmail => ({
  kind: 'email_change_undone',
  recipient: email,
  subject: `The email address of your ${settings.PLATFORM_NAME} account was changed back`,
  body: writeText(
    `Your ${settings.PLATFORM_NAME} developer account has this address again, and everyone was signed out.`,
    ...listRemoved(removed, 'after the address was changed'),
    'Your password no longer works, because someone else may know it. Open this link to choose a new one:',
    `${settings.PUBLIC_URL}${pageAddress('resetPassword', { token: resetToken })}`,
    'The link works once, for one hour. After that, ask for another one:',
    `${settings.PUBLIC_URL}${pageAddress('forgotPassword')}`,
    'Then check your account page, and the collaborators and client secrets of your apps. If something looks wrong, contact us:',
    `${settings.PUBLIC_URL}${pageAddress('account')}`,
    settings.SUPPORT_URL,
  ),
})
