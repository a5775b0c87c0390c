import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import { deleteUpTo } from '../../db/deleteUpTo.ts'
import type { Db, OauthGrantsTable, Tx } from '../../db/schema.ts'
import { clientsIn } from '../clients/store.ts'
import { isUsable } from '../people/store.ts'

export interface LiveGrant {
  id: string
  client_id: string
  developer_id: number
  app_id: number
  created_at: string
}

const liveGrants = (environment: CredentialEnvironment) => sql<LiveGrant>`
  select consent.id, client.client_id, consent.developer_id, consent.app_id, consent.created_at
  from oauth_grants consent
  join ${clientsIn(environment)} client on client.app_id = consent.app_id
  where consent.environment = ${environment} and consent.revoked_at is null
    and ${isUsable(sql.ref('consent.developer_id'))}`

/** Finds a grant unless it was revoked. */
export async function findGrant(
  db: Db,
  environment: CredentialEnvironment,
  id: string,
): Promise<LiveGrant | undefined> {
  const { rows } = await sql<LiveGrant>`
    ${liveGrants(environment)} and consent.id = ${id}`.execute(db)
  return rows[0]
}

/** Finds someone's earlier grant to an app, if the app gets codes without asking again. */
export async function findRememberedGrant(
  db: Db,
  environment: CredentialEnvironment,
  { appId, developerId }: { appId: number; developerId: number },
): Promise<LiveGrant | undefined> {
  const { rows } = await sql<LiveGrant>`
    ${liveGrants(environment)} and consent.app_id = ${appId} and consent.developer_id = ${developerId}
      and consent.is_remembered
    order by consent.created_at desc limit 1`.execute(db)
  return rows[0]
}

export async function insertGrant(tx: Tx, grant: Insertable<OauthGrantsTable>): Promise<void> {
  await tx.insertInto('oauth_grants').values(grant).execute()
}

/** Revokes a grant and every token that it led to. */
export async function revokeGrant(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('oauth_grants')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

export interface AuthorizedAppRow {
  id: number
  environment: CredentialEnvironment
  name: string
  publisher: string
  authorized_at: string
  last_used_at: string | null
  deleted_at: string | null
}

/**
 * Lists the apps that act for someone, each once in an environment, the latest first. Includes deleted apps, which act
 * again if they are restored with the same owner.
 */
export async function listAuthorizedApps(db: Db, developerId: number): Promise<AuthorizedAppRow[]> {
  const { rows } = await sql<AuthorizedAppRow>`
    select app.id, consent.environment, coalesce(nullif(app.name, ''), app.internal_name) as name,
      coalesce(nullif(owner.company_name, ''), owner.name) as publisher,
      min(consent.created_at) as authorized_at, max(consent.last_used_at) as last_used_at, app.deleted_at
    from oauth_grants consent
    join developer_apps app on app.id = consent.app_id
    join developers owner on owner.id = app.owner_id
    where consent.developer_id = ${developerId} and consent.revoked_at is null
    group by app.id, owner.id, consent.environment
    order by min(consent.created_at) desc, app.id desc, consent.environment`.execute(db)
  return rows
}

export type RevokedGrant = Pick<Selectable<OauthGrantsTable>, 'id' | 'environment' | 'app_id'>

/** Revokes someone's grants to one app, or those to all apps since a time, and returns them. */
export async function revokeGrants(
  tx: Tx,
  { developerId, ...which }: { developerId: number } & ({ appId: number } | { since: string }),
  at: Date,
): Promise<RevokedGrant[]> {
  return tx
    .updateTable('oauth_grants')
    .set({ revoked_at: at })
    .where('developer_id', '=', developerId)
    .where((row) =>
      'appId' in which ? row('app_id', '=', which.appId) : row('created_at', '>=', which.since),
    )
    .where('revoked_at', 'is', null)
    .returning(['id', 'environment', 'app_id'])
    .execute()
}

/** Revokes everyone's grants to an app, and returns them. */
export async function revokeGrantsTo(tx: Tx, appId: number, at: Date): Promise<RevokedGrant[]> {
  return tx
    .updateTable('oauth_grants')
    .set({ revoked_at: at })
    .where('app_id', '=', appId)
    .where('revoked_at', 'is', null)
    .returning(['id', 'environment', 'app_id'])
    .execute()
}

/** Revokes the grant of the token that has one of these hashes and still works, and returns it. */
export function revokeGrantOfToken(
  tx: Tx,
  hashes: readonly Buffer[],
  at: Date,
): Promise<RevokedGrant | undefined> {
  return tx
    .updateTable('oauth_grants')
    .set({ revoked_at: at })
    .where('id', 'in', (query) =>
      query
        .selectFrom('oauth_tokens')
        .select('grant_id')
        .where('hash', 'in', hashes)
        .where('consumed_at', 'is', null)
        .where('expires_at', '>', at.toISOString()),
    )
    .where('revoked_at', 'is', null)
    .returning(['id', 'environment', 'app_id'])
    .executeTakeFirst()
}

/** Revokes all of someone's grants. */
export async function revokeAllGrants(tx: Tx, developerId: number, at: Date): Promise<void> {
  await tx
    .updateTable('oauth_grants')
    .set({ revoked_at: at })
    .where('developer_id', '=', developerId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Deletes grants that were revoked so long ago that their tokens have expired. */
export function deleteRevokedGrants(db: Db, before: Date, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'oauth_grants',
    key: ['id'],
    isOld: sql`revoked_at < ${before}`,
    orderBy: 'revoked_at',
  })
}

/** Records that a grant was used, at most once a minute, as part of another statement. */
export const recordGrantUse = (id: string | null, at: Date | string): RawBuilder<unknown> => sql`
  update oauth_grants set last_used_at = ${at}
  where id = ${id}::uuid and (last_used_at is null or last_used_at < ${at}::timestamptz - interval '1 minute')`
