import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import sanitizeHtml from 'sanitize-html'

const extensions = { extensions: [gfm()], htmlExtensions: [gfmHtml()] }

/** What announcements and changes are written with, as HTML for a feed: as the pages show it, with whole addresses. */
export function feedHtml(markdown: string, origin: string): string {
  // HTML inside markdown comes out as text; what is left to judge are the addresses, and pictures, which stay out.
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
