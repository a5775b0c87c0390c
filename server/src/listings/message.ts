import { isBlank } from '@trestle/domain/text/characters.ts'
import sanitizeHtml from 'sanitize-html'
import { withoutTags } from '../text/toPlainText.ts'

/** The markup that a staff message may contain: text, lists and links (LSTATE-32). */
const safe: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 'ul', 'ol', 'li', 'a', 'code', 'blockquote'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'http', 'mailto'],
  disallowedTagsMode: 'discard',
}

const blocks = /<(?:p|br|ul|ol|li|blockquote)\b/i

/** Returns the message with plain-text lines and paragraphs converted to HTML. */
function withParagraphs(message: string): string {
  if (blocks.test(message) || !message.includes('\n')) return message
  const paragraphs = message.replaceAll('\r\n', '\n').split(/\n\s*\n/)
  return paragraphs.map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`).join('\n')
}

/** Returns the message as safe HTML, or an empty string if nothing of it is visible. */
export function safeHtml(html: string): string {
  const message = sanitizeHtml(withParagraphs(html.trim()), safe).trim()
  return isBlank(withoutTags(message)) ? '' : message
}
