import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db, FactorResetsTable, Tx } from '../../db/schema.ts'

export type FactorResetRow = Selectable<FactorResetsTable>

/** Returns undefined when a reset of this developer is already pending. */
export async function insertFactorReset(
  tx: Tx,
  reset: Insertable<FactorResetsTable>,
): Promise<FactorResetRow | undefined> {
  return tx
    .insertInto('factor_resets')
    .values(reset)
    .onConflict((conflict) =>
      conflict
        .column('developer_id')
        .where('canceled_at', 'is', null)
        .where('done_at', 'is', null)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Returns the reset of a developer that has neither taken effect nor been canceled. */
export async function findPendingReset(db: Db, developerId: number): Promise<FactorResetRow | undefined> {
  return db
    .selectFrom('factor_resets')
    .selectAll()
    .where('developer_id', '=', developerId)
    .where('canceled_at', 'is', null)
    .where('done_at', 'is', null)
    .executeTakeFirst()
}

/** Lists the pending resets that no job will end: an earlier version left them pending when staff canceled the job. */
export async function listAbandonedResets(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from factor_resets reset
    where canceled_at is null and done_at is null and not exists (
      select from jobs
      where kind = 'factors.reset' and key = reset.id::text and state in ('waiting', 'running')
    )`.execute(db)
  return rows.map(({ id }) => id)
}

export async function findFactorReset(db: Db, id: number): Promise<FactorResetRow | undefined> {
  return db.selectFrom('factor_resets').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findFactorResetByToken(db: Db, tokenHash: Buffer): Promise<FactorResetRow | undefined> {
  return db.selectFrom('factor_resets').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Ends a pending reset. The developer must be locked. */
export async function endFactorReset(
  tx: Tx,
  id: number,
  end: { canceled_at: Date } | { done_at: Date },
): Promise<void> {
  await tx.updateTable('factor_resets').set(end).where('id', '=', id).execute()
}
