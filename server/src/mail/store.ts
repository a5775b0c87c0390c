import type { JobState } from '@trestle/domain/jobs/states.ts'
import { sql, type Insertable, type Selectable } from 'kysely'
import { anyOf } from '../db/anyOf.ts'
import { deleteUpTo } from '../db/deleteUpTo.ts'
import type { Db, MailAttachmentsTable, MailsTable, MailWindowsTable, Tx } from '../db/schema.ts'

export type Email = Selectable<MailsTable>
export type Attachment = Selectable<MailAttachmentsTable>

export async function insertEmails(
  tx: Tx,
  emails: readonly Insertable<MailsTable>[],
): Promise<Pick<Email, 'id' | 'kind'>[]> {
  return tx.insertInto('mails').values(emails).returning(['id', 'kind']).execute()
}

export async function insertAttachments(
  tx: Tx,
  mailId: number,
  files: Omit<Insertable<MailAttachmentsTable>, 'mail_id'>[],
): Promise<void> {
  if (files.length === 0) return
  const rows = files.map((file) => ({ ...file, mail_id: mailId }))
  await tx.insertInto('mail_attachments').values(rows).execute()
}

/** Lists the files of these emails, in the order in which they were attached. */
export async function listAttachments(db: Db, mailIds: number[]): Promise<Attachment[]> {
  if (mailIds.length === 0) return []
  return db.selectFrom('mail_attachments').selectAll().where('mail_id', 'in', mailIds).orderBy('id').execute()
}

/** Deletes the files of emails once they are delivered. */
export async function deleteAttachments(tx: Tx, mailIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('mail_attachments').where('mail_id', '=', anyOf(mailIds)).execute()
}

