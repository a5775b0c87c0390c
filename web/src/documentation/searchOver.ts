import type { DocumentationPassage } from '@trestle/domain/documentation/contract.ts'
import MiniSearch from 'minisearch'
import { makeExcerpt, type ExcerptPart } from './excerpt.ts'

export interface SearchResult {
  id: string
  passage: DocumentationPassage
  excerpt: ExcerptPart[]
}

export type Search = (words: string) => SearchResult[]

const maxFound = 20

/**
 * Returns a search that matches all words, or any word if nothing has all, by prefix and with small typos in long
 * words.
 */
export function searchOver(passages: DocumentationPassage[]): Search {
  const byId = new Map(passages.map((passage) => [`${passage.slug}#${passage.anchor ?? ''}`, passage]))
  const index = new MiniSearch<DocumentationPassage & { id: string }>({
    fields: ['heading', 'title', 'text'],
    searchOptions: {
      boost: { heading: 4, title: 3 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  })
  index.addAll([...byId].map(([id, passage]) => ({ ...passage, id })))
  return (words) => {
    const all = index.search(words, { combineWith: 'AND' })
    const results = all.length > 0 ? all : index.search(words)
    return results.slice(0, maxFound).flatMap(({ id, terms }) => {
      const passage = byId.get(String(id))
      return passage ? { id: String(id), passage, excerpt: makeExcerpt(passage.text, terms) } : []
    })
  }
}
