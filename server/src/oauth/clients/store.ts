import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, VersionableType } from '../../db/schema.ts'

/** An app as a client of the OAuth server in one environment. */
export interface ClientRow {
  app_id: number
  client_id: string
  name: string
  redirect_uri: string
  allowed_cors_domain: string
  confidential: boolean
  generation: number
}

/** The clients of an environment by their columns there, whether or not they can be used. */
export const clientsIn = (environment: CredentialEnvironment): RawBuilder<unknown> =>
  environment === 'production'
    ? sql`(select id as app_id, uid as client_id, name, internal_name, owner_id, redirect_uri, allowed_cors_domain,
        confidential, deleted_at from developer_apps)`
    : sql`(select app.id as app_id, sandbox.app_id as client_id, app.name, app.internal_name, app.owner_id,
        sandbox.redirect_uri, sandbox.allowed_cors_domain, app.confidential, app.deleted_at
        from sandboxes sandbox join developer_apps app on app.id = sandbox.developer_app_id
        where sandbox.status = 'live')`

/** Production credentials exist once a version with a data connector has been promoted (CRED-09). */
const hasCredentials = (environment: CredentialEnvironment): RawBuilder<boolean> =>
  environment === 'production'
    ? sql`exists (select from app_versions version where version.developer_app_id = client.app_id
        and version.versionable_type = 'ProductionEnvironment' and version.has_data_connector)`
    : sql`true`

/** Prepares a frequent statement once per connection. Its text depends on the environment. */
export const preparedFor = (name: string, environment: CredentialEnvironment): RawBuilder<unknown> =>
  sql.raw(`/* prepared: ${name}_${environment} */`)

export const clientColumns = sql`client.app_id, client.client_id,
  coalesce(nullif(client.name, ''), client.internal_name) as name, client.redirect_uri, client.allowed_cors_domain,
  client.confidential, coalesce(credentials.generation, 0) as generation`

/** Joins the clients of an environment, as `client`, with the state of their `credentials`. */
export const clientAndCredentials = (environment: CredentialEnvironment): RawBuilder<unknown> => sql`
  ${clientsIn(environment)} client
  left join app_credentials credentials
    on credentials.app_id = client.app_id and credentials.environment = ${environment}`

/** Whether a client can be used: its app is not deleted, and has credentials, which are not suspended. */
export const isUsableClient = (
  environment: CredentialEnvironment,
  clientId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`
  client.client_id = ${clientId} and client.deleted_at is null and credentials.suspended_at is null
  and ${hasCredentials(environment)}`

/** Returns whether an app may have this client ID. The database can't compare some others, such as one with a NUL. */
export const isClientId = (text: string): boolean => /^[\x20-\x7e]{1,200}$/.test(text)

/** Finds a client unless its app was deleted, has no credentials, or had them suspended. */
export async function findClient(
  db: Db,
  environment: CredentialEnvironment,
  clientId: string,
): Promise<ClientRow | undefined> {
  if (!isClientId(clientId)) return undefined
  const { rows } = await sql<ClientRow>`
    select ${clientColumns} from ${clientAndCredentials(environment)}
    where ${isUsableClient(environment, sql`${clientId}`)}`.execute(db)
  return rows[0]
}

/** The reason why a client id can't be used, for the app's own team. */
export interface ClientState {
  app_id: number
  is_deleted: boolean
  is_suspended: boolean
}

/** Finds the app of a client id in an environment, even if it can't be used. */
export async function findClientState(
  db: Db,
  environment: CredentialEnvironment,
  clientId: string,
): Promise<ClientState | undefined> {
  if (!isClientId(clientId)) return undefined
  const { rows } = await sql<ClientState>`
    select client.app_id, client.deleted_at is not null as is_deleted,
      credentials.suspended_at is not null as is_suspended
    from ${clientAndCredentials(environment)}
    where client.client_id = ${clientId}`.execute(db)
  return rows[0]
}

const versionTypes: Record<CredentialEnvironment, VersionableType> = {
  production: 'ProductionEnvironment',
  sandbox: 'Sandbox',
}

/**
 * Selects the version that an environment's tokens stand for: the newest, or in production the newest that wasn't
 * rejected.
 */
export const newestVersion = (environment: CredentialEnvironment, appId: RawBuilder<unknown>) => sql`
  (select version.app_version_id, version.content from app_versions version
   where version.developer_app_id = ${appId} and version.versionable_type = ${versionTypes[environment]}
     and version.rejected_at is null
   order by version.created_at desc, version.id desc limit 1)`

export interface NewestVersion {
  app_version_id: string
  /** Null if it wasn't read. */
  content: string | null
}

export async function findNewestVersion(
  db: Db,
  environment: CredentialEnvironment,
  appId: number,
): Promise<{ app_version_id: string; content: string } | undefined> {
  const { rows } = await sql<{ app_version_id: string; content: string }>`
    select newest.app_version_id, newest.content::text as content
    from ${newestVersion(environment, sql`${appId}::bigint`)} newest`.execute(db)
  return rows[0]
}

/** Finds an app's publisher and picture. */
export async function findPublisher(
  db: Db,
  appId: number,
): Promise<{ name: string; thumbnail_key: string | null } | undefined> {
  const { rows } = await sql<{ name: string; thumbnail_key: string | null }>`
    select coalesce(nullif(owner.company_name, ''), owner.name) as name, app.thumbnail_key
    from developer_apps app join developers owner on owner.id = app.owner_id
    where app.id = ${appId}`.execute(db)
  return rows[0]
}
