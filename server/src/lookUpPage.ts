import { isKnownPage } from '@trestle/domain/shell/pages.ts'
import type { PageFacts } from './http/pages.ts'
import type { Services } from './services.ts'

const nothingMore: PageFacts = { title: null, description: null }

/** What the server knows of a page of the web app before it runs; null for an address without a page. */
export function lookUpPage({ documentation }: Services, path: string): PageFacts | null {
  if (!isKnownPage(path)) return null
  const [, slug] = /^\/documentation\/([^/]+)\/?$/.exec(path) ?? []
  if (slug === undefined) return nothingMore
  const page = documentation.pages.find((each) => each.slug === slug)
  return page ? { title: `${page.title} · Documentation`, description: page.summary } : null
}
