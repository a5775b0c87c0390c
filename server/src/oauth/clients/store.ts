import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { sql, type RawBuilder } from 'kysely'
import { attemptsIn } from '../../accounts/attempts/store.ts'
import type { UsableSecret } from '../../credentials/secrets/store.ts'
import { preparedList } from '../../db/prepared.ts'
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
        sandbox.redirect_uri, sandbox.allowed_cors_domain, sandbox.confidential, app.deleted_at
        from sandboxes sandbox join developer_apps app on app.id = sandbox.developer_app_id
        where sandbox.status = 'live')`

/** Production credentials exist once a version with a data connector was promoted (CRED-09). */
const hasCredentials = (environment: CredentialEnvironment): RawBuilder<boolean> =>
  environment === 'production'
    ? sql`exists (select from app_versions version where version.developer_app_id = client.app_id
        and version.versionable_type = 'ProductionEnvironment' and version.has_data_connector)`
    : sql`true`

/** Prepares a frequent statement once per connection. Its text depends on the environment. */
export const preparedFor = (name: string, environment: CredentialEnvironment): RawBuilder<unknown> =>
  sql.raw(`/* prepared: ${name}_${environment} */`)

const clientColumns = sql`client.app_id, client.client_id,
  coalesce(nullif(client.name, ''), client.internal_name) as name, client.redirect_uri, client.allowed_cors_domain,
  client.confidential, coalesce(credentials.generation, 0) as generation`

const clientAndCredentials = (environment: CredentialEnvironment): RawBuilder<unknown> => sql`
  ${clientsIn(environment)} client
  left join app_credentials credentials
    on credentials.app_id = client.app_id and credentials.environment = ${environment}`

/** Whether a client can be used: its app is not deleted, and has credentials, which are not suspended. */
const isUsableClient = (
  environment: CredentialEnvironment,
  clientId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`
  client.client_id = ${clientId} and client.deleted_at is null and credentials.suspended_at is null
  and ${hasCredentials(environment)}`

/** Finds a client unless its app was deleted, has no credentials, or had them suspended. */
export async function findClient(
  db: Db,
  environment: CredentialEnvironment,
  clientId: string,
): Promise<ClientRow | undefined> {
  const { rows } = await sql<ClientRow>`
    select ${clientColumns} from ${clientAndCredentials(environment)}
    where ${isUsableClient(environment, sql`${clientId}`)}`.execute(db)
  return rows[0]
}

/** What a call of a client needs to know, read together: most calls need nothing else of it. */
export interface Caller {
  /** How often its network has failed to authenticate as this client since the start of the window. */
  failed: number
  client: ClientRow | undefined
  secrets: UsableSecret[]
  version: NewestVersion | undefined
}

export interface CallerQuery {
  /** Null for a request without a client id, or with one that no client has. */
  clientId: string | null
  attempts: { key: string; windowStart: Date }
  /** Whether the manifest is needed, which may be long. */
  withContent: boolean
}

type CallerRow = { failed: number } & (
  | (ClientRow & {
      secrets: { id: number; hash: string }[]
      app_version_id: string | null
      content: string | null
    })
  | { app_id: null }
)

/**
 * Finds the client of each call, in their order, unless it can't be used, with its usable secrets and its newest
 * version.
 */
export async function findCallers(
  db: Db,
  environment: CredentialEnvironment,
  queries: CallerQuery[],
  now: Date,
): Promise<Caller[]> {
  const clientIds = queries.map(({ clientId }) => clientId)
  const keys = queries.map(({ attempts }) => attempts.key)
  const starts = queries.map(({ attempts }) => attempts.windowStart.toISOString())
  const withContents = queries.map(({ withContent }) => withContent)
  const { rows } = await sql<CallerRow>`${preparedFor('oauth_callers', environment)}
    select ${attemptsIn(sql`call.key`, sql`call.window_start`)} as failed, found.*
    from unnest(${preparedList(clientIds, 'text')}, ${preparedList(keys, 'text')},
      ${preparedList(starts, 'timestamptz')}, ${preparedList(withContents, 'boolean')})
      with ordinality as call (client_id, key, window_start, with_content, place)
    left join lateral (
      select ${clientColumns}, newest.app_version_id,
        case when call.with_content then newest.content::text end as content,
        (select coalesce(jsonb_agg(jsonb_build_object('id', secret.id, 'hash', encode(secret.hash, 'hex'))), '[]')
          from client_secrets secret
          where secret.app_id = client.app_id and secret.environment = ${environment}
            and secret.disabled_at is null and (secret.ends_at is null or secret.ends_at > ${now})) as secrets
      from ${clientAndCredentials(environment)}
      left join lateral ${newestVersion(environment, sql`client.app_id`)} newest on true
      where ${isUsableClient(environment, sql`call.client_id`)}
    ) found on true
    order by call.place`.execute(db)
  return rows.map(toCaller)
}

function toCaller(row: CallerRow): Caller {
  if (row.app_id === null) return { failed: row.failed, client: undefined, secrets: [], version: undefined }
  const { failed, secrets, app_version_id: versionId, content, ...client } = row
  return {
    failed,
    client,
    secrets: secrets.map(({ id, hash }) => ({ id, hash: Buffer.from(hash, 'hex') })),
    version: versionId === null ? undefined : { app_version_id: versionId, content },
  }
}

/** Why a client id can't be used, for the app's own team. */
export interface ClientState {
  app_id: number
  is_deleted: boolean
  is_suspended: boolean
}

/** Finds the app of a client id in an environment, also if it can't be used. */
export async function findClientState(
  db: Db,
  environment: CredentialEnvironment,
  clientId: string,
): Promise<ClientState | undefined> {
  const { rows } = await sql<ClientState>`
    select client.app_id, client.deleted_at is not null as is_deleted,
      credentials.suspended_at is not null as is_suspended
    from ${clientsIn(environment)} client
    left join app_credentials credentials
      on credentials.app_id = client.app_id and credentials.environment = ${environment}
    where client.client_id = ${clientId}`.execute(db)
  return rows[0]
}

const versionTypes: Record<CredentialEnvironment, VersionableType> = {
  production: 'ProductionEnvironment',
  sandbox: 'Sandbox',
}

/** Selects the version that an environment's tokens stand for: the newest, in production the newest not rejected. */
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

/** Finds who publishes an app, and its picture. */
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
