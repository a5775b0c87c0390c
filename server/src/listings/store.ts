import { advisoryLocks } from '../db/advisoryLocks.ts'
import {
  sql,
  type ExpressionBuilder,
  type InferResult,
  type Insertable,
  type Selectable,
  type Updateable,
} from 'kysely'
import type { Page, Paged } from '@trestle/domain/http/paging.ts'
import { listPage } from '../lists/listPage.ts'
import { anyOf } from '../db/anyOf.ts'
import { composeOnce } from '../db/composeOnce.ts'
import type {
  Db,
  DeveloperAppsTable,
  MediaTable,
  SubmissionEventsTable,
  SubmissionsTable,
  Tables,
  Tx,
} from '../db/schema.ts'

export type SubmissionRow = Selectable<SubmissionsTable>

export async function findSubmission(db: Db, id: number): Promise<SubmissionRow | undefined> {
  return db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Selects the app's current submissions: the one in progress or in review, and the published one. */
export const selectCurrent = (db: Db, appId: number) =>
  db
    .selectFrom('submissions')
    .selectAll()
    .where('developer_app_id', '=', appId)
    .where('superseded_at', 'is', null)

/** Returns the number of an app's next submission. The app must be locked. */
export async function nextNumber(tx: Tx, appId: number): Promise<number> {
  const { last } = await tx
    .selectFrom('submissions')
    .select((row) => row.fn.max('version').as('last'))
    .where('developer_app_id', '=', appId)
    .executeTakeFirstOrThrow()
  return Number(last ?? 0) + 1
}

export async function insertSubmission(
  tx: Tx,
  submission: Insertable<SubmissionsTable>,
): Promise<SubmissionRow> {
  return tx.insertInto('submissions').values(submission).returningAll().executeTakeFirstOrThrow()
}

export async function changeSubmission(
  tx: Tx,
  id: number,
  change: Updateable<SubmissionsTable>,
): Promise<SubmissionRow> {
  return tx
    .updateTable('submissions')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Supersedes the app's published listing, because the marketplace shows only one per app. */
export async function supersedePublished(tx: Tx, appId: number, at: Date): Promise<void> {
  await tx
    .updateTable('submissions')
    .set({ superseded_at: at })
    .where('developer_app_id', '=', appId)
    .where('state', '=', 'published')
    .where('superseded_at', 'is', null)
    .execute()
}

/** Finds the app's published listing, if it shows the key of this version to companies. */
export async function findListingShowingKey(
  db: Db,
  version: { developer_app_id: number; app_version_id: string },
): Promise<{ id: number; public_name: string } | undefined> {
  return db
    .selectFrom('submissions')
    .select(['id', sql<string>`content ->> 'public_name'`.as('public_name')])
    .where('developer_app_id', '=', version.developer_app_id)
    .where('state', '=', 'published')
    .where('superseded_at', 'is', null)
    .where(
      sql<boolean>`content @> ${JSON.stringify({ app_version_id: version.app_version_id, installable: true })}`,
    )
    .executeTakeFirst()
}

/** Finds the app's listing in review, if it offers this version. */
export async function findListingInReview(
  db: Db,
  version: { developer_app_id: number; app_version_id: string },
): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('submissions')
    .select('id')
    .where('developer_app_id', '=', version.developer_app_id)
    .where('state', '=', 'in_review')
    .where('superseded_at', 'is', null)
    .where(sql<boolean>`content @> ${JSON.stringify({ app_version_id: version.app_version_id })}`)
    .executeTakeFirst()
}

export async function removeVersionKey(tx: Tx, id: number, at: Date): Promise<void> {
  await tx
    .updateTable('submissions')
    .set({ content: sql`jsonb_set(content, '{app_version_id}', 'null')`, updated_at: at })
    .where('id', '=', id)
    .execute()
}

export async function insertEvent(tx: Tx, event: Insertable<SubmissionEventsTable>): Promise<void> {
  await tx.insertInto('submission_events').values(event).execute()
}

export interface EventRow extends Selectable<SubmissionEventsTable> {
  actor_name: string
  version: number
}

/** Lists a page of the events of an app's listings, newest first. */
export function listEvents(db: Db, appId: number, page: Page): Promise<Paged<EventRow>> {
  const events = db
    .selectFrom('submission_events as event')
    .innerJoin('developers as actor', 'actor.id', 'event.actor_id')
    .innerJoin('submissions as submission', 'submission.id', 'event.submission_id')
    .selectAll('event')
    .select(['actor.name as actor_name', 'submission.version'])
    .where('event.developer_app_id', '=', appId)
    .orderBy('event.id', 'desc')
  return listPage(events, page)
}

/** Returns when a listing was last rejected; null if it never was. */
export async function findLastRejection(
  db: Db,
  { id, developer_app_id }: Pick<SubmissionRow, 'id' | 'developer_app_id'>,
): Promise<string | null> {
  const event = await db
    .selectFrom('submission_events')
    .select('at')
    .where('developer_app_id', '=', developer_app_id)
    .where('submission_id', '=', id)
    .where('event', '=', 'rejected')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return event?.at ?? null
}

export type MediaRow = Selectable<MediaTable>

export interface ShownMedia extends MediaRow {
  submission_id: number
  name: string
  description: string
}

const selectShownMedia = (db: Db) =>
  db
    .selectFrom('submission_media as shown')
    .innerJoin('media', 'media.id', 'shown.media_id')
    .selectAll('media')
    .select(['shown.submission_id', 'shown.name', 'shown.description'])
    .orderBy('shown.submission_id')
    .orderBy('shown.position')

const readShownMedia = composeOnce((db, submissionIds: readonly number[]) =>
  selectShownMedia(db).where('shown.submission_id', '=', anyOf(submissionIds)),
)

/** Lists the files of these submissions, each submission's in its order. */
export const listShownMedia = async (db: Db, submissionIds: readonly number[]): Promise<ShownMedia[]> =>
  submissionIds.length === 0 ? [] : readShownMedia(db, submissionIds)

/** Selects the files of the app's current submissions. */
export const selectCurrentMedia = (db: Db, appId: number) =>
  selectShownMedia(db).where(
    'shown.submission_id',
    'in',
    selectCurrent(db, appId).clearSelect().select('submissions.id'),
  )

export async function insertMedia(tx: Tx, media: Insertable<MediaTable>): Promise<MediaRow> {
  return tx.insertInto('media').values(media).returningAll().executeTakeFirstOrThrow()
}

/** Locks files that no submission shows, uploaded before a time. Skips files that are being saved. */
export async function lockUnshownMedia(tx: Tx, before: Date, limit: number): Promise<MediaRow[]> {
  return tx
    .selectFrom('media')
    .selectAll()
    .where('created_at', '<', before.toISOString())
    .where((row) => row.not(isShown(row)))
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Lists the videos of the built-in host that no file refers to, stored before a time. */
export async function listUnnamedVideos(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('hosted_videos as video')
    .select('video.hashed_id')
    .where('video.created_at', '<', before.toISOString())
    .where((row) =>
      row.not(
        row.exists(row.selectFrom('media').select('id').whereRef('external_url', '=', 'video.hashed_id')),
      ),
    )
    .orderBy('video.created_at')
    .limit(limit)
    .execute()
  return rows.map(({ hashed_id }) => hashed_id)
}

export async function deleteMedia(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('media').where('id', '=', id).execute()
}

/** Locks files of an app by their IDs until the transaction ends, so that the cleanup can't delete them. */
export async function lockMedia(tx: Tx, appId: number, ids: readonly number[]): Promise<MediaRow[]> {
  if (ids.length === 0) return []
  return tx
    .selectFrom('media')
    .selectAll()
    .where('developer_app_id', '=', appId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute()
}

export interface ShownMediaRow {
  media_id: number
  name: string
  description: string
}

/** Makes the submission show exactly these files, in this order, and returns the IDs of those it showed before. */
export async function replaceMedia(
  tx: Tx,
  submissionId: number,
  shown: readonly ShownMediaRow[],
): Promise<number[]> {
  const before = await tx
    .deleteFrom('submission_media')
    .where('submission_id', '=', submissionId)
    .returning('media_id')
    .execute()
  if (shown.length > 0) {
    await tx
      .insertInto('submission_media')
      .values(shown.map((item, position) => ({ ...item, submission_id: submissionId, position })))
      .execute()
  }
  return before.map(({ media_id }) => media_id)
}

const isShown = (row: ExpressionBuilder<Tables, 'media'>) =>
  row.exists(row.selectFrom('submission_media').select('media_id').whereRef('media_id', '=', 'media.id'))

/** Lists the files among these that no submission shows. Their app must be locked. */
export async function listUnshownAmong(tx: Tx, ids: readonly number[]): Promise<MediaRow[]> {
  if (ids.length === 0) return []
  return tx
    .selectFrom('media')
    .selectAll()
    .where('id', '=', anyOf(ids))
    .where((row) => row.not(isShown(row)))
    .orderBy('id')
    .execute()
}

/** Lists the files of an app that only superseded submissions show. */
export async function listArchivedMedia(db: Db, appId: number): Promise<MediaRow[]> {
  return db
    .selectFrom('media')
    .selectAll()
    .where('developer_app_id', '=', appId)
    .where(isShown)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('submission_media as shown')
            .innerJoin('submissions', 'submissions.id', 'shown.submission_id')
            .select('shown.media_id')
            .whereRef('shown.media_id', '=', 'media.id')
            .where('submissions.superseded_at', 'is', null),
        ),
      ),
    )
    .execute()
}

