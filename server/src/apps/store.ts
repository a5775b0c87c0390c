import type { DeletionEffects } from '@trestle/domain/apps/contract.ts'
import type { Page, Paged } from '@trestle/domain/http/paging.ts'
import { sql, type Insertable, type Updateable } from 'kysely'
import type { AppRow } from '../access/authorizedApp.ts'
import { allOf } from '../db/allOf.ts'
import { anyOf } from '../db/anyOf.ts'
import { composeOnce } from '../db/composeOnce.ts'
import { parseTogether, selectTogether, type Queries, type Results } from '../db/readTogether.ts'
import type { AppRole, Db, DeveloperAppsTable, Tx } from '../db/schema.ts'
import { foldedContains } from '../db/search.ts'
import { findPage, sortByIds, type Listed } from '../lists/findPage.ts'
import { countRows, listPage, offsetOf, totalOf } from '../lists/listPage.ts'
import type { Direction } from '../lists/sort.ts'
import type { AppIds } from '../progress/progress.ts'

/** Counts the apps a developer owns. Locks the developer, so that concurrent requests count one at a time. */
export async function countOwnedApps(tx: Tx, ownerId: number): Promise<number> {
  await tx.selectFrom('developers').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute()
  return countRows(
    tx.selectFrom('developer_apps').where('owner_id', '=', ownerId).where('deleted_at', 'is', null),
  )
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
 * Counts everything that stops working when an app is deleted. A token belongs to its team if it belongs to a member.
 */
export async function countDeletionEffects(db: Db, now: Date, appId: number): Promise<DeletionEffects> {
  const { rows } = await sql<DeletionEffects>`select
    (select count(*) from installations where developer_app_id = ${appId} and status = 'installed') as installations,
    (select count(distinct developer_id) from oauth_grants where app_id = ${appId} and revoked_at is null)
      as authorized_people,
    (select count(*) from personal_access_tokens token
      join collaborators member on member.developer_id = token.developer_id and member.app_id = ${appId}
      where ${appId} = any (token.app_ids) and token.revoked_at is null and token.expires_at > ${now})
      as personal_tokens`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('Counts always have a row')
  return counts
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
    .where(
      allOf(
        among !== null && sql`app.id = ${anyOf(among)}`,
        search &&
          sql`(${foldedContains('app.internal_name', search)} or ${foldedContains('app.name', search)})`,
      ),
    )
}

/** When an app was last changed, with its versions, their reviews and its listing. */
const changedAt = sql<string>`greatest(app.updated_at,
  (select max(updated_at) from app_versions where developer_app_id = app.id),
  (select max(updated_at) from submissions where developer_app_id = app.id))`

/** The columns that a list of a developer's apps shows. */
const ownAppColumns = [
  'app.id',
  'app.internal_name',
  'app.thumbnail_key',
  'me.role',
  changedAt.as('updated_at'),
] as const

const readOwnApps = composeOnce((db, developerId: number, ids: readonly number[]) =>
  appsOfDeveloper(db, developerId).where('app.id', '=', anyOf(ids)).select(ownAppColumns),
)

interface OwnAppOrder {
  column: 'internal_name' | 'updated_at'
  direction: Direction
}

const keyFor = (column: OwnAppOrder['column']) =>
  column === 'updated_at' ? changedAt : sql`fold_text(app.internal_name)`

/**
 * Returns a function that lists one page of all of a developer's apps, along with the rows of other queries about these
 * apps as `found`. A single statement reads everything.
 */
export function listOwnAppsWith<Named extends Queries>(select: (db: Db, ids: AppIds) => Named) {
  const compose = (column: OwnAppOrder['column'], direction: Direction) =>
    composeOnce((db, developerId: number, limit: number, offset: number) => {
      const page = appsOfDeveloper(db, developerId)
        .select([...ownAppColumns, keyFor(column).as('key')])
        .orderBy('key', direction)
        .orderBy('app.id', direction)
        .limit(limit)
        .offset(offset)
      return db
        .with('page', () => page)
        .selectNoFrom((row) => {
          const apps = row
            .selectFrom('page')
            .select(['id', 'internal_name', 'thumbnail_key', 'role', 'updated_at'])
            .orderBy('key', direction)
            .orderBy('id', direction)
          return selectTogether({ apps, ...select(db, sql`array(select id from page)`) })
        })
    })
  const reads = {
    internal_name: { asc: compose('internal_name', 'asc'), desc: compose('internal_name', 'desc') },
    updated_at: { asc: compose('updated_at', 'asc'), desc: compose('updated_at', 'desc') },
  }
  return async (
    db: Db,
    developerId: number,
    list: OwnAppOrder & Page,
  ): Promise<Paged<OwnApp> & { found: Results<Named> }> => {
    const read = reads[list.column][list.direction]
    const [row] = await read(db, developerId, list.per_page, offsetOf(list))
    const found = parseTogether<Named>(row?.together ?? '{}') as Results<Named> & { apps: OwnApp[] }
    const rows = found.apps
    return {
      rows,
      total: await totalOf(rows, list, () => countRows(appsOfDeveloper(db, developerId))),
      found,
    }
  }
}

/** Lists one page of a developer's apps. */
export async function listAppsOfDeveloper(
  db: Db,
  developerId: number,
  list: OwnAppFilters & OwnAppOrder & Page,
): Promise<Paged<OwnApp>> {
  const apps = appsOfDeveloper(db, developerId, list)
  const key = keyFor(list.column)
  if (!list.search) {
    const ordered = apps.select(ownAppColumns).orderBy(key, list.direction).orderBy('app.id', list.direction)
    return listPage(ordered, list)
  }
  const filtered: Listed = {
    queries: [sql`${apps.select(['app.id', key.as('key')])}`],
    nullable: false,
    count: null,
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
