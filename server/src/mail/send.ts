import type { AuditActor } from '../access/actor.ts'
import type { Tx } from '../db/schema.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { isBulk, type MailKind } from './kinds.ts'
import { insertAttachments, insertMail, isSuspendedRecipient } from './store.ts'

/** How many bytes the files of an email can have: what email servers commonly accept, with the third that encoding adds. */
export const mostFileBytes = 10_000_000

export interface OutgoingMail {
  /** What the email is about, for the limit, the outbox and tests. */
  kind: MailKind
  recipient: string
  subject: string
  /** Plain text. A line that is the address of a page becomes a link in the HTML of the email. */
  body: string
  attachments?: OutgoingFile[]
}

/** A file attached to an email. */
export interface OutgoingFile {
  filename: string
  /** E.g. `text/csv; charset=utf-8`. */
  content_type: string
  content: Buffer
}

/** Who causes an email. The limit counts each actor separately. */
type Sender = Pick<AuditActor, 'kind' | 'actor_id'>

/**
 * Adds an email to the outbox in the transaction of the change it reports; a job delivers it or holds it back. A
 * suspended developer only gets the email about the suspension.
 */
export async function sendMail(tx: Tx, now: Date, by: Sender, mail: OutgoingMail): Promise<void> {
  if (mail.kind !== 'account_suspended' && (await isSuspendedRecipient(tx, mail.recipient))) return
  const { attachments = [], ...columns } = mail
  const actor = by.actor_id === null ? by.kind : `${by.kind} ${by.actor_id}`
  const id = await queueMail(tx, now, { ...columns, actor })
  await insertAttachments(tx, id, attachments)
}

/** Inserts an email and the job that delivers it. */
export async function queueMail(
  tx: Tx,
  now: Date,
  mail: Omit<Parameters<typeof insertMail>[1], 'created_at'>,
): Promise<number> {
  const id = await insertMail(tx, { ...mail, created_at: now })
  await enqueue(tx, now, {
    kind: 'mail.deliver',
    key: String(id),
    payload: { mail_id: id },
    isLowPriority: isBulk(mail.kind),
  })
  return id
}
