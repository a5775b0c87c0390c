import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import { deleteUpTo } from '../../db/deleteUpTo.ts'
import type { Db, EmailChangesTable, Tx } from '../../db/schema.ts'

export type EmailChangeRow = Selectable<EmailChangesTable>

export async function insertEmailChange(tx: Tx, change: Insertable<EmailChangesTable>): Promise<void> {
  await tx.insertInto('email_changes').values(change).execute()
}

/** Whether a change is still waiting for someone to open the link in the new address's email. */
const isPending = (now: Date): RawBuilder<boolean> =>
  sql`(confirm_until > ${now} and confirmed_at is null and canceled_at is null)`

/** Returns the change whose link to the new address still works. */
export async function findPendingChange(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<EmailChangeRow | undefined> {
  return db
    .selectFrom('email_changes')
    .selectAll()
    .where('confirm_token_hash', '=', tokenHash)
    .where(isPending(now))
    .executeTakeFirst()
}

/** Returns the pending change of a developer. A request cancels the previous one, so there is at most one. */
export async function findPendingChangeFor(
  db: Db,
  developerId: number,
  now: Date,
): Promise<Pick<EmailChangeRow, 'new_email' | 'confirm_until'> | undefined> {
  return db
    .selectFrom('email_changes')
    .select(['new_email', 'confirm_until'])
    .where('developer_id', '=', developerId)
    .where(isPending(now))
    .executeTakeFirst()
}

/** Returns the change whose link to the old address still works. */
export async function findUndoableChange(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<EmailChangeRow | undefined> {
  return db
    .selectFrom('email_changes')
    .selectAll()
    .where('undo_token_hash', '=', tokenHash)
    .where('undo_until', '>', now.toISOString())
    .where('undone_at', 'is', null)
    .where('canceled_at', 'is', null)
    .executeTakeFirst()
}

/** Cancels the pending change of a developer, and returns whether there was one. The developer must be locked. */
export async function cancelPendingChanges(tx: Tx, developerId: number, at: Date): Promise<boolean> {
  const rows = await tx
    .updateTable('email_changes')
    .set({ canceled_at: at })
    .where('developer_id', '=', developerId)
    .where(isPending(at))
    .returning('id')
    .execute()
  return rows.length > 0
}

/** Ends every link of a developer's changes after this one. The developer must be locked. */
export async function cancelChangesAfter(
  tx: Tx,
  developerId: number,
  changeId: number,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('email_changes')
    .set({ canceled_at: at })
    .where('developer_id', '=', developerId)
    .where('id', '>', changeId)
    .where('canceled_at', 'is', null)
    .execute()
}

/** Ends every link of a developer's changes. The developer must be locked. */
export const cancelAllChanges = (tx: Tx, developerId: number, at: Date): Promise<void> =>
  cancelChangesAfter(tx, developerId, 0, at)

export async function markConfirmed(
  tx: Tx,
  id: number,
  change: { confirmed_at: Date; undo_token_hash: Buffer; undo_until: Date },
): Promise<void> {
  await tx.updateTable('email_changes').set(change).where('id', '=', id).execute()
}

export async function markUndone(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('email_changes').set({ undone_at: at }).where('id', '=', id).execute()
}

/** Deletes changes whose links have all expired. */
export function deleteOldChanges(db: Db, before: Date, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'email_changes',
    key: ['id'],
    isOld: sql`requested_at < ${before}`,
  })
}
