import sanitizeHtml from 'sanitize-html'

export const withoutTags = (html: string): string =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

const links = /<a href="([^"]*)">(.*?)<\/a>/gs

/** Returns a link as its text and its address, once if they are the same. */
const toText = (_: string, href: string, text: string): string =>
  text === href.replace(/^mailto:/, '') ? text : `${text} (${href})`

const lineEnds = /<\/(?:p|li|ul|ol|blockquote)>|<br\s*\/?>/g

/** Where a block follows text. One at the start of another block needs no new line. */
const blockStarts = /(?<!^|\n|<(?:li|ul|ol|blockquote)>(?:- )?)(?=<(?:p|ul|ol|blockquote)>)/g

/** Returns safe HTML as the text of an email, with one line per paragraph, and addresses after the text of links. */
export function toPlainText(html: string): string {
  const marked = html
    .replaceAll(links, toText)
    .replaceAll('<li>', '<li>- ')
    .replaceAll(lineEnds, '$&\n')
    .replaceAll(blockStarts, '\n')
  return withoutTags(marked)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
