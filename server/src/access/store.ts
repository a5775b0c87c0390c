import { sql, type Selectable } from 'kysely'
import { allColumns } from '../db/allColumns.ts'
import { allOf } from '../db/allOf.ts'
import { anyOf } from '../db/anyOf.ts'
import { composeOnce } from '../db/composeOnce.ts'
import { parseTogether, selectTogether, type Queries, type Results } from '../db/readTogether.ts'
import type { AppRole, Db, DeveloperAppsTable, Tx } from '../db/schema.ts'

export type AppRow = Selectable<DeveloperAppsTable>

const appColumns = allColumns<AppRow>()([
  'developer_apps.id',
  'developer_apps.uid',
  'developer_apps.internal_name',
  'developer_apps.name',
  'developer_apps.owner_id',
  'developer_apps.owner_role',
  'developer_apps.redirect_uri',
  'developer_apps.allowed_cors_domain',
  'developer_apps.legacy',
  'developer_apps.connectable',
  'developer_apps.confidential',
  'developer_apps.grant_type',
  'developer_apps.thumbnail_key',
  'developer_apps.app_id',
  'developer_apps.published_app_version_id',
  'developer_apps.marketplace_enabled',
  'developer_apps.external_owner_id',
  'developer_apps.marketplace_slug',
  'developer_apps.marketplace_listing_in_review_at',
  'developer_apps.secret_hash',
  'developer_apps.secret_last_four',
  'developer_apps.secret_made_at',
  'developer_apps.created_at',
  'developer_apps.updated_at',
  'developer_apps.deleted_at',
])

const readApp = composeOnce((db, id: number) =>
  db.selectFrom('developer_apps').select(appColumns).where('id', '=', id),
)

export async function findApp(db: Db, id: number): Promise<AppRow | undefined> {
  const [row] = await readApp(db, id)
  return row
}

const selectAppWithRole = (db: Db, id: number, developerId: number) =>
  db
    .selectFrom('developer_apps')
    .innerJoin('collaborators', 'collaborators.app_id', 'developer_apps.id')
    .select([...appColumns, 'collaborators.role'])
    .where('developer_apps.id', '=', id)
    .where('collaborators.developer_id', '=', developerId)

const readAppWithRole = composeOnce(selectAppWithRole)

/** Finds an app with the role someone has on it. */
export async function findAppWithRole(
  db: Db,
  id: number,
  developerId: number,
): Promise<{ app: AppRow; role: AppRole } | undefined> {
  const [row] = await readAppWithRole(db, id, developerId)
  if (!row) return undefined
  const { role, ...app } = row
  return { app, role }
}

/** Returns a function like `findAppWithRole` that runs other queries in the same statement (`readTogether`). */
export function findAppTogether<Values extends unknown[], Named extends Queries>(
  select: (db: Db, id: number, ...values: Values) => Named,
) {
  const read = composeOnce((db, id: number, developerId: number, ...values: Values) =>
    selectAppWithRole(db, id, developerId).select(selectTogether(select(db, id, ...values))),
  )
  return async (
    db: Db,
    id: number,
    developerId: number,
    ...values: Values
  ): Promise<{ app: AppRow; role: AppRole; found: Results<Named> } | undefined> => {
    const [row] = await read(db, id, developerId, ...values)
    if (!row) return undefined
    const { role, together, ...app } = row
    return { app, role, found: parseTogether<Named>(together) }
  }
}

const readAppLocked = composeOnce((db, id: number) =>
  db.selectFrom('developer_apps').select(appColumns).where('id', '=', id).forNoKeyUpdate(),
)

/**
 * Locks an app against other changes, but still allows rows that refer to it to be added, as a 0.1.0 server does after
 * a reset.
 */
export async function lockApp(tx: Tx, id: number): Promise<AppRow | undefined> {
  const [row] = await readAppLocked(tx, id)
  return row
}

const readRole = composeOnce((db, appId: number, developerId: number) =>
  db
    .selectFrom('collaborators')
    .select('role')
    .where('app_id', '=', appId)
    .where('developer_id', '=', developerId),
)

export async function findRole(db: Db, appId: number, developerId: number): Promise<AppRole | undefined> {
  const [row] = await readRole(db, appId, developerId)
  return row?.role
}

/**
 * Locks a developer, and returns undefined if their account was deleted. Deleting an account takes a lock that excludes
 * this one, so that no app gets an owner or a collaborator whose account is being deleted.
 */
export async function lockAccount(
  tx: Tx,
  developerId: number,
): Promise<{ id: number; email: string } | undefined> {
  return tx
    .selectFrom('developers')
    .select(['id', 'email'])
    .where('id', '=', developerId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

const readSessionId = composeOnce((db, id: number) =>
  db.selectFrom('sessions').select('id').where('id', '=', id),
)

/** Returns whether a session still exists. Ending a session deletes it. */
export async function hasSession(tx: Tx, id: number): Promise<boolean> {
  return (await readSessionId(tx, id)).length > 0
}

const readAdminId = composeOnce((db, id: number) =>
  db.selectFrom('developers').select('id').where('id', '=', id).where('is_admin', '=', true),
)

/** Returns whether someone is a platform admin. */
export async function isAdmin(tx: Tx, developerId: number): Promise<boolean> {
  return (await readAdminId(tx, developerId)).length > 0
}

const readTokenId = composeOnce((db, id: number) =>
  db.selectFrom('personal_access_tokens').select('id').where('id', '=', id).where('revoked_at', 'is', null),
)

export async function hasWorkingToken(tx: Tx, id: number): Promise<boolean> {
  return (await readTokenId(tx, id)).length > 0
}

/** Lists someone's roles on apps that aren't deleted, optionally only on the given ones. */
export async function listRolesFor(
  db: Db,
  developerId: number,
  among: readonly number[] | null,
): Promise<AppRole[]> {
  const rows = await db
    .selectFrom('collaborators')
    .innerJoin('developer_apps as app', 'app.id', 'collaborators.app_id')
    .select('collaborators.role')
    .distinct()
    .where('collaborators.developer_id', '=', developerId)
    .where('app.deleted_at', 'is', null)
    .where(allOf(among !== null && sql`app.id = ${anyOf(among)}`))
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

export interface PersonOnApp {
  id: number
  developer_id: number
  role: AppRole
  name: string
  email: string
  procore_id: number | null
}

/** Selects the members of an app in the order they joined. */
export const selectPeople = (db: Db, appId: number) =>
  db
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
