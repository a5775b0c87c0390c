import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import sanitizeHtml from 'sanitize-html'

const extensions = { extensions: [gfm()], htmlExtensions: [gfmHtml()] }

/**
 * Renders the Markdown of announcements and changes as HTML for feeds and emails, like the pages do but with absolute
 * addresses.
 */
export function renderMarkdown(markdown: string, origin: string): string {
  // HTML inside Markdown is escaped. That leaves addresses, which are checked, and images, which are removed.
  return sanitizeHtml(micromark(markdown, extensions), {
    allowedTags: sanitizeHtml.defaults.allowedTags,
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'http', 'mailto'],
    allowProtocolRelative: false,
    transformTags: {
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: { href: /^\/(?!\/)/.test(href) ? `${origin}${href}` : href },
      }),
    },
  }).trim()
}
