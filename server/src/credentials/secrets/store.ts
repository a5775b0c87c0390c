import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import { deleteUpTo } from '../../db/deleteUpTo.ts'
import type { ClientSecretsTable, Db, Tx } from '../../db/schema.ts'

export type SecretRow = Selectable<ClientSecretsTable>

/** The secrets of an app in one environment. */
export interface SecretScope {
  environment: CredentialEnvironment
  appId: number
}

const secretsIn = (db: Db, { environment, appId }: SecretScope) =>
  db.selectFrom('client_secrets').where('environment', '=', environment).where('app_id', '=', appId)

const hasNotEnded = (now: Date) =>
  sql<boolean>`(client_secrets.ends_at is null or client_secrets.ends_at > ${now.toISOString()}::timestamptz)`

/** A secret that an app can authenticate with. */
export type UsableSecret = Pick<SecretRow, 'id' | 'hash'>

/** Whether an app can authenticate with a secret. */
export const isUsableSecret = (now: Date): RawBuilder<boolean> =>
  sql`(client_secrets.disabled_at is null and ${hasNotEnded(now)})`

/** Lists the secrets that an app can authenticate with. */
export async function listUsableSecrets(db: Db, scope: SecretScope, now: Date): Promise<UsableSecret[]> {
  return secretsIn(db, scope).select(['id', 'hash']).where(isUsableSecret(now)).execute()
}

/** Finds a secret of an app by its hash, even if it can't be used. */
export async function findSecretByHash(
  db: Db,
  scope: SecretScope,
  hash: Buffer,
): Promise<Pick<SecretRow, 'disabled_at' | 'ends_at'> | undefined> {
  return secretsIn(db, scope).select(['disabled_at', 'ends_at']).where('hash', '=', hash).executeTakeFirst()
}

/** Locks a secret that was found in public, unless it has ended or was reported before. */
export async function lockReportedSecret(
  tx: Tx,
  hash: Buffer,
  now: Date,
): Promise<Pick<SecretRow, 'id' | 'app_id' | 'environment' | 'last_four'> | undefined> {
  return tx
    .selectFrom('client_secrets')
    .select(['id', 'app_id', 'environment', 'last_four'])
    .where('hash', '=', hash)
    .where('leaked_at', 'is', null)
    .where(hasNotEnded(now))
    .forUpdate()
    .executeTakeFirst()
}

export async function markLeaked(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('client_secrets').set({ leaked_at: at }).where('id', '=', id).execute()
}

export interface CountedSecret extends SecretRow {
  /** How many access tokens it issued since `since`. */
  tokens: number
  author_name: string | null
}

/** Lists the secrets that haven't ended, including disabled ones, newest first. */
export async function listSecrets(
  db: Db,
  scope: SecretScope,
  { now, since }: { now: Date; since: string },
): Promise<CountedSecret[]> {
  return secretsIn(db, scope)
    .selectAll('client_secrets')
    .select(
      sql<number>`(select coalesce(sum(tokens), 0)::integer from client_secret_uses
        where secret_id = client_secrets.id and day >= ${since})`.as('tokens'),
    )
    .select(
      sql<string | null>`(select name from developers where id = client_secrets.created_by)`.as(
        'author_name',
      ),
    )
    .where(hasNotEnded(now))
    .orderBy('id', 'desc')
    .execute()
}

export interface MadeSecretRow extends Pick<
  SecretRow,
  'app_id' | 'environment' | 'last_four' | 'created_at'
> {
  app: string
  /** How many match, even if fewer are listed. */
  total: number
}

/** Lists the secrets that someone created since a time and that still work, newest first. */
export async function listSecretsBy(
  db: Db,
  { developerId, since, now }: { developerId: number; since: string; now: Date },
  limit: number,
): Promise<MadeSecretRow[]> {
  return db
    .selectFrom('client_secrets')
    .innerJoin('developer_apps as app', 'app.id', 'client_secrets.app_id')
    .select(['client_secrets.app_id', 'environment', 'last_four', 'client_secrets.created_at'])
    .select('app.internal_name as app')
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('client_secrets.created_by', '=', developerId)
    .where('client_secrets.created_at', '>=', since)
    .where('app.deleted_at', 'is', null)
    .where(isUsableSecret(now))
    .orderBy('client_secrets.id', 'desc')
    .limit(limit)
    .execute()
}

/** Finds the environment of an app's secret. */
export async function findSecretEnvironment(
  db: Db,
  { appId, secretId }: { appId: number; secretId: number },
): Promise<CredentialEnvironment | undefined> {
  const row = await db
    .selectFrom('client_secrets')
    .select('environment')
    .where('id', '=', secretId)
    .where('app_id', '=', appId)
    .executeTakeFirst()
  return row?.environment
}

