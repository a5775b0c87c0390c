import { foldText } from '@trestle/domain/text/foldText.ts'
import MiniSearch from 'minisearch'

export interface Match<Item> {
  item: Item
  /** The matching words of the item. */
  terms: string[]
}

/** The best matches of a search, and how many there are in total. */
export interface Found<Result> {
  results: Result[]
  total: number
}

/** Matches the percent-encoded characters inside an address. */
const encoded = /%[\dA-F]{2}(?=[\w%])/g

const tokenize = (text: string): string[] =>
  text
    .replaceAll(encoded, ' ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)

/**
 * Returns a search that matches all words, or any word if nothing has all, by prefix and with small typos in long
 * words. A match in a field with a larger weight counts more.
 */
export function searchTexts<Item extends object>(
  items: Item[],
  weights: Partial<Record<Extract<keyof Item, string>, number>>,
): (words: string) => Match<Item>[] {
  const index = new MiniSearch<Item & { id: number }>({
    fields: Object.keys(weights),
    tokenize,
    processTerm: foldText,
    searchOptions: {
      boost: weights as Record<string, number>,
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  })
  index.addAll(items.map((item, id) => ({ ...item, id })))
  return (words) => {
    const all = index.search(words, { combineWith: 'AND' })
    const found = all.length > 0 ? all : index.search(words)
    return found.flatMap(({ id, terms }) => {
      const item = items[Number(id)]
      return item ? { item, terms } : []
    })
  }
}
