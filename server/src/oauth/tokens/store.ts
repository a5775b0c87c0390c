import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { sql, type Insertable, type RawBuilder } from 'kysely'
import { deleteUpTo } from '../../db/deleteUpTo.ts'
import type { Db, OauthTokensTable } from '../../db/schema.ts'
import { clientsIn } from '../clients/store.ts'
import { recordGrantUse, type LiveGrant } from '../grants/store.ts'
import { isUsable, type PersonRow } from '../people/store.ts'

export interface StoredToken {
  payload: Record<string, unknown>
  consumed_at: string | null
  /** Undefined for a token without a grant. */
  grant: LiveGrant | undefined
  /** The person who gave the grant. */
  person: PersonRow | undefined
}

/** Stores a token, and that its grant was used. */
export async function upsertToken(db: Db, token: Insertable<OauthTokensTable>): Promise<void> {
  const { hash, environment, kind, grant_id: grantId, generation, payload } = token
  await sql`/* prepared: oauth_store_token */
    with touched as (${recordGrantUse(grantId ?? null, token.created_at)})
    insert into oauth_tokens (hash, environment, kind, grant_id, generation, payload, created_at, expires_at)
    values (${hash}, ${environment}, ${kind}, ${grantId}, ${generation}, ${payload}, ${token.created_at}, ${token.expires_at})
    on conflict on constraint oauth_tokens_pkey
      do update set payload = excluded.payload, expires_at = excluded.expires_at`.execute(db)
}

/**
 * Marks a token as used and stores the one that replaces it, unless another request used it first. Returns whether it
 * did: both happen, or neither.
 */
export async function replaceToken(
  db: Db,
  used: Buffer,
  token: Insertable<OauthTokensTable>,
): Promise<boolean> {
  const { hash, environment, kind, grant_id: grantId, generation, payload, created_at: at } = token
  const { rows } = await sql`/* prepared: oauth_replace_token */
    with used as (
      update oauth_tokens set consumed_at = ${at} where hash = ${used} and consumed_at is null returning hash
    ), touched as (${recordGrantUse(grantId ?? null, at)})
    insert into oauth_tokens (hash, environment, kind, grant_id, generation, payload, created_at, expires_at)
    select ${hash}::bytea, ${environment}::text, ${kind}::text, ${grantId}::uuid, ${generation}::integer, ${payload}::jsonb,
      ${at}::timestamptz, ${token.expires_at}::timestamptz
    from used
    returning hash`.execute(db)
  return rows.length > 0
}

/** A token with its grant and the grant's person, with names that don't clash with a client's. */
export type TokenRow =
  | {
      payload: StoredToken['payload']
      consumed_at: string | null
      grant_id: string
      granted_at: string
      granted_client_id: string
      granted_app_id: number
      developer_id: number
      is_admin: boolean
      is_employee: boolean
      factor_grace_from: PersonRow['factor_grace_from']
    }
  // Without a grant.
  | { payload: StoredToken['payload']; consumed_at: string | null; grant_id: null }
  // Not found.
  | { payload: null }

/**
 * Selects a token with its grant unless the grant was revoked, its credentials were reset, or the person is suspended.
 */
export const tokenWithGrant = (
  environment: CredentialEnvironment,
  hash: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
    select token.payload, token.consumed_at, consent.id as grant_id, consent.created_at as granted_at,
      client.client_id as granted_client_id, consent.app_id as granted_app_id, consent.developer_id, person.is_admin,
      person.is_employee, person.factor_grace_from
    from oauth_tokens token
    left join oauth_grants consent on consent.id = token.grant_id
    left join developers person on person.id = consent.developer_id
    left join app_credentials credentials
      on credentials.app_id = consent.app_id and credentials.environment = ${environment}
    left join ${clientsIn(environment)} client on client.app_id = consent.app_id
    where token.hash = ${hash} and token.environment = ${environment}
      and (token.grant_id is null
        or (client.client_id is not null and consent.revoked_at is null
          and token.generation = coalesce(credentials.generation, 0)
          and ${isUsable(sql.ref('consent.developer_id'))}))`

export function toStoredToken(row: TokenRow | { payload?: undefined }): StoredToken | undefined {
  if (!row.payload) return undefined
  const { payload, consumed_at } = row
  if (row.grant_id === null) return { payload, consumed_at, grant: undefined, person: undefined }
  const { developer_id, is_admin, is_employee, factor_grace_from } = row
  return {
    payload,
    consumed_at,
    grant: {
      id: row.grant_id,
      client_id: row.granted_client_id,
      developer_id,
      app_id: row.granted_app_id,
      created_at: row.granted_at,
    },
    person: { id: developer_id, is_admin, is_employee, factor_grace_from },
  }
}

/** Finds a token as `tokenWithGrant` selects it. */
export async function findToken(
  db: Db,
  environment: CredentialEnvironment,
  hash: Buffer,
): Promise<StoredToken | undefined> {
  const { rows } = await sql<TokenRow>`${tokenWithGrant(environment, sql`${hash}`)}`.execute(db)
  return rows[0] && toStoredToken(rows[0])
}

/** Marks a token as used, and returns false if another request used it first. */
export async function consumeToken(db: Db, hash: Buffer, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('oauth_tokens')
    .set({ consumed_at: at })
    .where('hash', '=', hash)
    .where('consumed_at', 'is', null)
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Finds the grant of a token, even if it was used. */
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

export function deleteExpiredTokens(db: Db, before: Date, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'oauth_tokens',
    key: ['hash'],
    isOld: sql`expires_at < ${before}`,
    orderBy: 'expires_at',
  })
}
