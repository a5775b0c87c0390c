import type { SearchEntry } from '@trestle/domain/reference/contract.ts'
import { searchTexts } from '../shared/searchTexts.ts'

const maxFound = 30

/** Returns a search of the reference. */
export function searchOver(entries: SearchEntry[]): (words: string) => SearchEntry[] {
  const search = searchTexts(entries, { title: 2, detail: 1 })
  return (words) =>
    search(words)
      .slice(0, maxFound)
      .map(({ item }) => item)
}
