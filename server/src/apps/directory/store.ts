import type { Page, Paged } from '@trestle/domain/http/paging.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { allOf } from '../../db/allOf.ts'
import { anyOf } from '../../db/anyOf.ts'
import { ngramsContain, searchPattern, textContains } from '../../db/search.ts'
import { countListed } from '../../lists/count.ts'
import { findPage, sortByIds, type Listed, type ListQuery } from '../../lists/findPage.ts'
import { countRows } from '../../lists/listPage.ts'
import type { Direction } from '../../lists/sort.ts'

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
  suspended: boolean
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
  /** The environments in which the app's credentials are suspended. */
  suspended_in: string[]
}

/** The directory rows that a list shows, as a condition, and how they are counted. */
interface Selection {
  where: RawBuilder<boolean>
  /** The same condition in a form that reads all rows faster than in the order of the list. */
  whereAll?: RawBuilder<boolean>
  count: Listed['count']
}

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

/** Apps with a string in their name or their owner's are neighbors in these orders. */
const textKeys = new Set<string>(['name_key', 'oauth_name_key', 'owner_key'])

const nullable = new Set<string>(['listing_in_review_at', 'in_review_at', 'deleted_at'])

export interface DirectoryOrder {
  column: keyof typeof columns
  direction: Direction
}

/** Returns the LIKE pattern of a prefix, which an index in byte order can serve. */
const prefixPattern = (typed: string): string => `${typed.replace(/[\\%_]/g, String.raw`\$&`)}%`

const counted = (db: Db, where: RawBuilder<boolean>): Promise<number> =>
  countRows(db.selectFrom('app_directory as entry').where(where))

type Matches = (text: string) => RawBuilder<boolean>

const matchesSearch: Matches = (search) => sql`entry.search_text like ${searchPattern(search)}`

export function selectApps(db: Db, { owners, search, inReview, withDeleted }: AppFilters): Selection {
  const toWhere = (matches: Matches) =>
    allOf(
      owners.length > 0 && sql`entry.owner_id = any (${owners})`,
      inReview && sql`entry.in_review_at is not null`,
      !withDeleted && sql`entry.deleted_at is null`,
      search && matches(search),
    )
  const where = toWhere(matchesSearch)
  const parts = [
    'present in review',
    ...(inReview ? [] : ['present']),
    ...(withDeleted ? ['deleted in review'] : []),
    ...(withDeleted && !inReview ? ['deleted'] : []),
  ]
  return {
    where,
    whereAll: toWhere(ngramsContain),
    count: search ? null : () => (owners.length > 0 ? counted(db, where) : countListed(db, 'apps', parts)),
  }
}

/** Selects the OAuth applications of one environment, including those of deleted apps. */
export function selectOauthApplications(
  db: Db,
  { environment, name, uid, search, suspended }: OauthFilters,
): Selection {
  const isProduction = environment === 'production'
  const uidColumn = sql.ref(isProduction ? 'entry.uid' : 'entry.sandbox_uid')
  const begins = (typed: string) => sql`${uidColumn} like ${prefixPattern(typed)}`
  const texts = [
    // The index of all searchable text narrows the rows to a few; only those are checked for the name.
    name && sql`${matchesSearch(name)} and ${textContains('entry.oauth_name_key', name)}`,
    uid && begins(uid),
    search && sql`(${matchesSearch(search)} or ${begins(search)})`,
  ]
  const where = allOf(
    isProduction ? sql`entry.has_production_credentials` : sql`entry.sandbox_uid is not null`,
    suspended &&
      sql`entry.app_id in (select app_id from app_credentials
        where environment = ${environment} and suspended_at is not null)`,
    ...texts,
  )
  return {
    where,
    count: texts.some(Boolean)
      ? null
      : () => (suspended ? counted(db, where) : countListed(db, 'oauth_applications', [environment])),
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

async function fetchRows(db: Db, ids: number[]): Promise<DirectoryRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('app_directory as entry')
    .innerJoin('developer_apps as app', 'app.id', 'entry.app_id')
    .innerJoin('developers as owner', 'owner.id', 'app.owner_id')
    .select(rowColumns)
    .select(
      sql<string[]>`array(select environment from app_credentials
        where environment in ('production', 'sandbox') and app_credentials.app_id = app.id
          and suspended_at is not null)`.as('suspended_in'),
    )
    .where('entry.app_id', '=', anyOf(ids))
    .execute()
  return sortByIds(ids, rows)
}

/** Returns which of these apps someone works on, in any role. */
export async function listOwnAmong(db: Db, developerId: number, appIds: number[]): Promise<Set<number>> {
  if (appIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('collaborators')
    .select('app_id')
    .where('developer_id', '=', developerId)
    .where('app_id', '=', anyOf(appIds))
    .execute()
  return new Set(rows.map(({ app_id: id }) => id))
}

/** Lists one page of a selection. Rows without the sort date come last in both directions. */
export async function listDirectory(
  db: Db,
  { where, whereAll = where, count }: Selection,
  { column, direction }: DirectoryOrder,
  page: Page,
): Promise<Paged<DirectoryRow>> {
  const key = columns[column]
  const toQuery = (condition: RawBuilder<boolean>): ListQuery => sql`
    select entry.app_id as id, ${sql.ref(`entry.${key}`)} as key from app_directory entry where ${condition}`
  const list = {
    queries: [toQuery(where)],
    queriesForAll: [toQuery(whereAll)],
    nullable: nullable.has(key),
    liesTogether: textKeys.has(key),
    sampled: { table: 'app_directory', where } as const,
    count,
  }
  const { ids, ...size } = await findPage(db, list, direction, page)
  return { rows: await fetchRows(db, ids), ...size }
}

/** Lists the next batch of an export, newest app first. */
export async function listDirectoryBefore(
  db: Db,
  { where }: Selection,
  before: { id: number } | undefined,
  limit: number,
): Promise<DirectoryRow[]> {
  const next = await db
    .selectFrom('app_directory as entry')
    .select('entry.app_id')
    .where(where)
    .$if(before !== undefined, (query) => query.where('entry.app_id', '<', before?.id ?? 0))
    .orderBy('entry.app_id', 'desc')
    .limit(limit)
    .execute()
  return fetchRows(
    db,
    next.map(({ app_id: id }) => id),
  )
}
