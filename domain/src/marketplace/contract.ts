import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import { pathId, timestamp } from '../http/fields.ts'
import { listFilters } from '../http/filters.ts'
import { pagingQuery, searchText } from '../http/listFields.ts'
import { totalRelations } from '../http/paging.ts'
import { ListingFields, MediaItem } from '../listings/content.ts'
import { NamedQuestionnaire } from '../listings/content.ts'
import * as calls from './calls.ts'
import { defaultAppsPerPage } from './rules.ts'

/** The public form of a picture, video or document, without its file name and host. */
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

/** The public content of a listing. Fields for reviewers and staff are omitted, so they cannot leak. */
export const PublicContent = ListingFields.omit({
  notes: true,
  draft_developer_notes: true,
  security_questionnaire: true,
}).extend({
  small_logo: PublicMedia.nullable(),
  pictures: z.array(PublicMedia),
  videos: z.array(PublicMedia),
  security_questionnaire_document: PublicMedia.nullable(),
  /** Null unless its developers show it. */
  security_questionnaire: NamedQuestionnaire.nullable(),
})
export type PublicContent = z.infer<typeof PublicContent>

/** The data that the platform adds to an app alongside its listing (LIST-82). */
const marks = {
  made_by_procore: z.boolean(),
  procore_certified_partner: z.boolean(),
}

export const MarketplaceApp = z.object({
  slug: z.string(),
  ...marks,
  /** The semantic version that gets installed. */
  version: z.string().nullable(),
  published_at: timestamp,
  content: PublicContent,
})
export type MarketplaceApp = z.infer<typeof MarketplaceApp>

/** An app in a list. */
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

const newsKinds = ['new', 'updated'] as const

export const MarketplaceNews = z.object({
  slug: z.string(),
  public_name: z.string(),
  tagline: z.string(),
  small_logo: PublicMedia.nullable(),
  kind: z.enum(newsKinds),
  /** When it was announced. A silently published listing isn't news. */
  at: timestamp,
})
export type MarketplaceNews = z.infer<typeof MarketplaceNews>

const maxChosen = 50
const chosen = z.array(pathId).max(maxChosen, `At most ${maxChosen} entries`).optional()

const appFilters = listFilters(
  z.strictObject({ search: searchText, category_id: chosen, region_id: chosen, country_id: chosen }),
).optional()

export const listMarketplaceApps = endpoint({
  ...calls.listMarketplaceApps,
  tokenActions: 'any',
  summary:
    'List the apps of the public marketplace by name; values of one filter are alternatives, and all filters must match',
  query: z.strictObject({
    ...pagingQuery,
    per_page: pagingQuery.per_page.default(defaultAppsPerPage),
    filters: appFilters,
  }),
  reply: z.array(MarketplaceRow),
})

const countsById = z.array(z.object({ id: z.number(), count: z.number() }))

/** The number of apps for each filter choice, without choices that match none. */
export const FilterCounts = z.object({ categories: countsById, regions: countsById })
export type FilterCounts = z.infer<typeof FilterCounts>

export const countMarketplaceApps = endpoint({
  ...calls.countMarketplaceApps,
  tokenActions: 'any',
  summary: 'Count the apps in each category and region that match the search and the other filters',
  query: z.strictObject({ filters: appFilters }),
  reply: FilterCounts,
})

export const listMarketplaceNews = endpoint({
  ...calls.listMarketplaceNews,
  tokenActions: 'any',
  summary: 'List recently added and updated listings, newest first',
  reply: z.array(MarketplaceNews),
})

const bySlug = z.strictObject({ slug: z.string().max(200) })

export const getMarketplaceApp = endpoint({
  ...calls.getMarketplaceApp,
  tokenActions: 'any',
  summary: 'Get the public listing of an app',
  params: bySlug,
  reply: MarketplaceApp,
})

/** Counts a view inside the portal. Opening the page's document counts on its own. */
export const viewMarketplaceApp = endpoint({
  ...calls.viewMarketplaceApp,
  tokenActions: 'any',
  summary: "Record a view of an app's public listing, counted once per client and day",
  params: bySlug,
  body: z.strictObject({}).optional(),
  success: 204,
})

/** The data embedded in the document of the marketplace's first page. */
export const MarketplaceFront = z.object({
  query: listMarketplaceApps.query,
  rows: z.array(MarketplaceRow),
  total: z.number(),
  relation: z.enum(totalRelations),
  counts: FilterCounts,
  news: z.array(MarketplaceNews),
})
export type MarketplaceFront = z.infer<typeof MarketplaceFront>
