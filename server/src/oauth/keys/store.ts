import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db, OauthKeysTable, Tx } from '../../db/schema.ts'

export type KeyRow = Selectable<OauthKeysTable>

/** Serializes changes of the keys. The transaction's end releases it. */
export async function lockKeys(tx: Tx): Promise<void> {
  await sql`lock table oauth_keys in share row exclusive mode`.execute(tx)
}

export async function listKeys(db: Db): Promise<KeyRow[]> {
  return db.selectFrom('oauth_keys').selectAll().orderBy('id').execute()
}

export async function insertKey(tx: Tx, key: Insertable<OauthKeysTable>): Promise<void> {
  await tx.insertInto('oauth_keys').values(key).execute()
}

/** Retires the current key of an environment and makes the next one current. */
export async function promoteNextKey(tx: Tx, environment: CredentialEnvironment, at: Date): Promise<void> {
  await tx
    .updateTable('oauth_keys')
    .set({ state: 'retired', retired_at: at })
    .where('environment', '=', environment)
    .where('state', '=', 'current')
    .execute()
  await tx
    .updateTable('oauth_keys')
    .set({ state: 'current', current_since: at })
    .where('environment', '=', environment)
    .where('state', '=', 'next')
    .execute()
}

export async function deleteRetiredKeys(
  tx: Tx,
  environment: CredentialEnvironment,
  before: Date,
): Promise<void> {
  await tx
    .deleteFrom('oauth_keys')
    .where('environment', '=', environment)
    .where('state', '=', 'retired')
    .where('retired_at', '<=', before.toISOString())
    .execute()
}

/** Retires keys that can't sign anymore. They stay published until the tokens that they signed have expired. */
export async function retireKeys(tx: Tx, ids: readonly number[], at: Date): Promise<void> {
  await tx
    .updateTable('oauth_keys')
    .set({ state: 'retired', retired_at: at })
    .where('id', 'in', [...ids])
    .execute()
}
