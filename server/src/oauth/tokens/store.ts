import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { sql, type Insertable } from 'kysely'
import type { Db, OauthTokensTable } from '../../db/schema.ts'
import { isUsable } from '../people/store.ts'

export interface StoredToken {
  payload: Record<string, unknown>
  grant_id: string | null
  consumed_at: string | null
}

export async function upsertToken(db: Db, token: Insertable<OauthTokensTable>): Promise<void> {
  await db
    .insertInto('oauth_tokens')
    .values(token)
    .onConflict((conflict) =>
      conflict.constraint('oauth_tokens_pkey').doUpdateSet({
        payload: token.payload,
        expires_at: token.expires_at,
      }),
    )
    .execute()
}

/** Finds a token unless its grant was revoked, its credentials were reset, or the person is suspended. */
export async function findToken(db: Db, hash: Buffer): Promise<StoredToken | undefined> {
  return db
    .selectFrom('oauth_tokens as token')
    .leftJoin('oauth_grants as consent', 'consent.id', 'token.grant_id')
    .leftJoin('app_credentials as credentials', (join) =>
      join
        .onRef('credentials.app_id', '=', 'consent.app_id')
        .onRef('credentials.environment', '=', 'consent.environment'),
    )
    .select(['token.payload', 'token.grant_id', 'token.consumed_at'])
    .where('token.hash', '=', hash)
    .where('consent.revoked_at', 'is', null)
    .where(isUsable(sql.ref('consent.developer_id')))
    .where((row) =>
      row.or([
        row('token.grant_id', 'is', null),
        row('token.generation', '=', sql<number>`coalesce(credentials.generation, 0)`),
      ]),
    )
    .executeTakeFirst()
}

/** Marks a token as used. Returns its grant, or null if another request used it first. */
export async function consumeToken(
  db: Db,
  hash: Buffer,
  at: Date,
): Promise<{ grant_id: string | null } | null> {
  const row = await db
    .updateTable('oauth_tokens')
    .set({ consumed_at: at })
    .where('hash', '=', hash)
    .where('consumed_at', 'is', null)
    .returning('grant_id')
    .executeTakeFirst()
  return row ?? null
}

/** Finds the grant of a token, also if it was used. */
export async function findGrantOfToken(db: Db, hash: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom('oauth_tokens')
    .select('grant_id')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row?.grant_id ?? null
}

export async function deleteToken(db: Db, hash: Buffer): Promise<void> {
  await db.deleteFrom('oauth_tokens').where('hash', '=', hash).execute()
}

/** Deletes up to `limit` expired tokens and returns how many. */
export async function deleteExpiredTokens(db: Db, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('oauth_tokens')
    .where('hash', 'in', (rows) =>
      rows
        .selectFrom('oauth_tokens')
        .select('hash')
        .where('expires_at', '<', before.toISOString())
        .orderBy('expires_at')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The environment is part of each hash, so that no token is valid in the other one. */
export interface TokenPlace {
  environment: CredentialEnvironment
  kind: string
}
