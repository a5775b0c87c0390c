import type { Insertable, Selectable } from 'kysely'
import type { Db, MailsTable, Tx } from '../db/schema.ts'

export type Mail = Selectable<MailsTable>

export async function insertMail(tx: Tx, mail: Insertable<MailsTable>): Promise<number> {
  const row = await tx.insertInto('mails').values(mail).returning('id').executeTakeFirstOrThrow()
  return row.id
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
