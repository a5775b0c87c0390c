import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import sanitizeHtml from 'sanitize-html'

const extensions = { extensions: [gfm()], htmlExtensions: [gfmHtml()] }

/** An image as micromark writes it, and the link that begins right before it. */
const image = /(<a [^>]*>)?<img src="([^"]*)" alt="([^"]*)"[^>]*>/g

/** Links to images instead of showing them, as the pages do. */
const linkImages = (html: string): string =>
  html.replace(image, (_image, link: string | undefined, src: string, alt: string) =>
    link === undefined ? `<a href="${src}">${alt || src}</a>` : `${link}${alt || src}`,
  )

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
