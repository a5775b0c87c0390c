import { isBlank } from '@trestle/domain/text/characters.ts'
import sanitizeHtml from 'sanitize-html'

/** The markup that a staff message may contain: text, lists and links (LSTATE-32). */
const safe: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 'ul', 'ol', 'li', 'a', 'code', 'blockquote'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'http', 'mailto'],
  disallowedTagsMode: 'discard',
}

/** Returns the message as safe HTML, or an empty string if nothing of it is visible. */
export function safeHtml(html: string): string {
  const message = sanitizeHtml(html, safe).trim()
  return isBlank(plainText(message)) ? '' : message
}

const lineEnds = /<\/(?:p|li|ul|ol|blockquote)>|<br\s*\/?>/g

/** Returns the message as plain text for an email, with one line per paragraph. */
export function plainText(html: string): string {
  const text = sanitizeHtml(html.replaceAll(lineEnds, '$&\n'), { allowedTags: [], allowedAttributes: {} })
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
