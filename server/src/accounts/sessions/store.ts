import type { SignInMethod } from '@trestle/domain/accounts/sessions.ts'
import { sql, type Insertable, type Selectable } from 'kysely'
import { composeOnce } from '../../db/composeOnce.ts'
import { deleteUpTo } from '../../db/deleteUpTo.ts'
import type { Db, SessionsTable, Tx } from '../../db/schema.ts'
import { deletePendingSignInsFor } from '../pendingSignIns/store.ts'
import type { DeveloperRow } from '../store.ts'
import { suspended } from '../suspensions/store.ts'

interface SessionWithDeveloper {
  session: {
    id: number
    last_seen_at: string
    authenticated_at: string
    confirmed_at: string
    methods: SignInMethod[]
    absolute_expires_at: string | null
  }
  developer: SessionOwner
}

/** The data that every request needs about its developer. */
type SessionOwner = Pick<DeveloperRow, (typeof ownerColumns)[number]>

const ownerColumns = [
  'id',
  'email',
  'name',
  'is_admin',
  'is_employee',
  'is_partner',
  'email_confirmed_at',
  'terms_version',
  'factor_grace_from',
] as const

const sessionColumns = sql.raw(
  [
    'sessions.id as session_id',
    'sessions.last_seen_at',
    'sessions.methods',
    'sessions.absolute_expires_at',
    // Sessions from a release that didn't store these times count from their start.
    'coalesce(sessions.authenticated_at, sessions.created_at) as authenticated_at',
    'coalesce(sessions.confirmed_at, sessions.created_at) as confirmed_at',
    ...ownerColumns.map((column) => `developers.${column}`),
  ].join(', '),
)

type SessionRow = Omit<SessionWithDeveloper['session'], 'id'> & { session_id: number } & SessionOwner

const readSession = composeOnce(
  (_db, tokenHash: Buffer, now: string) => sql<SessionRow>`/* prepared: find_session */
    select ${sessionColumns}
    from sessions
      join developers on developers.id = sessions.developer_id
    where sessions.token_hash = ${tokenHash}
      and sessions.expires_at > ${now}
      and not ${suspended(sql`developers.id`)}`,
)

export async function findSession(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<SessionWithDeveloper | undefined> {
  const [row] = await readSession(db, tokenHash, now.toISOString())
  if (!row) return undefined
  const {
    session_id: id,
    last_seen_at,
    authenticated_at,
    confirmed_at,
    methods,
    absolute_expires_at,
    ...developer
  } = row
  const session = { id, last_seen_at, authenticated_at, confirmed_at, methods, absolute_expires_at }
  return { session, developer }
}

export async function insertSession(tx: Tx, session: Insertable<SessionsTable>): Promise<number> {
  const row = await tx.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow()
  return row.id
}

const touch = composeOnce((db, id: number, seenAt: Date, expiresAt: Date) =>
  db
    .updateTable('sessions')
    .set({ last_seen_at: seenAt, expires_at: expiresAt })
    .where('id', '=', (query) =>
      query.selectFrom('sessions').select('id').where('id', '=', id).forUpdate().skipLocked(),
    ),
)

/** Extends a session, but skips one that another request is extending or ending, so that no request waits for this. */
export async function touchSession(db: Db, id: number, seenAt: Date, expiresAt: Date): Promise<void> {
  await touch(db, id, seenAt, expiresAt)
}

/** Records that the person confirmed who they are. Returns undefined when the session has ended. */
export async function confirmSession(
  tx: Tx,
  id: number,
  confirmedAt: Date,
): Promise<{ id: number } | undefined> {
  return tx
    .updateTable('sessions')
    .set({ confirmed_at: confirmedAt })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
}

/**
 * Replaces a session's token. Returns undefined when another request has replaced it already, or the session has ended.
 */
export async function replaceSessionToken(
  tx: Tx,
  id: number,
  hashes: { from: Buffer; to: Buffer },
): Promise<{ absolute_expires_at: string | null; authenticated_at: string } | undefined> {
  return tx
    .updateTable('sessions')
    .set({ token_hash: hashes.to })
    .where('id', '=', id)
    .where('token_hash', '=', hashes.from)
    .returning([
      'absolute_expires_at',
      sql<string>`coalesce(authenticated_at, created_at)`.as('authenticated_at'),
    ])
    .executeTakeFirst()
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

/** Deletes a session of this developer. Returns undefined if they don't have this session. */
export async function deleteSession(
  tx: Tx,
  developerId: number,
  id: number,
): Promise<{ id: number } | undefined> {
  return tx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('developer_id', '=', developerId)
    .returning('id')
    .executeTakeFirst()
}

/** Locks the account of a session. Returns undefined when the session has ended. */
export async function lockAccountOfSession(tx: Tx, tokenHash: Buffer): Promise<{ id: number } | undefined> {
  return tx
    .selectFrom('developers')
    .innerJoin('sessions', 'sessions.developer_id', 'developers.id')
    .select('developers.id')
    .where('sessions.token_hash', '=', tokenHash)
    .forUpdate('developers')
    .executeTakeFirst()
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

/**
 * Ends every session of a developer except `exceptId`, and every sign-in that waits for a second factor. Returns how
 * many sessions ended.
 */
export async function deleteSessionsFor(
  tx: Tx,
  developerId: number,
  exceptId: number | null,
): Promise<number> {
  await deletePendingSignInsFor(tx, developerId)
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

export function deleteAllExpiredSessions(db: Db, now: Date, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'sessions',
    key: ['id'],
    isOld: sql`expires_at < ${now}`,
  })
}
