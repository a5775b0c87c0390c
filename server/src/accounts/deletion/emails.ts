import type { OutgoingEmail } from '../../mail/send.ts'
import { writeText, type MailSettings } from '../../mail/writeText.ts'

export const accountDeletedEmail = (settings: MailSettings, email: string): OutgoingEmail => ({
  kind: 'account_deleted',
  recipient: email,
  subject: `Your ${settings.PLATFORM_NAME} account was deleted`,
  body: writeText(
    `Your ${settings.PLATFORM_NAME} developer account was deleted just now on its account page. Its personal data was removed, and it can't be restored.`,
    "If this wasn't you, contact us:",
    settings.SUPPORT_URL,
  ),
})
