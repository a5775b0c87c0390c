import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as calls from '@trestle/domain/marketplace/calls.ts'
import type * as contract from '@trestle/domain/marketplace/contract.ts'
import { defaultAppsPerPage } from '@trestle/domain/marketplace/rules.ts'
import { call, type PageOf, type RequestFor } from '../http/call.ts'
import { servedData } from '../http/embeddedData.ts'
import { reportError } from '../http/errorReporting.ts'

type AppsQuery = RequestFor<typeof calls.listMarketplaceApps>['query']
type AppsFilters = Pick<AppsQuery, 'filters'>

const marketplaceKeys = {
  all: ['marketplace'] as const,
  apps: (query: AppsQuery) => [...marketplaceKeys.all, 'apps', query] as const,
  counts: (query: AppsFilters) => [...marketplaceKeys.all, 'counts', query] as const,
  news: () => [...marketplaceKeys.all, 'news'] as const,
  app: (slug: string) => [...marketplaceKeys.all, 'app', slug] as const,
}

/** When the data embedded in the document was loaded. */
const initialDataUpdatedAt = performance.timeOrigin
const staleTime = 60_000

const servedFront = () => servedData<contract.MarketplaceFront>('counts')
const servedApp = () => servedData<contract.MarketplaceApp>('content')

/** Returns a key shared by equal filters. */
const toFilterKey = ({ search, category_id, region_id, country_id }: AppsFilters['filters'] = {}) =>
  JSON.stringify([search, category_id, region_id, country_id])

function servedPage(query: AppsQuery): PageOf<contract.MarketplaceRow> | undefined {
  const front = servedFront()
  if (!front) return undefined
  const { page, per_page: perPage, filters } = front.query
  const isSame =
    (query.page ?? 1) === page &&
    (query.per_page ?? defaultAppsPerPage) === perPage &&
    toFilterKey(query.filters) === toFilterKey(filters)
  if (!isSame) return undefined
  return { rows: front.rows, total: front.total, relation: front.relation, perPage, page }
}

export const marketplaceApps = (query: AppsQuery) =>
  queryOptions({
    queryKey: marketplaceKeys.apps(query),
    queryFn: ({ signal }) => call(calls.listMarketplaceApps, { query }, { signal }),
    initialData: () => servedPage(query),
    initialDataUpdatedAt,
    placeholderData: keepPreviousData,
    staleTime,
  })

function servedCounts(query: AppsFilters): contract.FilterCounts | undefined {
  const front = servedFront()
  return front && toFilterKey(query.filters) === toFilterKey(front.query.filters) ? front.counts : undefined
}

export const marketplaceCounts = ({ filters }: AppsFilters) => {
  const query = { ...(filters && { filters }) }
  return queryOptions({
    queryKey: marketplaceKeys.counts(query),
    queryFn: ({ signal }) => call(calls.countMarketplaceApps, { query }, { signal }),
    initialData: () => servedCounts(query),
    initialDataUpdatedAt,
    placeholderData: keepPreviousData,
    staleTime,
  })
}

export const marketplaceNews = () =>
  queryOptions({
    queryKey: marketplaceKeys.news(),
    queryFn: ({ signal }) => call(calls.listMarketplaceNews, {}, { signal }),
    initialData: () => servedFront()?.news,
    initialDataUpdatedAt,
    staleTime,
  })

/** True when the document was this app's page: it has the data embedded, and its request was counted as a view. */
const isServed = (slug: string): boolean => servedApp()?.slug === slug

export const marketplaceApp = (slug: string) =>
  queryOptions({
    queryKey: marketplaceKeys.app(slug),
    queryFn: ({ signal }) => call(calls.getMarketplaceApp, { params: { slug } }, { signal }),
    initialData: () => (isServed(slug) ? servedApp() : undefined),
    initialDataUpdatedAt,
    staleTime,
  })

/** Records a view that did not start with the app's own document, without waiting for the reply. */
export function recordVisit(slug: string): void {
  if (isServed(slug)) return
  call(calls.viewMarketplaceApp, { params: { slug }, body: {} }, { keepalive: true }).catch(reportError)
}
