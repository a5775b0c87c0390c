import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import type { AdminDeveloper } from '@trestle/domain/accounts/contract.ts'
import type { Page, Paged } from '@trestle/domain/http/paging.ts'
import type { Db, DevelopersTable, Tx } from '../db/schema.ts'
import { allColumns } from '../db/allColumns.ts'
import { composeOnce } from '../db/composeOnce.ts'
import { allOf } from '../db/allOf.ts'
import { anyOf } from '../db/anyOf.ts'
import { searchPattern } from '../db/search.ts'
import { countListed } from '../lists/count.ts'
import { findPage, sortByIds, type Listed } from '../lists/findPage.ts'
import { countRows } from '../lists/listPage.ts'
import type { Direction } from '../lists/sort.ts'

/** A developer without the password hash, which only functions with `Password` in their name return. */
export type DeveloperRow = Omit<
  Selectable<DevelopersTable>,
  'password_hash' | 'search_text' | 'webauthn_user_id'
>

const developerColumns = allColumns<DeveloperRow>()([
  'id',
  'email',
  'first_name',
  'last_name',
  'name',
  'company_name',
  'procore_id',
  'is_admin',
  'is_employee',
  'is_partner',
  'email_confirmed_at',
  'email_changed_at',
  'terms_version',
  'terms_accepted_at',
  'last_sign_in_at',
  'deleted_at',
  'factor_grace_from',
  'created_at',
  'updated_at',
])

const readDeveloper = composeOnce((db, id: number) =>
  db.selectFrom('developers').select(developerColumns).where('id', '=', id),
)

export async function findDeveloper(db: Db, id: number): Promise<DeveloperRow | undefined> {
  const [row] = await readDeveloper(db, id)
  return row
}

export async function findDeveloperByEmail(db: Db, email: string): Promise<DeveloperRow | undefined> {
  return db.selectFrom('developers').select(developerColumns).where('email', '=', email).executeTakeFirst()
}

/** Finds any developer whose address is in this domain. */
export async function findDeveloperOfDomain(db: Db, domain: string): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('developers')
    .select('id')
    .where('email', 'like', `%@${domain}`)
    .limit(1)
    .executeTakeFirst()
}

interface StoredPassword {
  id: number
  password_hash: string
}

