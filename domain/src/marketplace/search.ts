import { categories, productTools } from '../listings/lists.ts'

/** As many words of a search narrow it; more are rare, and each costs the server another look. */
export const maxSearchWords = 10

/** Shorter words are looked for at the start of a word only, as in every list. */
const wholeTrigram = 3

/** One word of a search, with the categories and tools whose names hold it. */
export interface SearchWord {
  text: string
  categoryIds: number[]
  toolIds: number[]
}

function holdsWord(name: string, word: string): boolean {
  const text = ` ${name.toLowerCase()}`
  return text.includes(word.length < wholeTrigram ? ` ${word}` : word)
}

/** The words of a search, in any order: a listing has to hold each of them somewhere. */
export function searchWords(typed: string): SearchWord[] {
  const words = new Set(typed.toLowerCase().split(/\s+/).filter(Boolean))
  return [...words].slice(0, maxSearchWords).map((text) => ({
    text,
    categoryIds: categories.filter(({ name }) => holdsWord(name, text)).map(({ id }) => id),
    toolIds: productTools.filter(({ title }) => holdsWord(title, text)).map(({ id }) => id),
  }))
}
