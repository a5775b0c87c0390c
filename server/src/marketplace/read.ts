import type {
  FilterCounts,
  listMarketplaceApps,
  MarketplaceApp,
  MarketplaceNews,
  MarketplaceRow,
} from '@trestle/domain/marketplace/contract.ts'
import { countriesIn, maxNews, newsDays, regionsWith } from '@trestle/domain/marketplace/rules.ts'
import { searchWords } from '@trestle/domain/marketplace/search.ts'
import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import type { Paged } from '@trestle/domain/http/paging.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { orNotFound } from '../errors.ts'
import { toPage } from '../lists/toPage.ts'
import { withContent } from '../listings/present.ts'
import type { Services } from '../services.ts'
import { presentApp, presentNews, presentRow } from './present.ts'
import { countByChoice, findShown, listNews, listShown, type ShownRow, type ListingFilters } from './store.ts'

export type AppsQuery = InputOf<typeof listMarketplaceApps>['query']

async function loadContents<Row extends ShownRow>({ db, settings }: Services, rows: Row[]) {
  const full = await withContent(db, settings, rows)
  return rows.flatMap((row, index) => {
    const content = full[index]?.content
    return content ? [{ row, content }] : []
  })
}

/** Converts filters to a query. A country also finds apps offered in its whole region, and the reverse. */
function toListingFilters(filters: AppsQuery['filters'] = {}): ListingFilters {
  const { search = '', category_id = [], region_id = [], country_id = [] } = filters
  return {
    words: searchWords(search),
    categories: category_id,
    regions: [...region_id, ...regionsWith(country_id)],
    countries: [...country_id, ...countriesIn(region_id)],
  }
}

export async function listApps(
  services: Services,
  { filters, ...query }: AppsQuery,
): Promise<Paged<MarketplaceRow>> {
  const { rows, ...size } = await listShown(services.db, toListingFilters(filters), toPage(query))
  return {
    rows: (await loadContents(services, rows)).map((shown) => presentRow(shown, services.settings)),
    ...size,
  }
}

/**
 * Counts the apps that each choice of a filter would find. A count ignores the choices of its own kind, because more
 * choices of one kind find more.
 */
export async function countApps(
  { db }: Services,
  { filters }: Pick<AppsQuery, 'filters'>,
): Promise<FilterCounts> {
  const wanted = toListingFilters(filters)
  return countByChoice(db, {
    ofCategories: { ...wanted, categories: [] },
    ofRegions: { ...wanted, regions: [], countries: [] },
  })
}

/** Returns the recent publications that weren't silent (LSTATE-25). */
export async function readNews(services: Services): Promise<MarketplaceNews[]> {
  const since = new Date(services.now().getTime() - newsDays * dayMs)
  return (await loadContents(services, await listNews(services.db, since, maxNews))).map(presentNews)
}

/** Returns a public listing with its app's ID. Any refusal is a 404. */
export async function readApp(
  services: Services,
  slug: string,
): Promise<{ appId: number; app: MarketplaceApp }> {
  const row = orNotFound(await findShown(services.db, slug), 'App')
  const [shown] = await loadContents(services, [row])
  return { appId: row.developer_app_id, app: presentApp(orNotFound(shown, 'App'), services.settings) }
}
