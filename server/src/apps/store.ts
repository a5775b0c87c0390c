import type { Page, Paged } from '@trestle/domain/http/paging.ts'
import { sql, type Insertable, type Updateable } from 'kysely'
import type { AppRow } from '../access/appFor.ts'
import { composeOnce } from '../db/composeOnce.ts'
import { likePattern } from '../db/constraint.ts'
import type { AppRole, Db, DeveloperAppsTable, Tx } from '../db/schema.ts'
import { findPage, sortByIds, type Listed } from '../lists/findPage.ts'
import { listPage } from '../lists/listPage.ts'
import type { Direction } from '../lists/sort.ts'

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

export interface OwnApp {
  id: number
  internal_name: string
  thumbnail_key: string | null
  role: AppRole
  updated_at: string
}

interface OwnAppFilters {
  search?: string | undefined
  /** The only apps to list, or null for all. */
  among?: readonly number[] | null
}

function appsOfDeveloper(db: Db, developerId: number, { search, among = null }: OwnAppFilters = {}) {
  return db
    .selectFrom('developer_apps as app')
    .innerJoin('collaborators as me', (join) =>
      join.onRef('me.app_id', '=', 'app.id').on('me.developer_id', '=', developerId),
    )
    .where('app.deleted_at', 'is', null)
    .$if(among !== null, (query) => query.where('app.id', '=', sql<number>`any (${among ?? []}::bigint[])`))
    .$if(search !== undefined && search !== '', (query) =>
      query.where((app) =>
        app.or([
          app('app.internal_name', 'ilike', likePattern(search ?? '')),
          app('app.name', 'ilike', likePattern(search ?? '')),
        ]),
      ),
    )
}

/** What a list of a developer's apps shows. */
const ownAppColumns = [
  'app.id',
  'app.internal_name',
  'app.thumbnail_key',
  'me.role',
  'app.updated_at',
] as const

const readOwnApps = composeOnce((db, developerId: number, ids: readonly number[]) =>
  appsOfDeveloper(db, developerId)
    .where('app.id', '=', sql<number>`any (${ids}::bigint[])`)
    .select(ownAppColumns),
)

/** Lists one page of a developer's apps. */
export async function listAppsOfDeveloper(
  db: Db,
  developerId: number,
  list: OwnAppFilters & { column: 'internal_name' | 'updated_at'; direction: Direction } & Page,
): Promise<Paged<OwnApp>> {
  const apps = appsOfDeveloper(db, developerId, list)
  const key = list.column === 'updated_at' ? sql`app.updated_at` : sql`lower(app.internal_name)`
  const count = async () => {
    const { total } = await apps
      .select((row) => row.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return total
  }
  if (!list.search) {
    const ordered = apps.select(ownAppColumns).orderBy(key, list.direction).orderBy('app.id', list.direction)
    return listPage(ordered, list, count)
  }
  const filtered: Listed = {
    queries: [sql`${apps.select(['app.id', key.as('key')])}`],
    nullable: false,
    searched: true,
    count,
  }
  const { ids, ...size } = await findPage(db, filtered, list.direction, list)
  if (ids.length === 0) return { rows: [], ...size }
  const rows = await readOwnApps(db, developerId, ids)
  return { rows: sortByIds(ids, rows), ...size }
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
