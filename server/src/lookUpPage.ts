import { isKnownPage } from '@trestle/domain/shell/pages.ts'
import type { Actor } from './access/actor.ts'
import type { PageFacts } from './http/pages.ts'
import { hasReferencePage } from './reference/hasPage.ts'
import type { Services } from './services.ts'

const nothingMore: PageFacts = { title: null, description: null }

interface OpenedPage {
  path: string
  query: unknown
  actor: Actor | null
}

type Lookup = (services: Services, slug: string, page: OpenedPage) => PageFacts | null

/** The pages of public content, which exist as long as their content does. Those of the marketplace carry their own. */
const contentPages: [pattern: RegExp, lookUp: Lookup][] = [
  [
    /^\/documentation\/([^/]+)\/?$/,
    ({ documentation }, slug) => {
      const page = documentation.pages.find((each) => each.slug === slug)
      return page ? { title: `${page.title} · Documentation`, description: page.summary } : null
    },
  ],
  [
    /^\/reference\/rest\/docs\/([^/]+)\/?$/,
    (services, slug, { actor, query }) =>
      hasReferencePage(services, actor, { kind: 'doc', slug, query }) ? nothingMore : null,
  ],
  [
    /^\/reference\/rest\/(?!changelog\/?$)([^/]+)\/?$/,
    (services, slug, { actor, query }) =>
      hasReferencePage(services, actor, { kind: 'group', slug, query }) ? nothingMore : null,
  ],
]

/** What the server knows of a page of the web app before it runs; null for an address without a page. */
export function lookUpPage(services: Services, page: OpenedPage): PageFacts | null {
  if (!isKnownPage(page.path)) return null
  for (const [pattern, lookUp] of contentPages) {
    const [, slug] = pattern.exec(page.path) ?? []
    if (slug !== undefined) return lookUp(services, slug, page)
  }
  return nothingMore
}
