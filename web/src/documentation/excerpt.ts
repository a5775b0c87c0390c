export interface ExcerptPart {
  text: string
  isMatch: boolean
}

const before = 60
const length = 180

const escapeForRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Returns the part of a string around the first match, cut between words, with the matches marked. */
export function makeExcerpt(text: string, words: string[]): ExcerptPart[] {
  const stretch = cutAround(text, words)
  if (words.length === 0) return [{ text: stretch, isMatch: false }]
  const pattern = new RegExp(`(${wordsPattern(words)})`, 'giu')
  // Splitting by a capture group puts the matches at every second index.
  return stretch
    .split(pattern)
    .map((part, i) => ({ text: part, isMatch: i % 2 === 1 }))
    .filter((part) => part.text !== '')
}

/** Longest first, so that `tokens` isn't marked as `token`. */
const wordsPattern = (words: string[]) =>
  words
    .toSorted((a, b) => b.length - a.length)
    .map(escapeForRegExp)
    .join('|')

function cutAround(text: string, words: string[]): string {
  const first = words.length === 0 ? -1 : text.search(new RegExp(wordsPattern(words), 'iu'))
  const from = first <= before ? 0 : text.indexOf(' ', first - before) + 1
  const rest = text.slice(from)
  const cut = rest.length <= length ? rest.length : rest.lastIndexOf(' ', length)
  const end = cut === -1 ? length : cut
  return `${from > 0 ? '… ' : ''}${rest.slice(0, end)}${end < rest.length ? ' …' : ''}`
}
