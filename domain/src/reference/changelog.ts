import type { ChangeType } from './changeTypes.ts'
import type { ChangelogEntry } from './content.ts'
import { isPublic, readsEverything, type Reader } from './rules.ts'
import { foldText } from '../text/foldText.ts'

/** Computes something about a changelog only once, because it doesn't change after it was read. */
function oncePerChangelog<Result>(compute: (entries: ChangelogEntry[]) => Result) {
  const known = new WeakMap<ChangelogEntry[], Result>()
  return (entries: ChangelogEntry[]): Result => {
    const result = known.get(entries) ?? compute(entries)
    known.set(entries, result)
    return result
  }
}

const publicEntries = oncePerChangelog((entries) => entries.filter(isPublic))

/** Returns the changes that this reader may see. */
export const readableEntries = (entries: ChangelogEntry[], reader: Reader | null): ChangelogEntry[] =>
  readsEverything(reader) ? entries : publicEntries(entries)

export interface ChangelogFilters {
  /** If omitted, every type; an empty list matches nothing. */
  type?: readonly ChangeType[] | undefined
  breaking?: boolean | undefined
  search?: string | undefined
}

/** The concatenated texts of all cards, and where each begins. Each ends with a line break. */
const searchedTexts = oncePerChangelog((entries) => {
  const texts = entries.map(({ summary, description, endpoint }) =>
    foldText(`${summary}\n${description}\n${endpoint}\n`),
  )
  const starts = [0]
  for (const text of texts) starts.push((starts.at(-1) ?? 0) + text.length)
  return { text: texts.join(''), starts }
})

/** Returns the indexes of the changes with this word. One search in all texts is much faster than one in each. */
function indexesWith({ text, starts }: ReturnType<typeof searchedTexts>, word: string): Set<number> {
  const indexes = new Set<number>()
  let index = 0
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, starts[index + 1])) {
    while ((starts[index + 1] ?? text.length) <= at) index += 1
    indexes.add(index)
  }
  return indexes
}

function searchEntries(entries: ChangelogEntry[], search: string): ChangelogEntry[] {
  const words = foldText(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return entries
  const texts = searchedTexts(entries)
  const [first = new Set<number>(), ...others] = words.map((word) => indexesWith(texts, word))
  return [...first].flatMap((index) => {
    const entry = entries[index]
    return entry && others.every((indexes) => indexes.has(index)) ? [entry] : []
  })
}

/** Returns the changes that match, with every word in the text of their card. `breaking: false` does not filter (CHG-17). */
export function matchingEntries(entries: ChangelogEntry[], filters: ChangelogFilters): ChangelogEntry[] {
  const { type, breaking, search = '' } = filters
  const found = searchEntries(entries, search)
  if (type === undefined && breaking !== true) return found
  return found.filter(
    (entry) => (type === undefined || type.includes(entry.type)) && (breaking !== true || entry.breaking),
  )
}
