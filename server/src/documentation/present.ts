import type {
  DocumentationEntry,
  DocumentationPage,
  DocumentationPassage,
} from '@trestle/domain/documentation/contract.ts'
import { plainText, toPassages, type Passage } from '@trestle/domain/documentation/rules.ts'
import { oncePer } from '../oncePer.ts'

const presentEntry = ({ slug, title, section, summary }: DocumentationPage): DocumentationEntry => ({
  slug,
  title,
  section,
  summary,
})

export const listEntries = oncePer((pages: DocumentationPage[]) => pages.map(presentEntry))

/** Returns the searchable passages of a page. Its summary belongs to the text before the first heading. */
export function presentPassages(
  { slug, title, summary }: Pick<DocumentationPage, 'slug' | 'title' | 'summary'>,
  passages: Passage[],
): DocumentationPassage[] {
  const under = passages.filter(({ heading }) => heading !== null)
  const before = passages.find(({ heading }) => heading === null)?.text ?? ''
  return [
    { slug, title, heading: null, anchor: null, text: plainText(`${summary}\n${before}`) },
    ...under.map(({ heading, anchor, text }) => ({ slug, title, heading, anchor, text: plainText(text) })),
  ]
}

export const listPassages = oncePer((pages: DocumentationPage[]) =>
  pages.flatMap((page) => presentPassages(page, toPassages(page.body))),
)
