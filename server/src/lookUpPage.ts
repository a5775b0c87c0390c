import { findPage, type PageName } from '@trestle/domain/routes.ts'
import type { OpenedPage, PageFacts } from './http/pages.ts'
import { hasReferencePage } from './reference/hasPage.ts'
import type { Services } from './services.ts'

const nothingMore: PageFacts = { title: null, description: null }

type Lookup = (
  services: Services,
  params: Record<string, string | undefined>,
  page: OpenedPage,
) => PageFacts | null

/** Pages of public content, which exist as long as their content does. Marketplace pages look up their own facts. */
const contentPages: { [Name in PageName]?: Lookup } = {
  documentation: ({ documentation }, params) => {
    const page = documentation.pages.find(({ slug }) => slug === params['page'])
    return page ? { title: `${page.title} · Documentation`, description: page.summary } : null
  },
  referenceDoc: (services, { page: slug = '' }, { actor, query }) =>
    hasReferencePage(services, actor, { kind: 'doc', slug, query }) ? nothingMore : null,
  referenceGroup: (services, { group: slug = '' }, { actor, query }) =>
    hasReferencePage(services, actor, { kind: 'group', slug, query }) ? nothingMore : null,
}

/** Returns what the server knows of a page before the web app runs; null for an address without a page. */
export function lookUpPage(services: Services, page: OpenedPage): PageFacts | null {
  const found = findPage(page.path)
  if (found === null) return null
  const lookUp = contentPages[found.name]
  return lookUp ? lookUp(services, found.params, page) : nothingMore
}
