import type { Insertable, Selectable } from 'kysely'
import type { Db, PasskeysTable, Tx } from '../../db/schema.ts'

export type PasskeyRow = Selectable<PasskeysTable>

export async function listPasskeys(db: Db, developerId: number): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('developer_id', '=', developerId).orderBy('id').execute()
}

export async function findPasskeyByCredential(db: Db, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

/** Returns undefined when the authenticator's credential is already stored. */
export async function insertPasskey(
  tx: Tx,
  passkey: Insertable<PasskeysTable>,
): Promise<PasskeyRow | undefined> {
  return tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.constraint('passkeys_credential_unique').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function renamePasskey(
  tx: Tx,
  { id, developerId }: { id: number; developerId: number },
  name: string,
): Promise<PasskeyRow | undefined> {
  return tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('developer_id', '=', developerId)
    .returningAll()
    .executeTakeFirst()
}

export async function deletePasskey(
  tx: Tx,
  { id, developerId }: { id: number; developerId: number },
): Promise<PasskeyRow | undefined> {
  return tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('developer_id', '=', developerId)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes the passkeys that a developer added since a time. */
export async function deletePasskeysSince(
  tx: Tx,
  developerId: number,
  since: string,
): Promise<Pick<PasskeyRow, 'id' | 'name'>[]> {
  return tx
    .deleteFrom('passkeys')
    .where('developer_id', '=', developerId)
    .where('created_at', '>=', since)
    .returning(['id', 'name'])
    .execute()
}

/** Records that a passkey was used, and returns whether it still exists. */
export async function markPasskeyUsed(
  tx: Tx,
  id: number,
  use: { counter: number; backed_up: boolean; at: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('passkeys')
    .set({ counter: use.counter, backed_up: use.backed_up, last_used_at: use.at })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findWebauthnUser(db: Db, developerId: number): Promise<Buffer | null | undefined> {
  const row = await db
    .selectFrom('developers')
    .select('webauthn_user_id')
    .where('id', '=', developerId)
    .executeTakeFirst()
  return row?.webauthn_user_id
}

/** Returns the user id in a person's passkeys, which is `created` if they had none. */
export async function storeWebauthnUser(db: Db, developerId: number, created: Buffer): Promise<Buffer> {
  await db
    .updateTable('developers')
    .set({ webauthn_user_id: created })
    .where('id', '=', developerId)
    .where('webauthn_user_id', 'is', null)
    .execute()
  return (await findWebauthnUser(db, developerId)) ?? created
}
