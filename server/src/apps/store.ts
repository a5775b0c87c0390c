import type { Page, Paged } from '@trestle/domain/http/paging.ts'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { likePattern } from '../db/constraint.ts'
import type { AppRole, Db, DeveloperAppsTable, Tx, VersionableType } from '../db/schema.ts'
import type { Direction } from '../lists/sort.ts'

export type AppRow = Selectable<DeveloperAppsTable>

/** Advisory lock for marketplace slugs. Must differ from the lock of the migrations. */
const slugLock = 7_401_914

export async function findApp(db: Db, id: number): Promise<AppRow | undefined> {
  return db.selectFrom('developer_apps').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function lockApp(tx: Tx, id: number): Promise<AppRow | undefined> {
  return tx.selectFrom('developer_apps').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function findRole(db: Db, appId: number, developerId: number): Promise<AppRole | undefined> {
  const row = await db
    .selectFrom('collaborators')
    .select('role')
    .where('app_id', '=', appId)
    .where('developer_id', '=', developerId)
    .executeTakeFirst()
  return row?.role
}

/** Lists the roles someone has on apps that are not deleted. */
export async function listRolesFor(db: Db, developerId: number): Promise<AppRole[]> {
  const rows = await db
    .selectFrom('collaborators')
    .innerJoin('developer_apps as app', 'app.id', 'collaborators.app_id')
    .select('collaborators.role')
    .distinct()
    .where('collaborators.developer_id', '=', developerId)
    .where('app.deleted_at', 'is', null)
    .execute()
  return rows.map(({ role }) => role)
}

/** Lists the apps with these client ids or marketplace ids, including deleted ones. */
export async function listAppReferences(
  db: Db,
  uids: string[],
  appIds: string[],
): Promise<Pick<AppRow, 'id' | 'uid' | 'app_id'>[]> {
  return db
    .selectFrom('developer_apps')
    .select(['id', 'uid', 'app_id'])
    .where((row) =>
      row.or([
        row('uid', '=', sql<string>`any(${uids}::text[])`),
        row('app_id', '=', sql<string>`any(${appIds}::uuid[])`),
      ]),
    )
    .execute()
}

/** Counts the apps a developer owns. Locks the developer, so that concurrent requests count one after the other. */
export async function countOwnedApps(tx: Tx, ownerId: number): Promise<number> {
  await tx.selectFrom('developers').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('developer_apps')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertApp(tx: Tx, app: Insertable<DeveloperAppsTable>): Promise<AppRow> {
  return tx.insertInto('developer_apps').values(app).returningAll().executeTakeFirstOrThrow()
}

export async function changeApp(tx: Tx, id: number, change: Updateable<DeveloperAppsTable>): Promise<AppRow> {
  return tx
    .updateTable('developer_apps')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Lists the marketplace slugs that begin with this one, in use or reserved. Holds a lock until the transaction
 * ends, because two apps with the same name may be approved at once.
 */
export async function lockSlugsLike(tx: Tx, slug: string): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(${slugLock})`.execute(tx)
  const rows = await tx
    .selectFrom('developer_apps')
    .select('marketplace_slug')
    .where('marketplace_slug', 'like', `${slug}%`)
    .execute()
  return rows.flatMap(({ marketplace_slug }) => marketplace_slug ?? [])
}

export async function setPublishedVersion(tx: Tx, appId: number, key: string): Promise<void> {
  await tx
    .updateTable('developer_apps')
    .set({ published_app_version_id: key })
    .where('id', '=', appId)
    .execute()
}

export interface PersonOnApp {
  id: number
  developer_id: number
  role: AppRole
  name: string
  email: string
  procore_id: number | null
}

/** Lists the members of an app in the order they joined. */
export async function listPeople(db: Db, appId: number): Promise<PersonOnApp[]> {
  return db
    .selectFrom('collaborators')
    .innerJoin('developers', 'developers.id', 'collaborators.developer_id')
    .select([
      'collaborators.id',
      'collaborators.developer_id',
      'collaborators.role',
      'developers.name',
      'developers.email',
      'developers.procore_id',
    ])
    .where('collaborators.app_id', '=', appId)
    .orderBy('collaborators.id')
    .execute()
}

export interface OwnApp {
  id: number
  internal_name: string
  thumbnail_key: string | null
  role: AppRole
  updated_at: string
}

function appsOfDeveloper(db: Db, developerId: number, search: string | undefined) {
  return db
    .selectFrom('developer_apps as app')
    .innerJoin('collaborators as me', (join) =>
      join.onRef('me.app_id', '=', 'app.id').on('me.developer_id', '=', developerId),
    )
    .where('app.deleted_at', 'is', null)
    .$if(search !== undefined && search !== '', (query) =>
      query.where((app) =>
        app.or([
          app('app.internal_name', 'ilike', likePattern(search ?? '')),
          app('app.name', 'ilike', likePattern(search ?? '')),
        ]),
      ),
    )
}

/** Lists one page of a developer's apps. */
export async function listAppsOfDeveloper(
  db: Db,
  developerId: number,
  list: { search: string | undefined; column: 'internal_name' | 'updated_at'; direction: Direction } & Page,
): Promise<Paged<OwnApp>> {
  const apps = appsOfDeveloper(db, developerId, list.search)
  const rows = await apps
    .select(['app.id', 'app.internal_name', 'app.thumbnail_key', 'me.role', 'app.updated_at'])
    .orderBy(list.column === 'updated_at' ? 'app.updated_at' : sql`lower(app.internal_name)`, list.direction)
    .orderBy('app.id', list.direction)
    .limit(list.per_page)
    .offset((list.page - 1) * list.per_page)
    .execute()
  const { total } = await apps
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** Returns a lateral subquery to join with `app`: its newest version in one environment. */
const newestVersion = (db: Db, type: VersionableType) =>
  db
    .selectFrom('app_versions')
    .select(['version', 'semantic_version', 'state', 'in_review_at', 'rejected_at'])
    .where('developer_app_id', '=', sql.ref<number>('app.id'))
    .where('versionable_type', '=', type)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)

/** Lists the sandboxes and newest versions of apps, in one query. */
export async function listProgress(db: Db, appIds: readonly number[]) {
  if (appIds.length === 0) return []
  return db
    .selectFrom('developer_apps as app')
    .leftJoin('sandboxes', 'sandboxes.developer_app_id', 'app.id')
    .leftJoinLateral(newestVersion(db, 'Sandbox').as('sandbox'), (join) => join.onTrue())
    .leftJoinLateral(newestVersion(db, 'ProductionEnvironment').as('production'), (join) => join.onTrue())
    .select([
      'app.id',
      'app.marketplace_enabled',
      'app.marketplace_listing_in_review_at',
      'sandboxes.status as sandbox_status',
      'sandbox.version as sandbox_number',
      'sandbox.semantic_version as sandbox_semantic',
      'production.version as production_number',
      'production.semantic_version as production_semantic',
      'production.state as production_state',
      'production.in_review_at as production_in_review_at',
      'production.rejected_at as production_rejected_at',
    ])
    .where('app.id', 'in', appIds)
    .execute()
}

/** Lists the marketplace ids of enabled apps, optionally only those among the ids passed. */
export async function listLiveIds(db: Db, among: string[] | undefined): Promise<string[]> {
  const rows = await db
    .selectFrom('developer_apps')
    .select('app_id')
    .where('app_id', 'is not', null)
    .where('marketplace_enabled', '=', true)
    .where('deleted_at', 'is', null)
    .$if(among !== undefined, (query) => query.where('app_id', '=', sql<string>`any(${among ?? []}::uuid[])`))
    .orderBy('app_id')
    .execute()
  return rows.flatMap(({ app_id: id }) => id ?? [])
}
