import type { SearchEntry } from '@trestle/domain/reference/contract.ts'
import { foldText } from '@trestle/domain/text/foldText.ts'
import MiniSearch from 'minisearch'

const maxFound = 30

/** Returns a search that matches prefixes and small typos in long words, and splits paths at their slashes. */
export function searchOver(entries: SearchEntry[]): (words: string) => SearchEntry[] {
  const index = new MiniSearch<SearchEntry & { id: number }>({
    fields: ['title', 'detail'],
    tokenize: (text) => text.split(/[\s/{}_.,:-]+/).filter(Boolean),
    processTerm: foldText,
    searchOptions: {
      boost: { title: 2 },
      prefix: true,
      combineWith: 'AND',
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  })
  index.addAll(entries.map((entry, id) => ({ ...entry, id })))
  return (words) =>
    index
      .search(words)
      .slice(0, maxFound)
      .flatMap(({ id }) => entries[Number(id)] ?? [])
}