export async function findPasswordByEmail(db: Db, email: string): Promise<StoredPassword | undefined> {
  return db
    .selectFrom('developers')
    .select(['id', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst()
}

export async function findPassword(db: Db, id: number): Promise<StoredPassword | undefined> {
  return db.selectFrom('developers').select(['id', 'password_hash']).where('id', '=', id).executeTakeFirst()
}

/**
 * Returns whether the password is still the verified one, and locks the row so that it can't change before the
 * transaction ends.
 */
export async function lockUnchangedPassword(tx: Tx, verified: StoredPassword): Promise<boolean> {
  const row = await tx
    .selectFrom('developers')
    .select('id')
    .where('id', '=', verified.id)
    .where('password_hash', '=', verified.password_hash)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Locks a developer. Returns undefined for a deleted account, because nothing may be stored for it anymore. */
export async function lockDeveloper(tx: Tx, id: number): Promise<DeveloperRow | undefined> {
  return tx
    .selectFrom('developers')
    .select(developerColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks the developer and every platform admin in one fixed order, so that two admins can't deadlock. */
export async function lockDeveloperAndAdmins(tx: Tx, id: number): Promise<DeveloperRow[]> {
  return tx
    .selectFrom('developers')
    .select(developerColumns)
    .where((row) => row.or([row('id', '=', id), row('is_admin', '=', true)]))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Returns undefined when the address is taken. */
export async function insertDeveloper(
  tx: Tx,
  developer: Insertable<DevelopersTable>,
): Promise<DeveloperRow | undefined> {
  return tx
    .insertInto('developers')
    .values(developer)
    .onConflict((conflict) => conflict.constraint('developers_email_unique').doNothing())
    .returning(developerColumns)
    .executeTakeFirst()
}

type Change = Updateable<DevelopersTable>

/** Updates a developer. Fields that are undefined don't change. */
export async function changeDeveloper(
  tx: Tx,
  id: number,
  change: { [Column in keyof Change]?: Change[Column] | undefined },
): Promise<DeveloperRow> {
  return tx
    .updateTable('developers')
    .set(change)
    .where('id', '=', id)
    .returning(developerColumns)
    .executeTakeFirstOrThrow()
}

/** Deletes a developer. The database cascades to their sessions, links and read marks. */
export async function deleteDeveloper(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('developers').where('id', '=', id).execute()
}

/**
 * Whether no one has confirmed a registration or used it since a time, and it has no session and no link. Suspended
 * ones stay, so that no one registers the address again.
 */
function abandonedSince(before: Date): RawBuilder<boolean> {
  const isUsed = (table: 'sessions' | 'email_tokens' | 'collaborators' | 'suspensions') =>
    sql<boolean>`exists (select from ${sql.table(table)} used where used.developer_id = developers.id)`
  return sql<boolean>`email_confirmed_at is null and email_changed_at is null and deleted_at is null
    and not (is_admin or is_employee or is_partner)
    and greatest(created_at, last_sign_in_at) < ${before}
    and not (${isUsed('sessions')} or ${isUsed('email_tokens')})
    and not (${isUsed('collaborators')} or ${isUsed('suspensions')})`
}

export async function listAbandonedRegistrations(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select id from developers where ${abandonedSince(before)} order by id limit ${limit}`.execute(db)
  return rows
}

/** Returns whether a registration is still abandoned. The developer must be locked. */
export async function isAbandonedRegistration(tx: Tx, id: number, before: Date): Promise<boolean> {
  const { rows } = await sql`
    select from developers where id = ${id} and ${abandonedSince(before)}`.execute(tx)
  return rows.length > 0
}

/** Counts a developer's roles, including those on deleted apps. */
export const countRolesFor = (db: Db, developerId: number): Promise<number> =>
  countRows(db.selectFrom('collaborators').where('developer_id', '=', developerId))

const sortKeys = {
  name: sql`fold_text(name)`,
  company_name: sql`fold_text(company_name)`,
  email: sql`email`,
  procore_id: sql`procore_id`,
  id: sql`id`,
} as const

export interface DeveloperOrder {
  column: keyof typeof sortKeys
  direction: Direction
}

export interface DeveloperFilters {
  ids: number[]
  search: string | undefined
  /** The search as a platform id, if it can be one. Also finds the developer with this id. */
  platformId: number | undefined
  /** Only owners of an app that is waiting for a review, including deleted apps with `withDeleted`. */
  inReview: boolean
  withDeleted: boolean
  suspended: boolean
}

/** Finds a text, or a platform id. Both conditions have an index. */
function matchesSearch(search: string, platformId: number | undefined): RawBuilder<boolean> {
  const matchesText = sql<boolean>`search_text like ${searchPattern(search)}`
  return platformId === undefined ? matchesText : sql`(${matchesText} or procore_id = ${platformId})`
}

const matching = ({
  ids,
  search,
  inReview,
  withDeleted,
  ...filters
}: DeveloperFilters): RawBuilder<boolean> =>
  allOf(
    ids.length > 0 && sql`id = any (${ids})`,
    search && matchesSearch(search, filters.platformId),
    filters.suspended && sql`id in (select developer_id from suspensions)`,
    inReview &&
      sql`id in (
        select owner_id from app_directory
        where in_review_at is not null and (${withDeleted} or deleted_at is null)
      )`,
  )

async function countDevelopers(db: Db, filters: DeveloperFilters): Promise<number> {
  if (filters.ids.length === 0 && !filters.inReview && !filters.suspended) {
    return countListed(db, 'developers')
  }
  return countRows(db.selectFrom('developers').where(matching(filters)))
}

/**
 * Lists one page of the developers whose name, email or company contains the search, or whose platform id it is.
 * Missing platform ids come last.
 */
export async function listDevelopers(
  db: Db,
  page: Page,
  { column, direction, ...filters }: DeveloperFilters & DeveloperOrder,
): Promise<Paged<DeveloperRow>> {
  const list: Listed = {
    queries: [sql`select id, ${sortKeys[column]} as key from developers where ${matching(filters)}`],
    nullable: column === 'procore_id',
    count: filters.search ? null : () => countDevelopers(db, filters),
  }
  const { ids, ...size } = await findPage(db, list, direction, page)
  if (ids.length === 0) return { rows: [], ...size }
  const rows = await db
    .selectFrom('developers')
    .select(developerColumns)
    .where('id', '=', anyOf(ids))
    .execute()
  return { rows: sortByIds(ids, rows), ...size }
}

/** Lists the next batch of an export, newest first. */
export async function listDevelopersBefore(
  db: Db,
  filters: DeveloperFilters,
  before: number | undefined,
  limit: number,
): Promise<DeveloperRow[]> {
  return db
    .selectFrom('developers')
    .select(developerColumns)
    .where(matching(filters))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

const appsFor = (db: Db, developerId: number) =>
  db
    .selectFrom('collaborators')
    .innerJoin('developer_apps', 'developer_apps.id', 'collaborators.app_id')
    .select(['developer_apps.id', 'developer_apps.internal_name', 'collaborators.role'])
    .where('collaborators.developer_id', '=', developerId)
    .where('developer_apps.deleted_at', 'is', null)

/** Lists a developer's apps, except deleted ones. */
export async function listAppsFor(db: Db, developerId: number): Promise<AdminDeveloper['apps']> {
  return appsFor(db, developerId)
    .orderBy(sql`fold_text(internal_name)`)
    .orderBy('developer_apps.id')
    .execute()
}

/**
 * Lists the first apps of a developer and counts all of them. Those of other owners come first, because the list of all
 * apps can show only the owned ones.
 */
export async function listFirstAppsFor(
  db: Db,
  developerId: number,
  limit: number,
): Promise<Pick<AdminDeveloper, 'apps' | 'apps_total' | 'owned_apps_total'>> {
  const isOwned = sql<boolean>`collaborators.role = 'owner'`
  const rows = await appsFor(db, developerId)
    .select((row) => [
      row.fn.countAll<number>().over().as('total'),
      row.fn.countAll<number>().filterWhere(isOwned).over().as('owned'),
    ])
    .orderBy(isOwned)
    .orderBy(sql`fold_text(internal_name)`)
    .orderBy('developer_apps.id')
    .limit(limit)
    .execute()
  return {
    apps: rows.map(({ id, internal_name, role }) => ({ id, internal_name, role })),
    apps_total: rows[0]?.total ?? 0,
    owned_apps_total: rows[0]?.owned ?? 0,
  }
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

export async function listConfirmedAfter(
  db: Db,
  after: number,
  limit: number,
): Promise<{ id: number; email: string }[]> {
  return db
    .selectFrom('developers')
    .select(['id', 'email'])
    .where('id', '>', after)
    .where('email_confirmed_at', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}
