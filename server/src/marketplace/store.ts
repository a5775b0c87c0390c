import type { Page, Paged } from '@trestle/domain/http/paging.ts'
import { regions } from '@trestle/domain/listings/countries.ts'
import type { FilterCounts } from '@trestle/domain/marketplace/contract.ts'
import type { SearchWord } from '@trestle/domain/marketplace/search.ts'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { composeOnce } from '../db/composeOnce.ts'
import { allOf } from '../db/allOf.ts'
import { anyOf } from '../db/anyOf.ts'
import { deleteUpTo } from '../db/deleteUpTo.ts'
import type { Db, SubmissionsTable } from '../db/schema.ts'
import { searchPattern } from '../db/search.ts'
import { findPage, sortByIds, type Listed } from '../lists/findPage.ts'
import { countRows } from '../lists/listPage.ts'

export type ShownRow = Selectable<SubmissionsTable> & { slug: string }

export interface ListingFilters {
  words: readonly SearchWord[]
  categories: readonly number[]
  /** Offered in one of these regions, or in one of these countries. */
  regions: readonly number[]
  countries: readonly number[]
}

/** Listings that the public may see: published and live, of an app that is on the marketplace and not deleted. */
const shown = sql<boolean>`submission.state = 'published' and submission.superseded_at is null and submission.live
  and app.marketplace_enabled and app.deleted_at is null and app.marketplace_slug is not null`

const from = (db: Db) =>
  db
    .selectFrom('submissions as submission')
    .innerJoin('developer_apps as app', 'app.id', 'submission.developer_app_id')
    .where(shown)

const overlaps = (column: string, ids: readonly number[]): RawBuilder<boolean> =>
  sql`${sql.ref(`entry.${column}`)} && ${ids}::bigint[]`

const findsWord = ({ text, categoryIds, toolIds }: SearchWord): RawBuilder<boolean> =>
  sql`(${sql.join(
    [
      sql`entry.search_text like ${searchPattern(text)}`,
      ...(categoryIds.length > 0 ? [overlaps('category_ids', categoryIds)] : []),
      ...(toolIds.length > 0 ? [overlaps('tool_ids', toolIds)] : []),
    ],
    sql` or `,
  )})`

function matching({ words, categories, regions, countries }: ListingFilters): RawBuilder<boolean> {
  const isByRegion = regions.length > 0 || countries.length > 0
  return allOf(
    ...words.map(findsWord),
    categories.length > 0 && overlaps('category_ids', categories),
    isByRegion && sql`(${overlaps('region_ids', regions)} or ${overlaps('country_ids', countries)})`,
  )
}

const readShown = composeOnce((db, ids: readonly number[]) =>
  from(db)
    .where('submission.id', '=', anyOf(ids))
    .selectAll('submission')
    .select((row) => row.ref('app.marketplace_slug').$notNull().as('slug')),
)

/** Lists public listings by name. */
export async function listShown(db: Db, filters: ListingFilters, page: Page): Promise<Paged<ShownRow>> {
  const list: Listed = {
    queries: [
      sql`
        select entry.submission_id as id, entry.name_key as key from marketplace_directory entry
        where ${matching(filters)}`,
    ],
    nullable: false,
    count:
      filters.words.length > 0
        ? null
        : () => countRows(db.selectFrom('marketplace_directory as entry').where(matching(filters))),
  }
  const { ids, ...size } = await findPage(db, list, 'asc', page)
  if (ids.length === 0) return { rows: [], ...size }
  return { rows: sortByIds(ids, await readShown(db, ids)), ...size }
}

const countriesOfRegions = regions.flatMap(({ id, countries }) =>
  countries.map((country) => ({ country: country.id, region: id })),
)
/**
 * The region of each country, as two arrays of PostgreSQL: writing them for each request would take longer than
 * counting.
 */
const regionOf = {
  countries: `{${countriesOfRegions.map(({ country }) => country).join()}}`,
  regions: `{${countriesOfRegions.map(({ region }) => region).join()}}`,
}

/**
 * Counts the listings that each choice of a filter would find, among those that the other filters find. Most listings
 * have the same regions and countries, so each combination is expanded once.
 */