export type OfferedVersion = InferResult<ReturnType<typeof selectOfferedVersions>>[number]

/** Selects the versions that a listing may name: approved ones and those in review, newest first (LIST-32). */
export const selectOfferedVersions = (db: Db, appId: number) =>
  db
    .selectFrom('app_versions')
    .select(['app_version_id', 'version', 'semantic_version', sql<string>`state`.as('state')])
    .where('developer_app_id', '=', appId)
    .where('versionable_type', '=', 'ProductionEnvironment')
    .where('state', 'in', ['published', 'in_review'])
    .orderBy('version', 'desc')
    .orderBy('id', 'desc')

/**
 * Lists the marketplace slugs that begin with this one, in use or reserved. Holds a lock until the transaction
 * ends, because two apps with the same name may be approved at the same time.
 */
export async function lockSlugsLike(tx: Tx, slug: string): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.marketplaceSlugs})`.execute(tx)
  const rows = await tx
    .selectFrom('developer_apps')
    .select('marketplace_slug')
    .where('marketplace_slug', 'like', `${slug}%`)
    .execute()
  return rows.flatMap(({ marketplace_slug }) => marketplace_slug ?? [])
}

/**
 * Sets columns of the app that only its listing changes. Leaves `updated_at` unchanged, so that open forms don't become
 * stale.
 */
export async function setListingColumns(
  tx: Tx,
  appId: number,
  columns: Pick<
    Updateable<DeveloperAppsTable>,
    'app_id' | 'marketplace_slug' | 'marketplace_listing_in_review_at'
  >,
): Promise<void> {
  await tx.updateTable('developer_apps').set(columns).where('id', '=', appId).execute()
}
