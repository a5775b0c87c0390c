import type { Page, Paged } from '@trestle/domain/http/paging.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { AppRole, AppVersionsTable, Db, Tx, VersionableType } from '../db/schema.ts'

export interface VersionRow extends Selectable<AppVersionsTable> {
  author_name: string
  /** The production copy a promotion made of it. */
  copy_state: AppVersionsTable['state']
  copy_created_at: string | null
  copy_author_name: string | null
}

/** What every version of an app is compared with. */
export type VersionNumbers = Pick<
  Selectable<AppVersionsTable>,
  'id' | 'app_version_id' | 'versionable_type' | 'version' | 'semantic_version'
>

export interface PersonOnApp {
  id: number
  role: AppRole
  email: string
}

export interface Move {
  action: string
  at: string
  actor_id: number | null
  actor_name: string | null
}

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

export async function listVersions(
  db: Db,
  filter: { appId: number; types: readonly VersionableType[] },
  { page, per_page }: Page,
): Promise<Paged<VersionRow>> {
  const rows = await versions(db)
    .where('version.developer_app_id', '=', filter.appId)
    .where('version.versionable_type', 'in', filter.types)
    .orderBy('version.created_at', 'desc')
    .orderBy('version.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const { total } = await db
    .selectFrom('app_versions')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('developer_app_id', '=', filter.appId)
    .where('versionable_type', 'in', filter.types)
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export async function findVersion(db: Db, id: number): Promise<VersionRow | undefined> {
  return versions(db).where('version.id', '=', id).executeTakeFirst()
}

export async function findVersionByKey(db: Db, key: string): Promise<VersionRow | undefined> {
  return versions(db).where('version.app_version_id', '=', key).executeTakeFirst()
}

/**
 * Makes the version ours until the transaction ends.
 *
 * Read it afterwards, not with the lock: what is joined to a row we had to wait for is from before the wait.
 */
export async function lockVersion(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('app_versions').select('id').where('id', '=', id).forUpdate().execute()
}

/** Every version of an app without its document, the highest number first. */
export async function listNumbers(db: Db, appId: number): Promise<VersionNumbers[]> {
  return db
    .selectFrom('app_versions')
    .select(['id', 'app_version_id', 'versionable_type', 'version', 'semantic_version'])
    .where('developer_app_id', '=', appId)
    .orderBy('version', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function listProductionContents(db: Db, appId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('app_versions')
    .select('content')
    .where('developer_app_id', '=', appId)
    .where('versionable_type', '=', 'ProductionEnvironment')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.content)
}

export async function insertVersion(tx: Tx, version: Insertable<AppVersionsTable>): Promise<number> {
  const row = await tx.insertInto('app_versions').values(version).returning('id').executeTakeFirstOrThrow()
  return row.id
}

export async function updateVersion(tx: Tx, id: number, change: Updateable<AppVersionsTable>): Promise<void> {
  await tx.updateTable('app_versions').set(change).where('id', '=', id).execute()
}

/**
 * The version the marketplace offers.
 *
 * The app's `updated_at` stays: nothing changed that somebody could be editing in its settings.
 */
export async function setPublishedVersion(tx: Tx, appId: number, key: string): Promise<void> {
  await tx
    .updateTable('developer_apps')
    .set({ published_app_version_id: key })
    .where('id', '=', appId)
    .execute()
}

export async function listPeople(db: Db, appId: number): Promise<PersonOnApp[]> {
  return db
    .selectFrom('collaborators')
    .innerJoin('developers', 'developers.id', 'collaborators.developer_id')
    .select(['developers.id', 'collaborators.role', 'developers.email'])
    .where('collaborators.app_id', '=', appId)
    .orderBy('collaborators.id')
    .execute()
}

export async function listPlatformAdminEmails(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('developers')
    .select('email')
    .where('is_admin', '=', true)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.email)
}

/** The last entry of the audit trail about this version: who brought it into the state it is in. */
export async function findLastMove(
  db: Db,
  subjectType: string,
  versionId: number,
): Promise<Move | undefined> {
  return db
    .selectFrom('audit_events')
    .leftJoin('developers', 'developers.id', 'audit_events.actor_id')
    .select([
      'audit_events.action',
      'audit_events.at',
      'audit_events.actor_id',
      'developers.name as actor_name',
    ])
    .where('audit_events.subject_type', '=', subjectType)
    .where('audit_events.subject_id', '=', String(versionId))
    .orderBy('audit_events.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
