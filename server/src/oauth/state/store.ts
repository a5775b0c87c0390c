import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { sql } from 'kysely'
import { isUsableSecret } from '../../credentials/secrets/store.ts'
import { preparedList } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { clientAndCredentials, newestVersion, preparedFor } from '../clients/store.ts'
import { isUsable } from '../people/store.ts'

export interface LiveToken {
  app_id: number
  /** Null for a token of the app itself. */
  developer_id: number | null
  allowed_cors_domain: string
  is_confidential: boolean
}

/** The claims of a token with a valid signature. */
export interface TokenState {
  client_id: string
  gen: number
  sec?: number | undefined
  gid?: string | undefined
  /** The member whom a token stands for that the portal issued to itself, without a grant. */
  member_id: number | null
  jtiHash: Buffer
}

/**
 * Finds which of these tokens may still be used, in their order and in one statement: the app is not deleted, its
 * credentials are neither suspended nor reset, the secret is usable, the person is not suspended, and nothing was
 * revoked. For a token of the app itself, the app is still confidential and its manifest has a service account. For one
 * that the portal issued to itself for a member of the app, that member is still one.
 */
export async function findLiveTokens(
  db: Db,
  environment: CredentialEnvironment,
  tokens: TokenState[],
  now: Date,
): Promise<(LiveToken | undefined)[]> {
  const clientIds = tokens.map((token) => token.client_id)
  const generations = tokens.map(({ gen }) => gen)
  const secrets = tokens.map(({ sec }) => sec ?? null)
  const grants = tokens.map(({ gid }) => gid ?? null)
  const members = tokens.map((token) => token.member_id)
  const hashes = tokens.map(({ jtiHash }) => jtiHash.toString('hex'))
  const { rows } = await sql<LiveToken | { app_id: null }>`${preparedFor('oauth_live_tokens', environment)}
    select found.*
    from unnest(${preparedList(clientIds, 'text')}, ${preparedList(generations, 'integer')},
      ${preparedList(secrets, 'bigint')}, ${preparedList(grants, 'uuid')}, ${preparedList(members, 'bigint')},
      ${preparedList(hashes, 'text')})
      with ordinality as token (client_id, gen, sec, gid, member_id, jti_hash, ordinal)
    left join lateral (
      select client.app_id, coalesce(consent.developer_id, token.member_id) as developer_id,
        client.allowed_cors_domain, client.confidential as is_confidential
      from ${clientAndCredentials(environment)}
      left join oauth_grants consent
        on consent.id = token.gid and consent.app_id = client.app_id and consent.revoked_at is null
          and ${isUsable(sql.ref('consent.developer_id'))}
      where client.client_id = token.client_id and client.deleted_at is null and credentials.suspended_at is null
        and coalesce(credentials.generation, 0) = token.gen
        and (token.sec is null or exists (select from client_secrets
          where id = token.sec and app_id = client.app_id and environment = ${environment}
            and ${isUsableSecret(now)}))
        and (case when token.gid is not null then consent.id is not null
          when token.member_id is not null then ${isUsableMember}
          else client.confidential and ${hasServiceAccount(environment)} end)
        and not exists (select from revoked_tokens where jti_hash = decode(token.jti_hash, 'hex'))
    ) found on true
    order by token.ordinal`.execute(db)
  return rows.map((row) => (row.app_id === null ? undefined : row))
}

const isUsableMember = sql`(${isUsable(sql.ref('token.member_id'))} and exists (
  select from collaborators
  where collaborators.app_id = client.app_id and collaborators.developer_id = token.member_id))`

/**
 * Whether the newest manifest has a service account, as `splitManifest` finds it. The paths are strict and silent: a
 * value that should be an object or a list but isn't counts as missing. Only these parts become jsonb, which can't hold
 * every number of a manifest, such as 1e-20000.
 */
const hasServiceAccount = (environment: CredentialEnvironment) => sql`coalesce((
  select case when manifest -> 'schema_version' = '"4.1"' then
      jsonb_path_exists(manifest, 'strict $.permissions.company.*', '{}', true)
      or jsonb_path_exists(manifest, 'strict $.permissions.project.*', '{}', true)
    else
      connector -> 'grant_type' = '"client_credentials"' or jsonb_typeof(connector -> 'permissions') = 'object'
    end
  from ${newestVersion(environment, sql`client.app_id`)} newest,
    cast(json_build_object('schema_version', newest.content -> 'schema_version',
      'permissions', newest.content -> 'permissions', 'oauth', newest.content #> '{components,oauth}') as jsonb) manifest,
    jsonb_path_query_first(manifest, 'strict $.oauth.instances[*] ? (@.type() == "object")', '{}', true)
      connector), false)`
