import { dailyEmailHour } from '@trestle/domain/notificationPreferences/kinds.ts'
import { sql } from 'kysely'
import { anyOf } from '../../db/anyOf.ts'
import type { Db, Tx } from '../../db/schema.ts'
import type { Email } from '../store.ts'

/**
 * When the newest daily email was due. Uses the database's clock, like all decisions about daily emails, so that
 * processes with different clocks agree.
 */
const lastDue = sql<string>`date_trunc('day', now() - ${dailyEmailHour} * interval '1 hour', 'UTC')
  + ${dailyEmailHour} * interval '1 hour'`

/** Holds an email back for the next daily email. It no longer counts for the limit of single emails. */
export async function holdEmail(tx: Tx, mailId: number, developerId: number, now: Date): Promise<void> {
  await tx
    .insertInto('daily_mails')
    .values({ mail_id: mailId, developer_id: developerId })
    .onConflict((conflict) => conflict.constraint('daily_mails_pkey').doNothing())
    .execute()
  await tx.updateTable('mails').set({ admitted_at: now }).where('id', '=', mailId).execute()
}

/** Lists the ids of developers whose daily email is due, starting after `after`. */
export async function listDueRecipients(db: Db, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('daily_mails')
    .select('developer_id')
    .distinct()
    .where('held_at', '<', lastDue)
    .where('developer_id', '>', after)
    .orderBy('developer_id')
    .limit(limit)
    .execute()
  return rows.map(({ developer_id: id }) => id)
}

/**
 * Claims a developer's daily email, and returns false if they already got it. Another process waits here until this
 * transaction ends.
 */
export async function claimDay(tx: Tx, developerId: number): Promise<boolean> {
  // A suspension and a deletion lock the account before its emails.
  await tx.selectFrom('developers').select('id').where('id', '=', developerId).forKeyShare().execute()
  const row = await tx
    .insertInto('daily_mail_runs')
    .values({ developer_id: developerId, sent_at: sql<string>`now()` })
    .onConflict((conflict) =>
      conflict
        .constraint('daily_mail_runs_pkey')
        .doUpdateSet({ sent_at: sql<string>`now()` })
        .where('daily_mail_runs.sent_at', '<', lastDue),
    )
    .returning('developer_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Lists the emails of a developer's daily email, in the order in which they were due. */
export async function listDailyEmails(tx: Tx, developerId: number): Promise<Email[]> {
  return tx
    .selectFrom('daily_mails')
    .innerJoin('mails', 'mails.id', 'daily_mails.mail_id')
    .selectAll('mails')
    .where('daily_mails.developer_id', '=', developerId)
    .where('daily_mails.held_at', '<', lastDue)
    .where('mails.sent_at', 'is', null)
    .orderBy('mails.id')
    .execute()
}

/** Ends the wait of every email that is due, even if staff have already sent it separately. */
export async function deleteDueHolds(tx: Tx, developerId: number): Promise<void> {
  await tx
    .deleteFrom('daily_mails')
    .where('developer_id', '=', developerId)
    .where('held_at', '<', lastDue)
    .execute()
}

export interface HeldFile {
  id: number
  mail_id: number
  filename: string
  bytes: number
}

/** Lists the files of these emails without their content. */
export async function listHeldFiles(tx: Tx, mailIds: readonly number[]): Promise<HeldFile[]> {
  return tx
    .selectFrom('mail_attachments')
    .select(['id', 'mail_id', 'filename', sql<number>`length(content)`.as('bytes')])
    .where('mail_id', '=', anyOf(mailIds))
    .orderBy('id')
    .execute()
}

export async function moveFiles(tx: Tx, fileIds: readonly number[], mailId: number): Promise<void> {
  await tx.updateTable('mail_attachments').set({ mail_id: mailId }).where('id', '=', anyOf(fileIds)).execute()
}
