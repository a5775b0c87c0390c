import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { clientsIn, newestVersion } from '../clients/store.ts'
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
  jtiHash: Buffer
  now: Date
}

/**
 * Finds whether a token whose signature is valid may still be used, in one statement: the app is not deleted, its
 * credentials are neither suspended nor reset, the secret is usable, the person is not suspended, nothing was revoked, and a token of the app itself
 * still has a service account in the manifest.
 */
export async function findLiveToken(
  db: Db,
  environment: CredentialEnvironment,
  { client_id: clientId, gen, jtiHash, now, ...token }: TokenState,
): Promise<LiveToken | undefined> {
  const { sec = null, gid = null } = token
  const { rows } = await sql<LiveToken>`
    select client.app_id, consent.developer_id, client.allowed_cors_domain, client.confidential as is_confidential
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
      and (case when ${gid}::uuid is null then ${hasServiceAccount(environment)} else consent.id is not null end)
      and not exists (select from revoked_tokens where jti_hash = ${jtiHash})`.execute(db)
  return rows[0]
}

/**
 * Whether the newest manifest has a service account, as `splitManifest` finds it. The paths are strict and silent: what
 * isn't an object or a list where one belongs counts as missing.
 */
const hasServiceAccount = (environment: CredentialEnvironment) => sql`coalesce((
  select case when manifest -> 'schema_version' = '"4.1"' then
      jsonb_path_exists(manifest, 'strict $.permissions.company.*', '{}', true)
      or jsonb_path_exists(manifest, 'strict $.permissions.project.*', '{}', true)
    else
      connector -> 'grant_type' = '"client_credentials"' or jsonb_typeof(connector -> 'permissions') = 'object'
    end
  from ${newestVersion(environment, sql`client.app_id`)} newest, cast(newest.content as jsonb) manifest,
    jsonb_path_query_first(manifest, 'strict $.components.oauth.instances[*] ? (@.type() == "object")', '{}', true)
      connector), false)`
