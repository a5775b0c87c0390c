import type { Tx } from '../db/schema.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { insertAttachments, insertMail } from './store.ts'

export interface OutgoingMail {
  /** What the mail is about, e.g. `confirm_email`: for the outbox and for tests. */
  kind: string
  recipient: string
  subject: string
  /** Plain text; a line that is an address becomes a link in the outbox. */
  body: string
  attachments?: OutgoingFile[]
}

/** A file that goes along with a mail. */
export interface OutgoingFile {
  filename: string
  /** E.g. `text/csv; charset=utf-8`. */
  content_type: string
  content: Buffer
}

/** Puts a mail into the outbox in the transaction of the change it tells of; a job delivers it. */
export async function sendMail(tx: Tx, now: Date, mail: OutgoingMail): Promise<void> {
  const { attachments = [], ...letter } = mail
  const id = await insertMail(tx, { ...letter, created_at: now })
  await insertAttachments(tx, id, attachments)
  await enqueue(tx, now, { kind: 'mail.deliver', key: String(id), payload: { mail_id: id }, maxAttempts: 8 })
}
