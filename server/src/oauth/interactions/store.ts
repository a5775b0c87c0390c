import { sql, type Insertable, type Selectable } from 'kysely'
import { violates } from '../../db/constraint.ts'
import { deleteUpTo } from '../../db/deleteUpTo.ts'
import type { Db, OauthInteractionsTable, Tx } from '../../db/schema.ts'

export type InteractionRow = Selectable<OauthInteractionsTable>

export async function upsertInteraction(
  db: Db,
  interaction: Insertable<OauthInteractionsTable>,
): Promise<void> {
  await db
    .insertInto('oauth_interactions')
    .values(interaction)
    .onConflict((conflict) =>
      conflict
        .constraint('oauth_interactions_pkey')
        .doUpdateSet({ payload: interaction.payload, expires_at: interaction.expires_at }),
    )
    .execute()
}

/** Returns whether an authorization request can't belong to a session because it has ended. */
export const isForEndedSession = (error: unknown): boolean =>
  violates(error, 'oauth_interactions_session_id_fkey')

export async function findInteraction(db: Db, hash: Buffer): Promise<InteractionRow | undefined> {
  return db.selectFrom('oauth_interactions').selectAll().where('hash', '=', hash).executeTakeFirst()
}

/** Locks the request of either environment that has one of these hashes. */
export async function lockInteraction(tx: Tx, hashes: Buffer[]): Promise<InteractionRow | undefined> {
  return tx
    .selectFrom('oauth_interactions')
    .selectAll()
    .where('hash', 'in', hashes)
    .forUpdate()
    .executeTakeFirst()
}

export async function changeInteraction(
  tx: Tx,
  hash: Buffer,
  change: { session_id: number; payload: string },
): Promise<void> {
  await tx.updateTable('oauth_interactions').set(change).where('hash', '=', hash).execute()
}

/** Binds a request to the session of the person who opened it. */
export async function bindInteraction(tx: Tx, hash: Buffer, sessionId: number): Promise<void> {
  await tx
    .updateTable('oauth_interactions')
    .set({ session_id: sessionId })
    .where('hash', '=', hash)
    .where('session_id', 'is', null)
    .execute()
}

/** Returns whether the request still existed. */
export async function deleteInteraction(db: Db, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('oauth_interactions')
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export function deleteExpiredInteractions(db: Db, before: Date, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'oauth_interactions',
    key: ['hash'],
    isOld: sql`expires_at < ${before}`,
    orderBy: 'expires_at',
  })
}