export async function countByChoice(
  db: Db,
  { ofCategories, ofRegions }: { ofCategories: ListingFilters; ofRegions: ListingFilters },
): Promise<FilterCounts> {
  const { rows } = await sql<{ is_region: boolean; id: number; count: number }>`
    with region_of as materialized (
      select * from unnest(${regionOf.countries}::bigint[], ${regionOf.regions}::bigint[])
        as pair (country_id, region_id)
    ), offer as materialized (
      select entry.region_ids as regions, entry.country_ids as countries, count(*) as count
      from marketplace_directory entry
      where ${matching(ofRegions)}
      group by regions, countries
    )
    select false as is_region, chosen as id, count(distinct entry.app_id) as count
    from marketplace_directory entry cross join lateral unnest(entry.category_ids) as chosen
    where ${matching(ofCategories)}
    group by chosen
    union all
    select true, offered.region_id, sum(offer.count)::bigint
    from offer cross join lateral (
      select chosen as region_id from unnest(offer.regions) as chosen
      union
      select region_of.region_id
      from unnest(offer.countries) as chosen
      join region_of on region_of.country_id = chosen
    ) as offered
    group by offered.region_id
    order by id`.execute(db)
  const of = (isRegion: boolean) =>
    rows.filter((row) => row.is_region === isRegion).map(({ id, count }) => ({ id, count }))
  return { categories: of(false), regions: of(true) }
}

export interface ShownApp extends ShownRow {
  semantic_version: string | null
  /** The version's key, while the app still has it in production. */
  version_key: string | null
}

export async function findShown(db: Db, slug: string): Promise<ShownApp | undefined> {
  return from(db)
    .leftJoin('app_versions as offered', (join) =>
      join
        .onRef('offered.developer_app_id', '=', 'app.id')
        .on('offered.versionable_type', '=', 'ProductionEnvironment')
        .on(sql<boolean>`offered.app_version_id::text = submission.content ->> 'app_version_id'`),
    )
    .selectAll('submission')
    .select((row) => row.ref('app.marketplace_slug').$notNull().as('slug'))
    .select(['offered.semantic_version', 'offered.app_version_id as version_key'])
    .where('app.marketplace_slug', '=', slug)
    .executeTakeFirst()
}

export interface NewsRow extends ShownRow {
  first_published_at: string
  announced_at: string
}

/** A condition for the last publication of a public listing's app that wasn't silent. */
const isLatestNews = sql<boolean>`news.state = 'published' and not news.silent and not exists (
  select from submissions later
  where later.developer_app_id = news.developer_app_id and later.state = 'published' and not later.silent
    and (later.published_at, later.id) > (news.published_at, news.id)
)`

/**
 * Lists apps by the last publication of one of their listings that wasn't silent, newest first. Starts from the newest
 * publications and stops after the limit, so that its time doesn't depend on the number of listings.
 */
export async function listNews(db: Db, since: Date, limit: number): Promise<NewsRow[]> {
  return from(db)
    .innerJoin('submissions as news', 'news.developer_app_id', 'app.id')
    .where(isLatestNews)
    .where('news.published_at', '>=', since.toISOString())
    .selectAll('submission')
    .select((row) => row.ref('app.marketplace_slug').$notNull().as('slug'))
    .select((row) => row.ref('news.published_at').$notNull().as('announced_at'))
    .select((row) =>
      row
        .selectFrom('submissions as history')
        .select(sql<string>`min(history.published_at)`.as('at'))
        .whereRef('history.developer_app_id', '=', 'app.id')
        .where('history.state', '=', 'published')
        .$asScalar()
        .$notNull()
        .as('first_published_at'),
    )
    .orderBy('news.published_at', 'desc')
    .orderBy('submission.id', 'desc')
    .limit(limit)
    .execute()
}

/** Lists the addresses of all public listings, for the sitemap. */
export async function listSlugs(db: Db, limit: number): Promise<{ slug: string; published_at: string }[]> {
  return from(db)
    .select((row) => row.ref('app.marketplace_slug').$notNull().as('slug'))
    .select((row) => row.ref('submission.published_at').$notNull().as('published_at'))
    .orderBy('app.id')
    .limit(limit)
    .execute()
}

/** Returns the salt of a day, which the first request that needs it creates. */
export async function saltOfDay(db: Db, day: string, fresh: Buffer): Promise<Buffer> {
  const read = () =>
    db.selectFrom('marketplace_salts').select('salt').where('day', '=', day).executeTakeFirst()
  const known = await read()
  if (known) return known.salt
  await db
    .insertInto('marketplace_salts')
    .values({ day, salt: fresh })
    .onConflict((conflict) => conflict.constraint('marketplace_salts_pkey').doNothing())
    .execute()
  return (await read())?.salt ?? fresh
}

export function deleteSaltsBefore(db: Db, day: string, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'marketplace_salts',
    key: ['day'],
    isOld: sql`day < ${day}`,
  })
}
