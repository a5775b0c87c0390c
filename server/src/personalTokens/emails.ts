import { pageAddress } from '@trestle/domain/routes.ts'
import type { OutgoingEmail, PlainEmail } from '../mail/send.ts'
import { writeText, type MailSettings } from '../mail/writeText.ts'

interface Token {
  name: string
  last_four: string
  expires_at: string
}

const tokensUrl = ({ PUBLIC_URL }: MailSettings): string => `${PUBLIC_URL}${pageAddress('accountTokens')}`

export const createdEmail = (settings: MailSettings, email: string, token: Token): OutgoingEmail => ({
  kind: 'personal_token_created',
  recipient: email,
  subject: `A personal access token of your ${settings.PLATFORM_NAME} account was created`,
  body: writeText(
    `The personal access token "${token.name}", which ends in ${token.last_four}, was created just now. Programs that have it can act for you until ${token.expires_at.slice(0, 10)}.`,
    "If this wasn't you, revoke the token, change your password immediately and contact us:",
    tokensUrl(settings),
    settings.SUPPORT_URL,
  ),
})

export const expiringEmail = (settings: MailSettings, email: string, token: Token): PlainEmail => ({
  kind: 'personal_token_expiring',
  recipient: email,
  subject: `Your personal access token "${token.name}" expires on ${token.expires_at.slice(0, 10)}`,
  body: writeText(
    `The personal access token "${token.name}" of your ${settings.PLATFORM_NAME} developer account, which ends in ${token.last_four}, stops working on ${token.expires_at.slice(0, 10)} at ${token.expires_at.slice(11, 16)} UTC.`,
    'If a program still needs it, create a new one and replace it there before that time:',
    tokensUrl(settings),
  ),
})
