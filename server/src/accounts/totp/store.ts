import type { Selectable } from 'kysely'
import type { Db, TotpSecretsTable, Tx } from '../../db/schema.ts'

type TotpRow = Selectable<TotpSecretsTable>

export async function findTotp(db: Db, developerId: number): Promise<TotpRow | undefined> {
  return db.selectFrom('totp_secrets').selectAll().where('developer_id', '=', developerId).executeTakeFirst()
}

/** Stores a secret that no code has confirmed yet, and returns false if the developer already has a confirmed one. */
export async function storePendingTotp(
  tx: Tx,
  { developerId, secret, now }: { developerId: number; secret: Buffer; now: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('totp_secrets')
    .values({ developer_id: developerId, secret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .constraint('totp_secrets_pkey')
        .doUpdateSet({ secret, created_at: now, last_step: null })
        .where('totp_secrets.confirmed_at', 'is', null),
    )
    .returning('developer_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Accepts the code of a time step once. Returns false if this step or a later one was accepted before. */
export async function acceptTotpStep(
  tx: Tx,
  { developerId, step, confirmedAt }: { developerId: number; step: number; confirmedAt: string | Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('totp_secrets')
    .set({ last_step: step, confirmed_at: confirmedAt })
    .where('developer_id', '=', developerId)
    .where((expression) =>
      expression.or([expression('last_step', 'is', null), expression('last_step', '<', step)]),
    )
    .returning('developer_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteTotp(tx: Tx, developerId: number): Promise<void> {
  await tx.deleteFrom('totp_secrets').where('developer_id', '=', developerId).execute()
}

/** Deletes the secret if a code confirmed it since a time, and returns whether it did. */
export async function deleteTotpSince(tx: Tx, developerId: number, since: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('totp_secrets')
    .where('developer_id', '=', developerId)
    .where('confirmed_at', '>=', since)
    .returning('developer_id')
    .executeTakeFirst()
  return row !== undefined
}
