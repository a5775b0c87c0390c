import type { ChangelogEntry, ChangeType } from './content.ts'

export interface ChangelogFilters {
  /** If omitted, every type; an empty list matches nothing. */
  type?: readonly ChangeType[] | undefined
  breaking?: boolean | undefined
  search?: string | undefined
}

/** The searched text of each change: a search would otherwise spend its time on writing it in lower case. */
const searchedTexts = new WeakMap<ChangelogEntry, string>()

function toSearchedText(entry: ChangelogEntry): string {
  const known = searchedTexts.get(entry)
  if (known !== undefined) return known
  const text = `${entry.summary}\n${entry.description}\n${entry.endpoint}`.toLowerCase()
  searchedTexts.set(entry, text)
  return text
}

/** Returns whether every word occurs in the text of a card. */
const says = (entry: ChangelogEntry, words: string[]): boolean =>
  words.every((word) => toSearchedText(entry).includes(word))

/** Returns the changes that match. `breaking: false` does not filter (CHG-17). */
export function matchingEntries(entries: ChangelogEntry[], filters: ChangelogFilters): ChangelogEntry[] {
  const { type, breaking, search = '' } = filters
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter(
    (entry) =>
      (type === undefined || type.includes(entry.type)) &&
      (breaking !== true || entry.breaking) &&
      says(entry, words),
  )
}
