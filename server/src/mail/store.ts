import type { Insertable, Selectable } from 'kysely'
import type { Db, MailAttachmentsTable, MailsTable, Tx } from '../db/schema.ts'

export type Mail = Selectable<MailsTable>
export type Attachment = Selectable<MailAttachmentsTable>

export async function insertMail(tx: Tx, mail: Insertable<MailsTable>): Promise<number> {
  const row = await tx.insertInto('mails').values(mail).returning('id').executeTakeFirstOrThrow()
  return row.id
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

/** The files of these mails, in the order in which they were attached. */
export async function listAttachments(db: Db, mailIds: number[]): Promise<Attachment[]> {
  if (mailIds.length === 0) return []
  return db.selectFrom('mail_attachments').selectAll().where('mail_id', 'in', mailIds).orderBy('id').execute()
}

/** What was delivered need not stay here. */
export async function deleteAttachments(tx: Tx, mailId: number): Promise<void> {
  await tx.deleteFrom('mail_attachments').where('mail_id', '=', mailId).execute()
}

export async function findMail(db: Db, id: number): Promise<Mail | undefined> {
  return db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function listNewestMails(db: Db, limit: number): Promise<Mail[]> {
  return db.selectFrom('mails').selectAll().orderBy('id', 'desc').limit(limit).execute()
}

/** Marks a mail as gone. `body` replaces its text: what was delivered need not stay here with its links. */
export async function markSent(db: Db, id: number, sentAt: Date, body: string): Promise<void> {
  await db.updateTable('mails').set({ sent_at: sentAt, body }).where('id', '=', id).execute()
}

export async function deleteSentMails(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('mails').where('sent_at', '<', before.toISOString()).execute()
}
