import type { EmailsOfTheDay } from '@trestle/domain/collaborators/rules.ts'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { advisoryLocks } from '../../db/advisoryLocks.ts'
import type { Db, InvitationsTable, Tx } from '../../db/schema.ts'

export type InvitationRow = Omit<Selectable<InvitationsTable>, 'token_hash'> & { inviter_name: string }

const columns = [
  'invitations.id',
  'invitations.app_id',
  'invitations.email',
  'invitations.role',
  'invitations.status',
  'invitations.invited_by',
  'invitations.sent_at',
  'invitations.sent_count',
  'invitations.expires_at',
  'invitations.accepted_by',
  'invitations.accepted_at',
  'invitations.created_at',
  'invitations.updated_at',
] as const

const withInviter = (db: Db) =>
  db
    .selectFrom('invitations')
    .innerJoin('developers', 'developers.id', 'invitations.invited_by')
    .select(columns)
    .select('developers.name as inviter_name')

const maxListed = 200

/** Selects the invitations to an app, newest first. */
export const selectInvitations = (db: Db, appId: number) =>
  withInviter(db).where('invitations.app_id', '=', appId).orderBy('invitations.id', 'desc').limit(maxListed)

export async function findInvitation(db: Db, id: number): Promise<InvitationRow | undefined> {
  return withInviter(db).where('invitations.id', '=', id).executeTakeFirst()
}

export async function findInvitationByToken(db: Db, tokenHash: Buffer): Promise<InvitationRow | undefined> {
  return withInviter(db).where('invitations.token_hash', '=', tokenHash).executeTakeFirst()
}

export async function listPending(
  tx: Tx,
  appId: number,
): Promise<{ id: number; email: string; expires_at: string }[]> {
  return tx
    .selectFrom('invitations')
    .select(['id', 'email', 'expires_at'])
    .where('app_id', '=', appId)
    .where('status', '=', 'pending')
    .execute()
}

export async function insertInvitation(
  tx: Tx,
  invitation: Insertable<InvitationsTable>,
): Promise<{ id: number }> {
  return tx.insertInto('invitations').values(invitation).returning('id').executeTakeFirstOrThrow()
}

export async function changeInvitation(
  tx: Tx,
  id: number,
  change: Updateable<InvitationsTable>,
): Promise<void> {
  await tx.updateTable('invitations').set(change).where('id', '=', id).execute()
}

/** Invitations that a developer sent last, or those to an address: all, or only those to one app or since a time. */
export type PendingInvitations = ({ inviterId: number } | { email: string }) & {
  since?: string
  appId?: number
}

/** Cancels pending invitations, and returns what it canceled. */
export async function cancelPending(
  tx: Tx,
  at: Date,
  { since, appId, ...which }: PendingInvitations,
): Promise<{ id: number; app_id: number }[]> {
  return tx
    .updateTable('invitations')
    .set({ status: 'canceled', updated_at: at })
    .where((row) =>
      'email' in which ? row('email', '=', which.email) : row('invited_by', '=', which.inviterId),
    )
    .where('status', '=', 'pending')
    .where('expires_at', '>', at.toISOString())
    .$if(since !== undefined, (query) => query.where('sent_at', '>=', since ?? ''))
    .$if(appId !== undefined, (query) => query.where('app_id', '=', appId ?? 0))
    .returning(['id', 'app_id'])
    .execute()
}

/** Makes invitations to one address wait for each other, from any app. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.invitedAddresses}, hashtext(${email}))`.execute(tx)
}

/**
 * Counts the emails since a time. A repeated invitation counts with all its emails, toward the person who sent it last.
 */
export async function countEmails(
  tx: Tx,
  since: Date,
  of: { appId: number; inviterId: number; email: string },
): Promise<EmailsOfTheDay> {
  return tx
    .selectFrom('invitations')
    .select((row) => {
      const sum = (column: 'app_id' | 'invited_by' | 'email', value: number | string) =>
        row.fn.coalesce(row.fn.sum<number>('sent_count').filterWhere(column, '=', value), row.lit(0))
      return [
        sum('app_id', of.appId).as('byApp'),
        sum('invited_by', of.inviterId).as('byInviter'),
        sum('email', of.email).as('toAddress'),
      ]
    })
    .where('sent_at', '>', since.toISOString())
    .where((row) =>
      row.or([
        row('app_id', '=', of.appId),
        row('invited_by', '=', of.inviterId),
        row('email', '=', of.email),
      ]),
    )
    .executeTakeFirstOrThrow()
}

/** Deletes the invitations that a developer accepted or that were sent to their addresses. */
export async function deleteInvitationsTo(
  tx: Tx,
  { id, addresses }: { id: number; addresses: string[] },
): Promise<void> {
  await tx
    .deleteFrom('invitations')
    .where((row) => row.or([row('email', 'in', addresses), row('accepted_by', '=', id)]))
    .execute()
}
