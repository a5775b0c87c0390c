import type { SearchEntry } from '@trestle/domain/reference/contract.ts'
import { searchTexts, type Found } from '../shared/searchTexts.ts'

const maxFound = 30

/** Returns a search of the reference. */
export function searchOver(entries: SearchEntry[]): (words: string) => Found<SearchEntry> {
  const search = searchTexts(entries, { title: 2, detail: 1 })
  return (words) => {
    const matches = search(words)
    return { results: matches.slice(0, maxFound).map(({ item }) => item), total: matches.length }
  }
}
