import type { DocumentRoute } from '../http/pages.ts'
import { listNewestMails, type Mail } from './store.ts'

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

const linked = (text: string): string =>
  escape(text).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`)

function article(mail: Mail): string {
  const state = mail.sent_at ? `Sent ${mail.sent_at}` : 'Waiting'
  return `<article><h2>${escape(mail.subject)}</h2>
<p>To <strong>${escape(mail.recipient)}</strong> · ${mail.created_at} · ${state} · ${escape(mail.kind)}</p>
<pre>${linked(mail.body)}</pre></article><hr>`
}

/** The outbox, readable in a browser outside production: the mails a laptop does not send. */
export const outboxPage: DocumentRoute = {
  path: '/dev/mail',
  isOn: ({ settings }) => settings.RELEASE_STAGE === 'development' || settings.RELEASE_STAGE === 'test',
  render: async ({ db, settings }) => {
    const mails = await listNewestMails(db, 100)
    const list = mails.length > 0 ? mails.map(article).join('\n') : '<p>No mail yet.</p>'
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Outbox · ${escape(settings.PLATFORM_NAME)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"></head>
<body><main><h1>Outbox</h1><p>The newest 100 mails of this server. Reload to see new ones.</p>${list}</main></body></html>`
  },
}
