import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import { pathId, timestamp } from '../http/fields.ts'
import { listFilters } from '../http/filters.ts'
import { pagingQuery, searchText } from '../http/paging.ts'
import { ListingFields, MediaItem } from '../listings/content.ts'
import { NamedQuestionnaire } from '../listings/questionnaire.ts'

/** A picture, video or document as the public sees it: neither what its file was called nor who hosts it. */
export const PublicMedia = MediaItem.pick({
  id: true,
  url: true,
  name: true,
  description: true,
  content_type: true,
  width: true,
  height: true,
})
export type PublicMedia = z.infer<typeof PublicMedia>

/** What a listing tells everybody. What is for reviewers and staff has no place here, so it cannot leave. */
export const PublicContent = ListingFields.omit({
  notes: true,
  draft_developer_notes: true,
  security_questionnaire: true,
}).extend({
  small_logo: PublicMedia.nullable(),
  pictures: z.array(PublicMedia),
  videos: z.array(PublicMedia),
  security_questionnaire_document: PublicMedia.nullable(),
  /** Null unless its people show it. */
  security_questionnaire: NamedQuestionnaire.nullable(),
})
export type PublicContent = z.infer<typeof PublicContent>

/** What the platform says of an app beside its listing (LIST-82). */
const marks = {
  made_by_procore: z.boolean(),
  procore_certified_partner: z.boolean(),
}

export const MarketplaceApp = z.object({
  slug: z.string(),
  ...marks,
  /** The semantic version that is installed. */
  version: z.string().nullable(),
  published_at: timestamp,
  content: PublicContent,
})
export type MarketplaceApp = z.infer<typeof MarketplaceApp>

/** An app as a list shows it. */
export const MarketplaceRow = z.object({
  slug: z.string(),
  ...marks,
  public_name: z.string(),
  tagline: z.string(),
  built_by: z.string(),
  category_ids: z.array(z.number()),
  beta: z.boolean(),
  security_badge: z.boolean(),
  small_logo: PublicMedia.nullable(),
  published_at: timestamp,
})
export type MarketplaceRow = z.infer<typeof MarketplaceRow>

export const newsKinds = ['new', 'updated'] as const

export const MarketplaceNews = z.object({
  slug: z.string(),
  public_name: z.string(),
  tagline: z.string(),
  small_logo: PublicMedia.nullable(),
  kind: z.enum(newsKinds),
  /** When it was announced: a listing that was published silently is none. */
  at: timestamp,
})
export type MarketplaceNews = z.infer<typeof MarketplaceNews>

const maxChosen = 50
const chosen = z.array(pathId).max(maxChosen, `At most ${maxChosen} entries`).optional()

export const defaultAppsPerPage = 24

const appFilters = listFilters(
  z.strictObject({ search: searchText, category_id: chosen, region_id: chosen, country_id: chosen }),
).optional()

export const listMarketplaceApps = endpoint({
  operationId: 'listMarketplaceApps',
  method: 'GET',
  path: '/api/v1/marketplace/apps',
  summary: 'The apps of the public marketplace by name; filters of one kind widen, of several narrow',
  query: z.strictObject({
    ...pagingQuery,
    per_page: pagingQuery.per_page.default(defaultAppsPerPage),
    filters: appFilters,
  }),
  reply: z.array(MarketplaceRow),
  paged: true,
})

const countsById = z.array(z.object({ id: z.number(), count: z.number() }))

/** How many apps each choice of a filter finds; a choice that finds none is left out. */
export const FilterCounts = z.object({ categories: countsById, regions: countsById })
export type FilterCounts = z.infer<typeof FilterCounts>

export const countMarketplaceApps = endpoint({
  operationId: 'countMarketplaceApps',
  method: 'GET',
  path: '/api/v1/marketplace/filter_counts',
  summary: 'How many apps each category and region would find, given the search and the other filters',
  query: z.strictObject({ filters: appFilters }),
  reply: FilterCounts,
})

export const listMarketplaceNews = endpoint({
  operationId: 'listMarketplaceNews',
  method: 'GET',
  path: '/api/v1/marketplace/news',
  summary: 'What came to the marketplace or was renewed lately, newest first',
  reply: z.array(MarketplaceNews),
})

const bySlug = z.strictObject({ slug: z.string().max(200) })

export const getMarketplaceApp = endpoint({
  operationId: 'getMarketplaceApp',
  method: 'GET',
  path: '/api/v1/marketplace/apps/:slug',
  summary: 'The public listing of an app',
  params: bySlug,
  reply: MarketplaceApp,
})

/** Opening the page's document counts by itself; this is for reaching it inside the portal. */
export const viewMarketplaceApp = endpoint({
  operationId: 'viewMarketplaceApp',
  method: 'POST',
  path: '/api/v1/marketplace/apps/:slug/views',
  summary: 'Count a visit to the public listing of an app, once a visitor a day',
  params: bySlug,
  body: z.strictObject({}).optional(),
  success: 204,
})

/** What the document of the marketplace's first page brings along. */
export const MarketplaceFront = z.object({
  query: listMarketplaceApps.query,
  rows: z.array(MarketplaceRow),
  total: z.number(),
  counts: FilterCounts,
  news: z.array(MarketplaceNews),
})
export type MarketplaceFront = z.infer<typeof MarketplaceFront>
