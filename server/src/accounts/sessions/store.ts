import type { Insertable, Selectable } from 'kysely'
import type { Db, SessionsTable, Tx } from '../../db/schema.ts'
import { developerColumns, type DeveloperRow } from '../store.ts'

interface SessionWithDeveloper {
  session_id: number
  last_seen_at: string
  developer: DeveloperRow
}

export async function findSession(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<SessionWithDeveloper | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('developers', 'developers.id', 'sessions.developer_id')
    .select(['sessions.id as session_id', 'sessions.last_seen_at'])
    .select(developerColumns.map((column) => `developers.${column}` as const))
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now.toISOString())
    .executeTakeFirst()
  if (!row) return undefined
  const { session_id, last_seen_at, ...developer } = row
  return { session_id, last_seen_at, developer }
}

export async function insertSession(tx: Tx, session: Insertable<SessionsTable>): Promise<number> {
  const row = await tx.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** Extends a session, but skips one that another request is extending or ending, so that no request waits for this. */
export async function touchSession(db: Db, id: number, seenAt: Date, expiresAt: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: seenAt, expires_at: expiresAt })
    .where('id', '=', (query) =>
      query.selectFrom('sessions').select('id').where('id', '=', id).forUpdate().skipLocked(),
    )
    .execute()
}

export async function listSessions(
  db: Db,
  developerId: number,
  now: Date,
): Promise<Selectable<SessionsTable>[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('developer_id', '=', developerId)
    .where('expires_at', '>', now.toISOString())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Deletes a session and returns its id and developer. */
export async function deleteSessionByToken(
  tx: Tx,
  tokenHash: Buffer,
): Promise<{ id: number; developer_id: number } | undefined> {
  return tx
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning(['id', 'developer_id'])
    .executeTakeFirst()
}

/** Ends every session of a developer except `exceptId` and returns how many. */
export async function deleteSessionsFor(
  tx: Tx,
  developerId: number,
  exceptId: number | null,
): Promise<number> {
  const deleted = await tx
    .deleteFrom('sessions')
    .where('developer_id', '=', developerId)
    .$if(exceptId !== null, (query) => query.where('id', '!=', exceptId))
    .returning('id')
    .execute()
  return deleted.length
}

export async function deleteExpiredSessions(tx: Tx, developerId: number, now: Date): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('developer_id', '=', developerId)
    .where('expires_at', '<=', now.toISOString())
    .execute()
}

export async function deleteAllExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', now.toISOString()).execute()
}