export async function findEmail(db: Db, id: number): Promise<Email | undefined> {
  return db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function listNewestEmails(db: Db, limit: number): Promise<Email[]> {
  return db.selectFrom('mails').selectAll().orderBy('id', 'desc').limit(limit).execute()
}

/** Marks emails as sent. `body` replaces their texts, so that delivered links are not stored. */
export async function markSent(db: Db, ids: readonly number[], sentAt: Date, body: string): Promise<void> {
  await db.updateTable('mails').set({ sent_at: sentAt, body }).where('id', '=', anyOf(ids)).execute()
}

/**
 * Counts an attempt before the end of the email is sent, unless another process has sent it or this many were never
 * confirmed. Returns whether it counted.
 */
export async function countSend(db: Db, id: number, maxUnconfirmed: number): Promise<boolean> {
  const row = await db
    .updateTable('mails')
    .set((row) => ({ unconfirmed_sends: row('unconfirmed_sends', '+', 1) }))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('unconfirmed_sends', '<', maxUnconfirmed)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes back an attempt after which the email server definitely doesn't have the email. */
export async function takeBackSend(db: Db, id: number): Promise<void> {
  await db
    .updateTable('mails')
    .set((row) => ({ unconfirmed_sends: row('unconfirmed_sends', '-', 1) }))
    .where('id', '=', id)
    .where('unconfirmed_sends', '>', 0)
    .execute()
}

export async function resetUnconfirmedSends(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.updateTable('mails').set({ unconfirmed_sends: 0 }).where('id', '=', anyOf(ids)).execute()
}

/**
 * Deletes a developer's unsent emails, including those held for the daily email since before their address changed.
 * Their jobs find nothing to send.
 */
export async function deleteUnsentEmails(
  tx: Tx,
  { id, email }: { id: number; email: string },
): Promise<void> {
  // A digest locks its window before it reads its emails.
  await tx
    .selectFrom('mail_windows')
    .select('id')
    .where('recipient', '=', email)
    .orderBy('id')
    .forUpdate()
    .execute()
  await tx
    .deleteFrom('mails')
    .where('sent_at', 'is', null)
    .where((row) =>
      row.or([
        row('recipient', '=', email),
        row('id', 'in', tx.selectFrom('daily_mails').select('mail_id').where('developer_id', '=', id)),
      ]),
    )
    .execute()
}

export async function deleteEmails(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', anyOf(ids)).execute()
}

/** Returns those of these addresses that belong to suspended developers. */
export async function listSuspendedRecipients(tx: Tx, recipients: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('developers')
    .innerJoin('suspensions', 'suspensions.developer_id', 'developers.id')
    .select('developers.email')
    .where('developers.email', '=', sql<string>`any (${recipients}::text[])`)
    .execute()
  return rows.map(({ email }) => email)
}

export function deleteSentEmails(db: Db, before: Date, limit: number): Promise<number> {
  // An email that was added later was sent later, so the search for old ones stops there.
  const firstLater = sql`select id from mails where created_at >= ${before} order by id limit 1`
  return deleteUpTo(db, limit, {
    table: 'mails',
    key: ['id'],
    isOld: sql`sent_at < ${before} and id < coalesce((${firstLater}), 9223372036854775807)`,
  })
}

export type MailWindow = Pick<Selectable<MailWindowsTable>, 'id' | 'started_at' | 'count' | 'digests'>

/** Locks the window of an actor, a kind and a recipient; resets one that began before `cutoff`. */
export async function lockWindow(
  tx: Tx,
  { actor, kind, recipient }: Email,
  now: Date,
  cutoff: Date,
): Promise<MailWindow> {
  const isOver = sql<boolean>`mail_windows.started_at <= ${cutoff.toISOString()}::timestamptz`
  return tx
    .insertInto('mail_windows')
    .values({ actor, kind, recipient, started_at: now, count: 0 })
    .onConflict((conflict) =>
      conflict.constraint('mail_windows_unique').doUpdateSet({
        count: sql`case when ${isOver} then 0 else mail_windows.count end`,
        started_at: sql`case when ${isOver} then excluded.started_at else mail_windows.started_at end`,
      }),
    )
    .returning(['id', 'started_at', 'count', 'digests'])
    .executeTakeFirstOrThrow()
}

export async function countEmails(tx: Tx, windowId: number, more: number): Promise<void> {
  await tx
    .updateTable('mail_windows')
    .set((row) => ({ count: row('count', '+', more) }))
    .where('id', '=', windowId)
    .execute()
}

/** Lists this email and earlier ones like it that are undecided, in the order in which they were due. */
export async function listUndecided(tx: Tx, email: Email): Promise<number[]> {
  const rows = await tx
    .selectFrom('mails')
    .select('id')
    .where('actor', '=', email.actor)
    .where('kind', '=', email.kind)
    .where('recipient', '=', email.recipient)
    .where('admitted_at', 'is', null)
    .where('digest', 'is', null)
    .where('sent_at', 'is', null)
    .where('id', '<=', email.id)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function admitEmails(tx: Tx, ids: number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('mails').set({ admitted_at: now }).where('id', 'in', ids).execute()
}

export async function assignToDigest(tx: Tx, ids: number[], digest: string): Promise<void> {
  await tx.updateTable('mails').set({ digest }).where('id', 'in', ids).execute()
}

/** Closes the current digest: emails held back from now on wait for the next one. Waits for an email being counted. */
export async function closeDigest(tx: Tx, windowId: number): Promise<void> {
  await tx
    .updateTable('mail_windows')
    .set((row) => ({ digests: row('digests', '+', 1) }))
    .where('id', '=', windowId)
    .execute()
}

export function deleteWindowsBefore(db: Db, before: Date, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'mail_windows',
    key: ['id'],
    isOld: sql`started_at < ${before}`,
    orderBy: 'started_at',
  })
}

export interface HeldEmail extends Email {
  /** Number of attached files. */
  files: number
}

/** Lists the emails that one digest sends, in the order in which they were due. */
export async function listHeldEmails(tx: Tx, digest: string): Promise<HeldEmail[]> {
  const emails = await tx
    .selectFrom('mails')
    .selectAll()
    .where('digest', '=', digest)
    .where('sent_at', 'is', null)
    .orderBy('id')
    .execute()
  const files = await listAttachments(
    tx,
    emails.map(({ id }) => id),
  )
  return emails.map((email) => ({
    ...email,
    files: files.filter(({ mail_id: id }) => id === email.id).length,
  }))
}

/** Whether a job is for an email, alone or in a digest. */
const isForEmail = sql<boolean>`(jobs.kind, jobs.key) in (('mail.deliver', mails.id::text), ('mail.digest', mails.digest))`

/** Whether a job in one of these states is for this email. */
const hasJobIn = (states: readonly JobState[]) =>
  sql<boolean>`exists (select from jobs where ${isForEmail} and state in (${sql.join(states)}))`

/** Deletes old emails that nothing will send, and that no failed job would send if staff retried it. */
export function deleteUnsendableEmails(db: Db, before: Date, limit: number): Promise<number> {
  const isHeld = sql`exists (select from daily_mails where mail_id = mails.id)`
  return deleteUpTo(db, limit, {
    table: 'mails',
    key: ['id'],
    isOld: sql`sent_at is null and created_at < ${before}
      and not ${hasJobIn(['waiting', 'running', 'failed'])} and not ${isHeld}`,
    orderBy: 'created_at',
  })
}

export interface UnsentEmails {
  /** Whether no one waits for them: emails to many people, and those held back for a digest. */
  is_low_priority: boolean
  count: number
  /** The age of the oldest. */
  oldest_seconds: number
}

/** Counts the emails that a job will still send. One whose job failed permanently stays unsent. */
export async function countUnsent(db: Db, now: Date): Promise<UnsentEmails[]> {
  const { rows } = await sql<UnsentEmails>`
    select jobs.is_low_priority or jobs.kind = 'mail.digest' as is_low_priority, count(*) as count,
      greatest(0, extract(epoch from ${now.toISOString()}::timestamptz - min(mails.created_at)))::float8 as oldest_seconds
    from mails join jobs on ${isForEmail} and state in ('waiting', 'running')
    where sent_at is null
    group by 1`.execute(db)
  return rows
}

/**
 * Deletes the emails to these addresses, after the counts that limit them, which is the order in which they are locked.
 */
export async function deleteEmailsTo(tx: Tx, addresses: string[]): Promise<void> {
  await tx.deleteFrom('mail_windows').where('recipient', 'in', addresses).execute()
  await tx.deleteFrom('mails').where('recipient', 'in', addresses).execute()
}