/** Locks the sandbox of an app, which serializes changes of its secrets. */
export async function lockSandboxForSecrets(
  tx: Tx,
  appId: number,
): Promise<{ app_id: string | null; status: string } | undefined> {
  return tx
    .selectFrom('sandboxes')
    .select(['app_id', 'status'])
    .where('developer_app_id', '=', appId)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertSecret(tx: Tx, secret: Insertable<ClientSecretsTable>): Promise<number> {
  const row = await tx.insertInto('client_secrets').values(secret).returning('id').executeTakeFirstOrThrow()
  return row.id
}

export async function changeSecret(
  tx: Tx,
  id: number,
  change: Updateable<ClientSecretsTable>,
): Promise<void> {
  await tx.updateTable('client_secrets').set(change).where('id', '=', id).execute()
}

/** Ends every secret of an app in an environment. */
export async function endSecrets(tx: Tx, { environment, appId }: SecretScope, at: Date): Promise<void> {
  await tx
    .updateTable('client_secrets')
    .set({ ends_at: at })
    .where('environment', '=', environment)
    .where('app_id', '=', appId)
    .where(hasNotEnded(at))
    .execute()
}

/** Begins the next generation of an app's credentials: tokens of earlier ones are no longer valid. */
export async function beginGeneration(tx: Tx, { environment, appId }: SecretScope): Promise<void> {
  await tx
    .insertInto('app_credentials')
    .values({ environment, app_id: appId, generation: 1 })
    .onConflict((conflict) =>
      conflict
        .constraint('app_credentials_pkey')
        .doUpdateSet((row) => ({ generation: row('app_credentials.generation', '+', 1) })),
    )
    .execute()
}

/** The columns of the app's own row about its newest secret, which servers of the previous release read. */
export interface NewestSecret {
  secret_hash: string | null
  secret_last_four: string | null
  secret_made_at: Date | string | null
}

export async function storeNewestSecret(
  tx: Tx,
  { environment, appId }: SecretScope,
  columns: NewestSecret,
): Promise<void> {
  await (
    environment === 'production'
      ? tx.updateTable('developer_apps').set(columns).where('id', '=', appId)
      : tx.updateTable('sandboxes').set(columns).where('developer_app_id', '=', appId)
  ).execute()
}

export interface SecretUse {
  secret_id: number
  day: string
  tokens: number
  last_used_at: Date
}

/** Adds to the counts of secrets. Skips secrets that have since been deleted. */
export async function addUses(db: Db, uses: SecretUse[]): Promise<void> {
  const [ids, days, tokens, times] = [
    uses.map(({ secret_id: id }) => id),
    uses.map(({ day }) => day),
    uses.map((use) => use.tokens),
    uses.map(({ last_used_at: at }) => at.toISOString()),
  ]
  await sql`
    with used as (
      select * from unnest(${ids}::bigint[], ${days}::date[], ${tokens}::integer[], ${times}::timestamptz[])
        as used (secret_id, day, tokens, at)
    ), touched as (
      update client_secrets set last_used_at = greatest(last_used_at, newest.at)
      from (select secret_id, max(at) as at from used group by secret_id) as newest
      where client_secrets.id = newest.secret_id
    )
    insert into client_secret_uses (secret_id, day, tokens)
    select used.secret_id, used.day, used.tokens from used join client_secrets on client_secrets.id = used.secret_id
    on conflict on constraint client_secret_uses_pkey
      do update set tokens = client_secret_uses.tokens + excluded.tokens`.execute(db)
}

/** Deletes the counts of days that no page shows anymore. */
export function deleteOldUses(db: Db, before: string, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'client_secret_uses',
    key: ['secret_id', 'day'],
    isOld: sql`day < ${before}`,
  })
}

export async function findSuspension(
  db: Db,
  { environment, appId }: SecretScope,
): Promise<{ suspended_at: string | null; suspension_reason: string | null } | undefined> {
  return db
    .selectFrom('app_credentials')
    .select(['suspended_at', 'suspension_reason'])
    .where('environment', '=', environment)
    .where('app_id', '=', appId)
    .executeTakeFirst()
}

/** Selects the suspensions of an app's credentials, with the names of the staff. */
export const selectSuspensions = (db: Db, appId: number) =>
  db
    .selectFrom('app_credentials')
    .leftJoin('developers as staff', 'staff.id', 'app_credentials.suspended_by')
    .select(['environment', 'suspended_at', 'suspension_reason', 'suspended_by', 'staff.name as staff_name'])
    .where('app_id', '=', appId)
    .where('suspended_at', 'is not', null)
    .orderBy('environment')
    .$narrowType<{ suspended_at: string; suspension_reason: string }>()

/** Suspends an app's credentials, or ends their suspension. */
export async function setSuspension(
  tx: Tx,
  { environment, appId }: SecretScope,
  suspension: { suspended_at: Date; suspended_by: number | null; suspension_reason: string } | null,
): Promise<void> {
  const columns = suspension ?? { suspended_at: null, suspended_by: null, suspension_reason: null }
  await tx
    .insertInto('app_credentials')
    .values({ environment, app_id: appId, ...columns })
    .onConflict((conflict) => conflict.constraint('app_credentials_pkey').doUpdateSet(columns))
    .execute()
}
