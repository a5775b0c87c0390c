import type { DocumentationPassage } from '@trestle/domain/documentation/contract.ts'
import { searchTexts, type Found } from '../shared/searchTexts.ts'
import { makeExcerpt, type ExcerptPart } from './excerpt.ts'

export interface SearchResult {
  id: string
  passage: DocumentationPassage
  excerpt: ExcerptPart[]
}

const maxFound = 20

/** Returns a search of the documentation. */
export function searchOver(passages: DocumentationPassage[]): (words: string) => Found<SearchResult> {
  const search = searchTexts(passages, { heading: 4, title: 3, text: 1 })
  return (words) => {
    const matches = search(words)
    const results = matches.slice(0, maxFound).map(({ item: passage, terms }) => ({
      id: `${passage.slug}#${passage.anchor ?? ''}`,
      passage,
      excerpt: makeExcerpt(passage.text, terms),
    }))
    return { results, total: matches.length }
  }
}
