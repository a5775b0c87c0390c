import type { DocumentationPassage } from '@trestle/domain/documentation/contract.ts'
import { searchTexts } from '../shared/searchTexts.ts'
import { makeExcerpt, type ExcerptPart } from './excerpt.ts'

export interface SearchResult {
  id: string
  passage: DocumentationPassage
  excerpt: ExcerptPart[]
}

const maxFound = 20

/** Returns a search of the documentation. */
export function searchOver(passages: DocumentationPassage[]): (words: string) => SearchResult[] {
  const search = searchTexts(passages, { heading: 4, title: 3, text: 1 })
  return (words) =>
    search(words)
      .slice(0, maxFound)
      .map(({ item: passage, terms }) => ({
        id: `${passage.slug}#${passage.anchor ?? ''}`,
        passage,
        excerpt: makeExcerpt(passage.text, terms),
      }))
}
