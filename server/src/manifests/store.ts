import type { Page, Paged } from '@trestle/domain/http/paging.ts'
import { sql, type Insertable, type NotNull, type Selectable, type Updateable } from 'kysely'
import { composeOnce } from '../db/composeOnce.ts'
import type { AppVersionsTable, Db, Tx, VersionableType, VersionReviewsTable } from '../db/schema.ts'
import { countRows, offsetOf, totalOf } from '../lists/listPage.ts'

export interface VersionRow extends Selectable<AppVersionsTable> {
  author_name: string
  /** The state of its production copy, which a promotion made. */
  copy_state: AppVersionsTable['state']
  copy_created_at: string | null
  copy_author_name: string | null
}

/** The numbers that every version of an app is compared by. */
export type VersionNumbers = Pick<
  Selectable<AppVersionsTable>,
  'id' | 'app_version_id' | 'versionable_type' | 'version' | 'semantic_version'
>

const versions = (db: Db) =>
  db
    .selectFrom('app_versions as version')
    .innerJoin('developers as author', 'author.id', 'version.created_by')
    .leftJoin('app_versions as copy', 'copy.promoted_from', 'version.id')
    .leftJoin('developers as copy_author', 'copy_author.id', 'copy.created_by')
    .selectAll('version')
    .select([
      'author.name as author_name',
      'copy.state as copy_state',
      'copy.created_at as copy_created_at',
      'copy_author.name as copy_author_name',
    ])

const readVersion = composeOnce((db, id: number) => versions(db).where('version.id', '=', id))

const readPage = composeOnce(
  (db, appId: number, types: readonly VersionableType[], limit: number, offset: number) =>
    versions(db)
      .where(
        'version.id',
        'in',
        sql<number>`(
          select entry.id
          from unnest(${types}::text[]) as shown (type) cross join lateral (
            select id, created_at from app_versions
            where developer_app_id = ${appId} and versionable_type = shown.type
            order by created_at desc, id desc
            limit ${limit}::bigint + ${offset}::bigint
          ) as entry
          order by entry.created_at desc, entry.id desc
          limit ${limit} offset ${offset}
        )`,
      )
      .orderBy('version.created_at', 'desc')
      .orderBy('version.id', 'desc'),
)

/** Lists versions, newest first. The index has those of each environment in this order. */
export async function listVersions(
  db: Db,
  { appId, types }: { appId: number; types: readonly VersionableType[] },
  page: Page,
): Promise<Paged<VersionRow>> {
  const rows = await readPage(db, appId, types, page.per_page, offsetOf(page))
  const count = () =>
    countRows(
      db
        .selectFrom('app_versions')
        .where('developer_app_id', '=', appId)
        .where('versionable_type', 'in', types),
    )
  return { rows, total: await totalOf(rows, page, count) }
}

export async function findVersion(db: Db, id: number): Promise<VersionRow | undefined> {
  const [row] = await readVersion(db, id)
  return row
}

export async function findVersionByKey(db: Db, key: string): Promise<VersionRow | undefined> {
  return versions(db).where('version.app_version_id', '=', key).executeTakeFirst()
}

const selectNumbers = (db: Db, appId: number) =>
  db
    .selectFrom('app_versions')
    .select(['id', 'app_version_id', 'versionable_type', 'version', 'semantic_version'])
    .where('developer_app_id', '=', appId)
    .orderBy('version', 'desc')
    .orderBy('id', 'desc')

/** Lists every version of an app without its document, highest number first. */
export const listNumbers = (db: Db, appId: number): Promise<VersionNumbers[]> =>
  selectNumbers(db, appId).execute()

/** Selects the versions in production, highest number first: few of an app's versions are promoted. */
export const selectProductionNumbers = (db: Db, appId: number) =>
  selectNumbers(db, appId)
    .select('has_data_connector')
    .where('versionable_type', '=', 'ProductionEnvironment')

