import { categories, productTools } from '../listings/lists.ts'
import { foldText } from '../text/foldText.ts'

/** How many words of a search count. More are rare, and each adds a condition to the query. */
const maxSearchWords = 10

/** Shorter words match only at the start of a word, as in the search of every list. */
const wholeTrigram = 3

/** One word of a search, with the categories and tools whose names contain it. */
export interface SearchWord {
  text: string
  categoryIds: number[]
  toolIds: number[]
}

function containsWord(name: string, word: string): boolean {
  const text = ` ${foldText(name)}`
  return text.includes(word.length < wholeTrigram ? ` ${word}` : word)
}

/** Returns the words of a search. A listing matches when it contains each of them, in any order. */
export function searchWords(typed: string): SearchWord[] {
  const words = new Set(foldText(typed).split(/\s+/).filter(Boolean))
  return [...words].slice(0, maxSearchWords).map((text) => ({
    text,
    categoryIds: categories.filter(({ name }) => containsWord(name, text)).map(({ id }) => id),
    toolIds: productTools.filter(({ title }) => containsWord(title, text)).map(({ id }) => id),
  }))
}
