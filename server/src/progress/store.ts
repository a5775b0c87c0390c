import { sql, type InferResult, type RawBuilder, type Selectable } from 'kysely'
import { anyOf } from '../db/anyOf.ts'
import type { Db, SubmissionsTable, VersionableType } from '../db/schema.ts'

/** The ids of apps, or an SQL array of them. */
export type AppIds = readonly number[] | RawBuilder<readonly number[]>

/** The state of an app's listing. */
export type ListingState = Pick<Selectable<SubmissionsTable>, 'developer_app_id' | 'state' | 'approval_state'>

/** Selects the states of these apps' listings, each app's published listing first. */
export const selectStates = (db: Db, appIds: AppIds) =>
  db
    .selectFrom('submissions')
    .select(['developer_app_id', 'state', 'approval_state'])
    .where('developer_app_id', '=', anyOf(appIds))
    .where('superseded_at', 'is', null)
    .orderBy(sql`state = 'published'`, 'desc')

/** Returns a lateral subquery to join with `app`: its newest version in one environment. */
const newestVersion = (db: Db, type: VersionableType) =>
  db
    .selectFrom('app_versions')
    .select(['app_version_id', 'version', 'semantic_version', 'state', 'in_review_at', 'rejected_at'])
    .where('developer_app_id', '=', sql.ref<number>('app.id'))
    .where('versionable_type', '=', type)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)

/** Returns a lateral subquery to join with `app`: its published listing. */
const publishedListing = (db: Db) =>
  db
    .selectFrom('submissions')
    .select(['live', sql<string | null>`content ->> 'app_version_id'`.as('version_key')])
    .where('developer_app_id', '=', sql.ref<number>('app.id'))
    .where('state', '=', 'published')
    .where('superseded_at', 'is', null)

/** Selects the sandboxes, newest versions and published listings of apps. */
export const selectProgress = (db: Db, appIds: AppIds) =>
  db
    .selectFrom('developer_apps as app')
    .leftJoin('sandboxes', 'sandboxes.developer_app_id', 'app.id')
    .leftJoinLateral(newestVersion(db, 'Sandbox').as('sandbox'), (join) => join.onTrue())
    .leftJoinLateral(newestVersion(db, 'ProductionEnvironment').as('production'), (join) => join.onTrue())
    .leftJoinLateral(publishedListing(db).as('listing'), (join) => join.onTrue())
    .select([
      'app.id',
      'app.marketplace_enabled',
      'app.marketplace_listing_in_review_at',
      'listing.version_key as listed_key',
      'listing.live as is_live',
      'sandboxes.status as sandbox_status',
      'sandbox.version as sandbox_number',
      'sandbox.semantic_version as sandbox_semantic',
      'production.app_version_id as production_key',
      'production.version as production_number',
      'production.semantic_version as production_semantic',
      'production.state as production_state',
      'production.in_review_at as production_in_review_at',
      'production.rejected_at as production_rejected_at',
    ])
    .where('app.id', '=', anyOf(appIds))

/** Selects the progress of one app. */
export const selectProgressOfApp = (db: Db, appId: number) => selectProgress(db, sql`array[${appId}]`)

export type ProgressRow = InferResult<ReturnType<typeof selectProgress>>[number]
