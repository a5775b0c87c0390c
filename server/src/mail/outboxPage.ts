import { escapeHtml } from '../text/html.ts'
import type { DocumentRoute } from '../http/pages.ts'
import type { Settings } from '../settings.ts'
import { renderFragment, renderText } from './renderHtml.ts'
import { listAttachments, listNewestEmails, type Attachment, type Email } from './store.ts'

const linkUrls = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`)

/** Returns a link that contains the file itself: the outbox has no addresses for files. */
function fileLink({ filename, content_type: type, content }: Attachment): string {
  const address = `data:${type.replaceAll(' ', '')};base64,${content.toString('base64')}`
  return `<p><a download="${escapeHtml(filename)}" href="${escapeHtml(address)}">${escapeHtml(filename)}</a>, ${content.length} bytes</p>`
}

/** Returns `2026-04-09 16:05:09 UTC`. */
const formatInstant = (instant: string): string => `${instant.slice(0, 19).replace('T', ' ')} UTC`

function article(settings: Settings, email: Email, files: Attachment[]): string {
  const waiting = email.digest === null ? 'Pending' : 'Held back for a digest'
  const state = email.sent_at ? `Sent ${formatInstant(email.sent_at)}` : waiting
  return `<article><h2>${escapeHtml(email.subject)}</h2>
<p>To <strong>${escapeHtml(email.recipient)}</strong> · ${formatInstant(email.created_at)} · ${state} · ${escapeHtml(email.kind)}</p>
<pre style="white-space: pre-wrap; overflow-wrap: anywhere">${linkUrls(renderText(settings, email.body))}</pre>
<details><summary>As HTML</summary>${renderFragment(settings, email.body)}</details>${files.map(fileLink).join('')}</article><hr>`
}

/** The outbox as a page outside production, for emails that a developer's machine doesn't send. */
export const outboxPage: DocumentRoute = {
  path: '/dev/mail',
  isOn: ({ settings }) => settings.RELEASE_STAGE === 'development' || settings.RELEASE_STAGE === 'test',
  render: async ({ db, settings }) => {
    const emails = await listNewestEmails(db, 100)
    const files = await listAttachments(
      db,
      emails.map(({ id }) => id),
    )
    const articles = emails.map((email) =>
      article(
        settings,
        email,
        files.filter((file) => file.mail_id === email.id),
      ),
    )
    const list = articles.length > 0 ? articles.join('\n') : '<p>No emails yet.</p>'
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Outbox · ${escapeHtml(settings.PLATFORM_NAME)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"></head>
<body style="max-width: 48rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere"><main><h1>Outbox</h1><p>The newest 100 emails of this server. Reload the page to see new ones.</p>${list}</main></body></html>`
  },
}
