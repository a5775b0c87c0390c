import { createHash } from 'node:crypto'
import type { ErrorReply } from '@trestle/domain/http/errorReply.ts'
import { composeDocument } from '../text/composeDocument.ts'
import { escapeHtml } from '../text/html.ts'

const titles: Partial<Record<ErrorReply['code'], string>> = {
  internal: 'Something went wrong',
  not_found: 'Page not found',
  rate_limited: 'Too many requests',
  unavailable: 'Temporarily unavailable',
}

const style = `body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 36rem; margin: 15vh auto 0; padding: 0 1rem; }
h1 { font-size: 1.5rem; }
a { color: inherit; }
small { opacity: 0.8; }`

/** Lets the page show its style without a nonce, in a reply whose policy was composed before the page. */
export const errorStyleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** Renders an error for someone who opened an address in a browser, where the web app isn't loaded to show it. */
export function errorPage(
  { code, message, request_id: requestId }: ErrorReply,
  { address, nonce }: { address: string; nonce: string },
): string {
  const title = titles[code] ?? "This page can't be shown"
  const content = `<p>${escapeHtml(message)}</p>
<p><a href="${escapeHtml(address)}">Try again</a> · <a href="/">Home</a></p>
<p><small>Request ID: ${escapeHtml(requestId)}</small></p>`
  return composeDocument({ title, style, nonce, content })
}
