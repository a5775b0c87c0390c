import { lastPageFor } from '@trestle/domain/http/paging.ts'
import { listMarketplaceApps, type MarketplaceFront } from '@trestle/domain/marketplace/contract.ts'
import { escapeHtml } from '../text/html.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import type { DocumentRoute, EmbeddedData } from '../http/pages.ts'
import { toListAddress } from '../lists/toListAddress.ts'
import { countApps, listApps, readApp, readNews } from './read.ts'
import { recordView } from './recordView.ts'
import { listSlugs } from './store.ts'
import { toAppPageFacts, toDirectoryPageFacts } from './writeDocument.ts'

const marketplace = pageAddress('marketplace')

/** Parses the query of an address. An invalid one shows the first page. */
function toQuery(provided: unknown) {
  const parsed = listMarketplaceApps.query.safeParse(provided)
  return parsed.success ? parsed.data : listMarketplaceApps.query.parse({})
}

/** The public pages, served with their data and their text as HTML. */
export const marketplacePages: EmbeddedData[] = [
  {
    page: 'marketplace',
    access: 'anyone',
    load: async (services, _actor, { query: provided }) => {
      const query = toQuery(provided)
      const [{ rows, total, relation = 'eq' }, counts, news] = await Promise.all([
        listApps(services, query),
        countApps(services, query),
        readNews(services),
      ])
      const last = lastPageFor(total, query.per_page)
      if (query.page > last) return { redirect: toListAddress(marketplace, provided, last) }
      const front: MarketplaceFront = { query, rows, total, relation, counts, news }
      return {
        data: front,
        facts: toDirectoryPageFacts(front, services.settings),
        view: { page: 'marketplace', front },
      }
    },
  },
  {
    page: 'marketplaceApp',
    access: 'anyone',
    load: async (services, actor, { params, client, isVisit }) => {
      const { appId, app } = await readApp(services, params['slug'] ?? '')
      if (isVisit && !services.settings.READ_ONLY) {
        // Show the page even if counting the view fails.
        await recordView(services, actor, client, { id: appId }).catch((error: unknown) =>
          services.log.error({ err: error, app: appId }, 'could not count a marketplace view'),
        )
      }
      return {
        data: app,
        facts: toAppPageFacts(app, services.settings),
        view: { page: 'marketplaceApp', app },
      }
    },
  },
]

/** The most URLs that one sitemap can contain. */
const maxPages = 50_000
/** Anyone can request it, and it takes long to make. */
const sitemapMinutes = 5

/**
 * The documents that search engines request first: the sitemap, and robots.txt, which excludes the API and account
 * pages.
 */
export const marketplaceDocuments: DocumentRoute[] = [
  {
    path: '/robots.txt',
    type: 'text/plain',
    render: async ({ settings }) =>
      [
        'User-agent: *',
        'Disallow: /api/',
        'Disallow: /admin/',
        `Disallow: ${pageAddress('apps')}`,
        `Sitemap: ${settings.PUBLIC_URL}/sitemap.xml`,
        '',
      ].join('\n'),
  },
  {
    path: '/sitemap.xml',
    type: 'application/xml',
    maxAgeSeconds: sitemapMinutes * 60,
    render: async ({ db, settings }) => {
      const apps = await listSlugs(db, maxPages - 1)
      const page = (address: string, at?: string) =>
        `<url><loc>${escapeHtml(settings.PUBLIC_URL + address)}</loc>${at ? `<lastmod>${at.slice(0, 10)}</lastmod>` : ''}</url>`
      const pages = [
        page(marketplace),
        ...apps.map(({ slug, published_at }) => page(pageAddress('marketplaceApp', { slug }), published_at)),
      ]
      return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${pages.join('\n')}\n</urlset>\n`
    },
  },
]
