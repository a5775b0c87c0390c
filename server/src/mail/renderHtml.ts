import { matchPage, type PageName } from '@trestle/domain/routes.ts'
import { escapeHtml } from '../text/html.ts'
import { rule } from './composeFooter.ts'
import { supportContact } from '../supportContact.ts'
import type { MailSettings } from './writeText.ts'

/** The text of the link to a page. */
const linkTexts: Partial<Record<PageName, string>> = {
  account: 'Open your account page',
  accountTokens: 'Open your access tokens',
  adminApp: 'Open the app',
  app: 'Open the app',
  apps: 'Open your apps',
  cancelFactorReset: 'Cancel the reset',
  changeEmail: 'Confirm the new address',
  confirmEmail: 'Confirm the address',
  forgotPassword: 'Choose a new password',
  invitation: 'Open the invitation',
  marketplaceApp: 'Open the marketplace page',
  notification: 'Read the announcement',
  resetPassword: 'Choose a new password',
  securityEvents: 'Open the security events',
  signIn: 'Sign in',
  undoEmailChange: 'Undo the change',
  unsubscribe: 'Stop these emails',
}

/** The text of the link to a tab of an app. The first tab is the app itself. */
const tabTexts: Partial<Record<string, string>> = {
  marketplace_listing: 'Open the listing',
  metrics: 'Open the metrics',
  oauth_credentials: 'Open the credentials',
  versions: 'Open the versions',
}

interface MailLink {
  text: string
  page: PageName | null
}

/**
 * Returns the link to an address; null for one that isn't a page of ours, such as an address elsewhere that someone
 * typed.
 */
function findLink({ PUBLIC_URL, SUPPORT_URL }: MailSettings, address: string): MailLink | null {
  if (address === SUPPORT_URL) return { text: 'Contact support', page: null }
  if (!address.startsWith(`${PUBLIC_URL}/`)) return null
  const [path = ''] = address.slice(PUBLIC_URL.length).split(/[?#]/)
  const found = matchPage(path)
  if (!found) return null
  const text = tabTexts[found.params['tab'] ?? ''] ?? linkTexts[found.name]
  return text === undefined ? null : { text, page: found.name }
}

const buttonStyle =
  'display: inline-block; margin: 4px 0; padding: 10px 20px; border-radius: 6px; background: #0f6864; color: #ffffff; font-weight: 600; text-decoration: none'

const renderParagraph = (lines: readonly string[]): string =>
  `<p style="margin: 0 0 16px">${lines.join('<br>\n')}</p>`

/**
 * Renders an email of plain text as a fragment of HTML. A line that is the address of one of our pages becomes a link.
 * The first one after a colon becomes a button, unless it is in the footer, which begins with how to unsubscribe.
 */
export function renderFragment(settings: MailSettings, text: string): string {
  let canBeButton = true
  let isAnnounced = false
  const renderLine = (line: string): string => {
    const link = findLink(settings, line)
    if (link?.page === 'unsubscribe') canBeButton = false
    const isButton = canBeButton && isAnnounced
    isAnnounced = line.endsWith(':')
    if (!link) return escapeHtml(line)
    if (isButton) canBeButton = false
    return `<a href="${escapeHtml(line)}"${isButton ? ` style="${buttonStyle}"` : ''}>${link.text}</a>`
  }
  const paragraphs = text.trim().split(/\n{2,}/)
  return paragraphs
    .map((paragraph) =>
      paragraph === rule
        ? '<hr style="margin: 24px 0; border: 0; border-top: 1px solid #8a9494">'
        : renderParagraph(paragraph.split('\n').map(renderLine)),
    )
    .join('\n')
}

/** Returns the plain text of an email as shown to the reader, with the support address without its scheme. */
export const renderText = (settings: Pick<MailSettings, 'SUPPORT_URL'>, text: string): string =>
  text
    .split('\n')
    .map((line) => (line === settings.SUPPORT_URL ? supportContact(settings) : line))
    .join('\n')

/** Renders an email of plain text as a document for email programs, without pictures or anything else to load. */
export function renderHtml(
  settings: MailSettings,
  { subject, text }: { subject: string; text: string },
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin: 0; padding: 24px 16px">
<div style="max-width: 560px; margin: 0 auto; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Arial, sans-serif; overflow-wrap: anywhere">
<p style="margin: 0 0 24px; font-weight: 700">${escapeHtml(settings.PLATFORM_NAME)} developer portal</p>
${renderFragment(settings, text)}
</div>
</body>
</html>
`
}