export const listProductionNumbers = composeOnce(selectProductionNumbers)

/** Selects one production version with a data connector, if there is any. */
export const selectPromotedDataConnector = (db: Db, appId: number) =>
  db
    .selectFrom('app_versions')
    .select('id')
    .where('developer_app_id', '=', appId)
    .where('versionable_type', '=', 'ProductionEnvironment')
    .where('has_data_connector', '=', true)
    .limit(1)

export const hasPromotedDataConnector = async (db: Db, appId: number): Promise<boolean> =>
  (await selectPromotedDataConnector(db, appId).execute()).length > 0

export async function insertVersion(tx: Tx, version: Insertable<AppVersionsTable>): Promise<number> {
  const row = await tx.insertInto('app_versions').values(version).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** Changes a version. The caller must have locked its app. */
export async function changeVersion(tx: Tx, id: number, change: Updateable<AppVersionsTable>): Promise<void> {
  await tx.updateTable('app_versions').set(change).where('id', '=', id).execute()
}

export async function insertReview(tx: Tx, review: Insertable<VersionReviewsTable>): Promise<void> {
  await tx.insertInto('version_reviews').values(review).execute()
}

/** Ends the version's current review round. */
export async function endReview(
  tx: Tx,
  versionId: number,
  ending: Pick<Updateable<VersionReviewsTable>, 'state' | 'decided_at' | 'decided_by' | 'message'>,
): Promise<void> {
  await tx
    .updateTable('version_reviews')
    .set(ending)
    .where('version_id', '=', versionId)
    .where('state', '=', 'in_review')
    .execute()
}

export interface ReviewRow
  extends
    Omit<Selectable<VersionReviewsTable>, 'decided_by'>,
    Pick<VersionRow, 'app_version_id' | 'version' | 'semantic_version'> {
  /** The name of the staff member who approved or rejected it. */
  decided_by: string | null
}

const selectReviews = (db: Db, appId: number) =>
  db
    .selectFrom('version_reviews as review')
    .innerJoin('app_versions as version', 'version.id', 'review.version_id')
    .where('version.developer_app_id', '=', appId)

/** Selects a page of the review rounds of all of an app's versions, newest first. */
export const selectReviewPage = (db: Db, appId: number, limit: number, offset: number) =>
  selectReviews(db, appId)
    .leftJoin('developers as decider', 'decider.id', 'review.decided_by')
    .select([
      'review.version_id',
      'review.round',
      'review.submitted_at',
      'review.decided_at',
      'review.state',
      'review.message',
      'decider.name as decided_by',
      'version.app_version_id',
      'version.version',
      'version.semantic_version',
    ])
    .orderBy('review.submitted_at', 'desc')
    .orderBy('review.version_id', 'desc')
    .orderBy('review.round', 'desc')
    .limit(limit)
    .offset(offset)

export const listReviewPage = composeOnce(selectReviewPage)

export const countReviews = (db: Db, appId: number): Promise<number> => countRows(selectReviews(db, appId))

/** Returns the last decision of staff on any version of an app. */
export async function findLastDecision(db: Db, appId: number) {
  return db
    .selectFrom('version_reviews as review')
    .innerJoin('app_versions as version', 'version.id', 'review.version_id')
    .where('version.developer_app_id', '=', appId)
    .where('review.state', 'in', ['approved', 'rejected'])
    .select(['review.state', 'review.decided_at', 'version.version', 'version.semantic_version'])
    .$narrowType<{ decided_at: NotNull }>()
    .orderBy('review.decided_at', 'desc')
    .orderBy('review.version_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Sets the version of the app that the marketplace offers. Leaves `updated_at` unchanged, so that open forms don't
 * become stale.
 */
export async function setMarketplaceVersion(tx: Tx, appId: number, key: string): Promise<void> {
  await tx
    .updateTable('developer_apps')
    .set({ published_app_version_id: key })
    .where('id', '=', appId)
    .execute()
}
