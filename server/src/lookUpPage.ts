import { findPagePattern, type PagePattern } from '@trestle/domain/shell/pages.ts'
import type { OpenedPage, PageFacts } from './http/pages.ts'
import { hasReferencePage } from './reference/hasPage.ts'
import type { Services } from './services.ts'

const nothingMore: PageFacts = { title: null, description: null }

type Lookup = (services: Services, slug: string, page: OpenedPage) => PageFacts | null

/** Pages of public content, which exist as long as their content does. Marketplace pages look up their own facts. */
const contentPages: { [Pattern in PagePattern]?: Lookup } = {
  '/documentation/:page': ({ documentation }, slug) => {
    const page = documentation.pages.find((each) => each.slug === slug)
    return page ? { title: `${page.title} · Documentation`, description: page.summary } : null
  },
  '/reference/rest/docs/:page': (services, slug, { actor, query }) =>
    hasReferencePage(services, actor, { kind: 'doc', slug, query }) ? nothingMore : null,
  '/reference/rest/:group': (services, slug, { actor, query }) =>
    hasReferencePage(services, actor, { kind: 'group', slug, query }) ? nothingMore : null,
}

/** Returns what the server knows of a page before the web app runs; null for an address without a page. */
export function lookUpPage(services: Services, page: OpenedPage): PageFacts | null {
  const pattern = findPagePattern(page.path)
  if (pattern === null) return null
  const slug = page.path.split('/').findLast((part) => part !== '') ?? ''
  const lookUp = contentPages[pattern]
  return lookUp ? lookUp(services, slug, page) : nothingMore
}
