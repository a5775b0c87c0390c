import type { Page, Paged } from '@trestle/domain/http/paging.ts'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { AppDirectoryTable, Db, Tables } from '../../db/schema.ts'
import { searchPattern, textHolds } from '../../db/search.ts'
import { countListed } from '../../lists/count.ts'
import { fewMatches, orderOf, windowOf, type Direction } from '../../lists/page.ts'

export interface AppFilters {
  owners: number[]
  search: string | undefined
  inReview: boolean
  withDeleted: boolean
}

export interface OauthFilters {
  environment: 'production' | 'sandbox'
  name: string | undefined
  uid: string | undefined
  search: string | undefined
}

export interface DirectoryRow {
  id: number
  internal_name: string
  name: string
  owner_id: number
  owner_name: string
  owner_email: string
  app_id: string | null
  uid: string
  sandbox_uid: string | null
  created_at: string
  deleted_at: string | null
  listing_in_review_at: string | null
  version_in_review_at: string | null
}

/** What one list shows of the directory, and how many that is. */
interface Selection {
  found: Found
  searched: boolean
  count: () => Promise<number>
}

type Found = SelectQueryBuilder<Tables & { entry: AppDirectoryTable }, 'entry', object>

const columns = {
  internal_name: 'name_key',
  name: 'oauth_name_key',
  owner: 'owner_key',
  created_at: 'created_at',
  marketplace_listing_in_review_at: 'listing_in_review_at',
  in_review_at: 'in_review_at',
  deleted_at: 'deleted_at',
  uid: 'uid',
  sandbox_uid: 'sandbox_uid',
  id: 'app_id',
} as const

const nullable = new Set<string>(['listing_in_review_at', 'in_review_at', 'deleted_at'])

export interface DirectoryOrder {
  column: keyof typeof columns
  direction: Direction
}

/** How uids that begin with this read; in the order of bytes an index finds them. */
const beginning = (typed: string): string => `${typed.replace(/[\\%_]/g, String.raw`\$&`)}%`

async function counted(found: Found): Promise<number> {
  const { total } = await found
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export function selectApps(db: Db, { owners, search, inReview, withDeleted }: AppFilters): Selection {
  const found: Found = db
    .selectFrom('app_directory as entry')
    .$if(owners.length > 0, (query) => query.where('entry.owner_id', 'in', owners))
    .$if(inReview, (query) => query.where('entry.in_review_at', 'is not', null))
    .$if(!withDeleted, (query) => query.where('entry.deleted_at', 'is', null))
    .$if(Boolean(search), (query) => query.where('entry.search_text', 'like', searchPattern(search ?? '')))
  const parts = [
    'present in review',
    ...(inReview ? [] : ['present']),
    ...(withDeleted ? ['deleted in review'] : []),
    ...(withDeleted && !inReview ? ['deleted'] : []),
  ]
  return {
    found,
    searched: Boolean(search),
    count: () => (search || owners.length > 0 ? counted(found) : countListed(db, 'apps', parts)),
  }
}

/** The OAuth applications that apps have in one environment, those of deleted apps included. */
export function selectOauthApplications(db: Db, { environment, name, uid, search }: OauthFilters): Selection {
  const uidColumn = environment === 'production' ? 'entry.uid' : 'entry.sandbox_uid'
  const found: Found = db
    .selectFrom('app_directory as entry')
    .$if(environment === 'production', (query) => query.where('entry.has_production_credentials', '=', true))
    .$if(environment === 'sandbox', (query) => query.where('entry.sandbox_uid', 'is not', null))
    .$if(Boolean(name), (query) =>
      query
        // The index of all texts finds the few that hold it anywhere; of those the name is asked.
        .where('entry.search_text', 'like', searchPattern(name ?? ''))
        .where(textHolds('entry.oauth_name_key', name ?? '')),
    )
    .$if(Boolean(uid), (query) => query.where(uidColumn, 'like', beginning(uid ?? '')))
    .$if(Boolean(search), (query) =>
      query.where((row) =>
        row.or([
          row('entry.search_text', 'like', searchPattern(search ?? '')),
          row(uidColumn, 'like', beginning(search ?? '')),
        ]),
      ),
    )
  const searched = Boolean(name) || Boolean(uid) || Boolean(search)
  return {
    found,
    searched,
    count: () => (searched ? counted(found) : countListed(db, 'oauth_applications', [environment])),
  }
}

const rowColumns = [
  'app.id',
  'app.internal_name',
  'app.name',
  'app.owner_id',
  'owner.name as owner_name',
  'owner.email as owner_email',
  'app.app_id',
  'app.created_at',
  'app.deleted_at',
  'entry.uid',
  'entry.sandbox_uid',
  'entry.listing_in_review_at',
  'entry.version_in_review_at',
] as const

/** One page of a selection. Rows without the date they are sorted by come last, whichever way the dates run. */
export async function listDirectory(
  db: Db,
  { found, searched, count }: Selection,
  { column: name, direction }: DirectoryOrder,
  page: Page,
): Promise<Paged<DirectoryRow>> {
  const total = await count()
  const column = columns[name]
  const window = windowOf(page, total)
  const isFew = total <= fewMatches && searched
  const walked = orderOf(direction, { nullable: nullable.has(column), backwards: window.backwards })
  const shown = orderOf(direction, { nullable: nullable.has(column) })
  const rows = await db
    // The ids come out of an index alone; only the rows of the page are fetched.
    .with(
      (cte) => (isFew ? cte('found').materialized() : cte('found').notMaterialized()),
      () => found.select(['entry.app_id', sql.ref(`entry.${column}`).as('key')]),
    )
    .with('page', (query) =>
      query
        .selectFrom('found')
        .selectAll()
        .orderBy('key', walked.key)
        .orderBy('app_id', walked.tie)
        .limit(window.limit)
        .offset(window.offset),
    )
    .selectFrom('page')
    .innerJoin('app_directory as entry', 'entry.app_id', 'page.app_id')
    .innerJoin('developer_apps as app', 'app.id', 'page.app_id')
    .innerJoin('developers as owner', 'owner.id', 'app.owner_id')
    .select(rowColumns)
    .orderBy('page.key', shown.key)
    .orderBy('page.app_id', shown.tie)
    .execute()
  return { rows, total }
}

/** The next rows of an export, the newest app first. */
export async function listDirectoryBefore(
  db: Db,
  { found }: Selection,
  before: { id: number } | undefined,
  limit: number,
): Promise<DirectoryRow[]> {
  return db
    .with('page', () =>
      found
        .select('entry.app_id')
        .$if(before !== undefined, (query) => query.where('entry.app_id', '<', before?.id ?? 0))
        .orderBy('entry.app_id', 'desc')
        .limit(limit),
    )
    .selectFrom('page')
    .innerJoin('app_directory as entry', 'entry.app_id', 'page.app_id')
    .innerJoin('developer_apps as app', 'app.id', 'page.app_id')
    .innerJoin('developers as owner', 'owner.id', 'app.owner_id')
    .select(rowColumns)
    .orderBy('app.id', 'desc')
    .execute()
}
