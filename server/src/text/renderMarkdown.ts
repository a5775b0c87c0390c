import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import sanitizeHtml from 'sanitize-html'

const extensions = { extensions: [gfm()], htmlExtensions: [gfmHtml()] }

/** The start and end of a link, and an image, as micromark writes them. */
const linkOrImage = /<a [^>]*>|<\/a>|<img src="([^"]*)" alt="([^"]*)"[^>]*>/g

/** Links to images instead of showing them, like the pages do. Inside a link, only their text remains. */
function linkImages(html: string): string {
  let isInLink = false
  return html.replace(linkOrImage, (tag, src: string | undefined, alt = '') => {
    if (src === undefined) {
      isInLink = tag !== '</a>'
      return tag
    }
    return isInLink || src === '' ? alt || src : `<a href="${src}">${alt || src}</a>`
  })
}

/**
 * Renders the Markdown of announcements and changes as HTML for feeds and emails, like the pages do but with absolute
 * addresses.
 */
export function renderMarkdown(markdown: string, origin: string): string {
  // HTML inside Markdown is escaped. That leaves addresses, which are checked.
  return sanitizeHtml(linkImages(micromark(markdown, extensions)), {
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
