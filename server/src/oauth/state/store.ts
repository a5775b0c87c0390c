import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { clientsIn, newestVersion, preparedFor } from '../clients/store.ts'
import { isUsable } from '../people/store.ts'

export interface LiveToken {
  app_id: number
  /** Null for a token of the app itself. */
  developer_id: number | null
  allowed_cors_domain: string
  is_confidential: boolean
}

interface TokenState {
  client_id: string
  gen: number
  sec?: number | undefined
  gid?: string | undefined
  /** Whom a token stands for that the portal issued to itself, without a grant. */
  member_id: number | null
  jtiHash: Buffer
  now: Date
}

/**
 * Finds whether a token whose signature is valid may still be used, in one statement: the app is not deleted, its
 * credentials are neither suspended nor reset, the secret is usable, the person is not suspended, and nothing was
 * revoked. A token of the app itself still has a service account in the manifest, and one that the portal issued to
 * itself for a member of the app is still for a member.
 */
export async function findLiveToken(
  db: Db,
  environment: CredentialEnvironment,
  { client_id: clientId, gen, jtiHash, now, ...token }: TokenState,
): Promise<LiveToken | undefined> {
  const { sec = null, gid = null, member_id: member } = token
  const { rows } = await sql<LiveToken>`${preparedFor('oauth_live_token', environment)}
    select client.app_id, coalesce(consent.developer_id, ${member}::bigint) as developer_id, client.allowed_cors_domain, client.confidential as is_confidential
    from ${clientsIn(environment)} client
    left join app_credentials credentials
      on credentials.app_id = client.app_id and credentials.environment = ${environment}
    left join oauth_grants consent
      on consent.id = ${gid}::uuid and consent.app_id = client.app_id and consent.revoked_at is null
        and ${isUsable(sql.ref('consent.developer_id'))}
    where client.client_id = ${clientId} and client.deleted_at is null and credentials.suspended_at is null
      and coalesce(credentials.generation, 0) = ${gen}
      and (${sec}::bigint is null or exists (select from client_secrets secret
        where secret.id = ${sec}::bigint and secret.app_id = client.app_id and secret.environment = ${environment}
          and secret.disabled_at is null and (secret.ends_at is null or secret.ends_at > ${now})))
      and (case when ${gid}::uuid is not null then consent.id is not null
        when ${member}::bigint is not null then ${isUsableMember(member)}
        else ${hasServiceAccount(environment)} end)
      and not exists (select from revoked_tokens where jti_hash = ${jtiHash})`.execute(db)
  return rows[0]
}

const isUsableMember = (id: number | null) => sql`(${isUsable(sql`${id}::bigint`)} and exists (
  select from collaborators where collaborators.app_id = client.app_id and collaborators.developer_id = ${id}::bigint))`

/**
 * Whether the newest manifest has a service account, as `splitManifest` finds it. The paths are strict and silent: what
 * isn't an object or a list where one belongs counts as missing. Only these parts become jsonb, which can't hold every
 * number of a manifest, such as 1e-20000.
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
