import { sql, type Insertable, type Selectable } from 'kysely'
import { suspended } from '../accounts/suspensions/store.ts'
import { anyOf } from '../db/anyOf.ts'
import { deleteUpTo } from '../db/deleteUpTo.ts'
import type { DevelopersTable, Db, PersonalAccessTokensTable, Tx } from '../db/schema.ts'
import { countRows } from '../lists/listPage.ts'

export type TokenRow = Selectable<PersonalAccessTokensTable>

export async function insertToken(tx: Tx, token: Insertable<PersonalAccessTokensTable>): Promise<number> {
  const { id } = await tx
    .insertInto('personal_access_tokens')
    .values(token)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface TokenWithDeveloper {
  token: Pick<TokenRow, 'id' | 'actions' | 'app_ids' | 'last_used_at'>
  developer: Pick<
    Selectable<DevelopersTable>,
    | 'id'
    | 'email'
    | 'name'
    | 'is_partner'
    | 'email_confirmed_at'
    | 'is_admin'
    | 'is_employee'
    | 'factor_grace_from'
    | 'terms_version'
  >
}

/** Finds a token that still works by its hash, so that the duration of the search reveals nothing about the token. */
export async function findToken(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<TokenWithDeveloper | undefined> {
  const row = await db
    .selectFrom('personal_access_tokens as token')
    .innerJoin('developers', 'developers.id', 'token.developer_id')
    .select(['token.id as token_id', 'token.actions', 'token.app_ids', 'token.last_used_at'])
    .select([
      'developers.id',
      'developers.email',
      'developers.name',
      'developers.is_partner',
      'developers.email_confirmed_at',
      'developers.is_admin',
      'developers.is_employee',
      'developers.factor_grace_from',
      'developers.terms_version',
    ])
    .where('token.token_hash', '=', tokenHash)
    .where('token.revoked_at', 'is', null)
    .where('token.expires_at', '>', now.toISOString())
    .where(sql<boolean>`not ${suspended(sql`developers.id`)}`)
    .executeTakeFirst()
  if (!row) return undefined
  const { token_id, actions, app_ids, last_used_at, ...developer } = row
  return { token: { id: token_id, actions, app_ids, last_used_at }, developer }
}

/** Records a use, unless one since `staleBefore` is recorded, so that only one of many concurrent calls writes. */
export async function touchToken(
  db: Db,
  id: number,
  { usedAt, network, staleBefore }: { usedAt: Date; network: string; staleBefore: Date },
): Promise<void> {
  await db
    .updateTable('personal_access_tokens')
    .set({ last_used_at: usedAt, last_used_network: network })
    .where('id', '=', id)
    .where((row) =>
      row.or([row('last_used_at', 'is', null), row('last_used_at', '<=', staleBefore.toISOString())]),
    )
    .execute()
}

/** Lists someone's tokens that aren't revoked, newest first. Expired ones are listed until they are deleted. */
export async function listTokens(db: Db, developerId: number): Promise<TokenRow[]> {
  return db
    .selectFrom('personal_access_tokens')
    .selectAll()
    .where('developer_id', '=', developerId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
}

export const countWorkingTokens = (db: Db, developerId: number, now: Date): Promise<number> =>
  countRows(
    db
      .selectFrom('personal_access_tokens')
      .where('developer_id', '=', developerId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now.toISOString()),
  )

/** Lists the apps among these on which someone has a role. */
export async function listOwnApps(
  db: Db,
  developerId: number,
  appIds: readonly number[],
): Promise<{ id: number; internal_name: string }[]> {
  if (appIds.length === 0) return []
  return db
    .selectFrom('collaborators')
    .innerJoin('developer_apps as app', 'app.id', 'collaborators.app_id')
    .select(['app.id', 'app.internal_name'])
    .where('collaborators.developer_id', '=', developerId)
    .where('app.deleted_at', 'is', null)
    .where('app.id', '=', anyOf(appIds))
    .orderBy(sql`fold_text(app.internal_name)`)
    .orderBy('app.id')
    .execute()
}

/** Revokes one of someone's tokens. Returns undefined if they don't have this token or have already revoked it. */
export async function revokeToken(
  tx: Tx,
  { id, developerId, at }: { id: number; developerId: number; at: Date },
): Promise<{ name: string } | undefined> {
  return tx
    .updateTable('personal_access_tokens')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('developer_id', '=', developerId)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
}

export interface RevokedToken {
  id: number
  developer_id: number
  name: string
  last_four: string
  email: string
}

/** Revokes the token with this hash. Returns undefined if there is none, or if it was revoked before. */
export async function revokeTokenByHash(tx: Tx, hash: Buffer, at: Date): Promise<RevokedToken | undefined> {
  return tx
    .updateTable('personal_access_tokens as token')
    .from('developers')
    .set({ revoked_at: at })
    .whereRef('developers.id', '=', 'token.developer_id')
    .where('token.token_hash', '=', hash)
    .where('token.revoked_at', 'is', null)
    .returning(['token.id', 'token.developer_id', 'token.name', 'token.last_four', 'developers.email'])
    .executeTakeFirst()
}

/** Revokes all of a developer's tokens and returns their number. */
export async function revokeTokens(tx: Tx, developerId: number, at: Date): Promise<number> {
  const revoked = await tx
    .updateTable('personal_access_tokens')
    .set({ revoked_at: at })
    .where('developer_id', '=', developerId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return revoked.length
}

/** Revokes the tokens of a developer that were created since a time. */
export async function revokeTokensSince(
  tx: Tx,
  { developerId, since, at }: { developerId: number; since: string; at: Date },
): Promise<Pick<TokenRow, 'id' | 'name'>[]> {
  return tx
    .updateTable('personal_access_tokens')
    .set({ revoked_at: at })
    .where('developer_id', '=', developerId)
    .where('created_at', '>=', since)
    .where('revoked_at', 'is', null)
    .returning(['id', 'name'])
    .execute()
}

export interface ExpiringToken {
  id: number
  name: string
  last_four: string
  expires_at: string
  developer_id: number
  email: string
}

/** Locks tokens that expire until `before` and whose developers don't know, skipping those of another process. */
export async function lockExpiring(
  tx: Tx,
  { now, before, limit }: { now: Date; before: Date; limit: number },
): Promise<ExpiringToken[]> {
  return tx
    .selectFrom('personal_access_tokens as token')
    .innerJoin('developers', 'developers.id', 'token.developer_id')
    .select(['token.id', 'token.name', 'token.last_four', 'token.expires_at', 'token.developer_id'])
    .select('developers.email')
    .where('token.reminded_at', 'is', null)
    .where('token.revoked_at', 'is', null)
    .where('token.expires_at', '>', now.toISOString())
    .where('token.expires_at', '<=', before.toISOString())
    .orderBy('token.expires_at')
    .limit(limit)
    .forUpdate('token')
    .skipLocked()
    .execute()
}

export async function markReminded(tx: Tx, ids: number[], at: Date): Promise<void> {
  await tx
    .updateTable('personal_access_tokens')
    .set({ reminded_at: at })
    .where('id', '=', anyOf(ids))
    .execute()
}

/** Deletes tokens that ended before this time. */
export function deleteEndedTokens(db: Db, before: Date, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'personal_access_tokens',
    key: ['id'],
    isOld: sql`(expires_at < ${before} or revoked_at < ${before})`,
  })
}
