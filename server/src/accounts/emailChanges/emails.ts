import type { RemovedAccess } from '@trestle/domain/accounts/emailChanges/contract.ts'
import { emailChangeHours, emailUndoDays } from '@trestle/domain/accounts/emailChanges/rules.ts'
import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { appAddress, pageAddress } from '@trestle/domain/routes.ts'
import type { Tx } from '../../db/schema.ts'
import type { OutgoingEmail } from '../../mail/send.ts'
import { writeText, type MailSettings } from '../../mail/writeText.ts'
import type { Services } from '../../services.ts'
import { linkForNewPassword } from '../emails.ts'
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

interface MadeSecret {
  app_id: number
  /** The name of the app. */
  app: string
  environment: CredentialEnvironment
  last_four: string
  created_at: string
}

/** The client secrets that someone created since a time and that still work. */
export interface MadeSecrets {
  newest: readonly MadeSecret[]
  total: number
}

export type ListSecretsSince = (
  tx: Tx,
  services: Services,
  which: { developerId: number; since: string; limit: number },
) => Promise<MadeSecrets>

/** How many client secrets the email about an undone change names. */
export const maxNamedSecrets = 10

/** Names client secrets without their labels, because someone else may have chosen them. */
function nameSecrets({ PUBLIC_URL }: MailSettings, { newest, total }: MadeSecrets): string[] {
  if (newest.length === 0) return []
  const more = total - newest.length
  return [
    "These client secrets were created in your name after the address was changed, and still work. Revoke those that you don't know:",
    ...newest.map(
      ({ app_id, app, environment, last_four, created_at: at }) =>
        `The ${environment} client secret of ${app} that ends in ${last_four}, created on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC:\n${PUBLIC_URL}${appAddress(app_id, 'oauth_credentials')}`,
    ),
    ...(more > 0 ? [`and ${more} more.`] : []),
  ]
}

export const undoneEmail = (
  settings: MailSettings,
  email: string,
  resetToken: string,
  { removed, secrets }: { removed: RemovedAccess; secrets: MadeSecrets },
): OutgoingEmail => ({
  kind: 'email_change_undone',
  recipient: email,
  subject: `The email address of your ${settings.PLATFORM_NAME} account was changed back`,
  body: writeText(
    `Your ${settings.PLATFORM_NAME} developer account has this address again, and everyone was signed out.`,
    ...listRemoved(removed, 'after the address was changed'),
    ...linkForNewPassword(settings, resetToken),
    ...nameSecrets(settings, secrets),
    'Then check your account page, and the collaborators and client secrets of your apps. If something looks wrong, contact us:',
    `${settings.PUBLIC_URL}${pageAddress('account')}`,
    settings.SUPPORT_URL,
  ),
})
