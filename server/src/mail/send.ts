import type { AuditActor } from '../access/actor.ts'
import type { Tx } from '../db/schema.ts'
import { enqueueAll } from '../jobs/enqueue.ts'
import { isBulk, type MailKind } from './kinds.ts'
import { insertAttachments, insertMails, listSuspendedRecipients } from './store.ts'

/**
 * How many bytes the files of an email can have. With the third that encoding adds, email servers commonly accept this.
 */
export const maxAttachmentBytes = 10_000_000

export interface OutgoingMail {
  /** The kind of email, for the limit, the outbox and tests. */
  kind: MailKind
  recipient: string
  subject: string
  /** Plain text. A line that is the address of a page becomes a link in the HTML of the email. */
  body: string
  attachments?: OutgoingFile[]
}

/** An email without files. */
export type PlainMail = OutgoingMail & { attachments?: never }

/** A file attached to an email. */
export interface OutgoingFile {
  filename: string
  /** E.g. `text/csv; charset=utf-8`. */
  content_type: string
  content: Buffer
}

/** The actor who causes an email. The limit counts each actor separately. */
type Sender = Pick<AuditActor, 'kind' | 'actor_id'>

type NewMail = Omit<Parameters<typeof insertMails>[1][number], 'created_at'>

const nameActor = (by: Sender): string => (by.actor_id === null ? by.kind : `${by.kind} ${by.actor_id}`)

async function listSendable<Mail extends OutgoingMail>(tx: Tx, mails: readonly Mail[]): Promise<Mail[]> {
  const isAlwaysSent = ({ kind }: Mail): boolean => kind === 'account_suspended'
  const recipients = mails.filter((mail) => !isAlwaysSent(mail)).map(({ recipient }) => recipient)
  if (recipients.length === 0) return [...mails]
  const suspended = new Set(await listSuspendedRecipients(tx, recipients))
  return mails.filter((mail) => isAlwaysSent(mail) || !suspended.has(mail.recipient))
}

/**
 * Adds an email to the outbox in the transaction of the change it reports; a job delivers it or holds it back. A
 * suspended developer only gets the email about the suspension. Returns the id of the email, if there is one.
 */
export async function sendMail(
  tx: Tx,
  by: Sender,
  now: Date,
  mail: OutgoingMail,
): Promise<number | undefined> {
  const [sendable] = await listSendable(tx, [mail])
  if (!sendable) return undefined
  const { attachments = [], ...columns } = sendable
  const id = await queueMail(tx, now, { ...columns, actor: nameActor(by) })
  await insertAttachments(tx, id, attachments)
  return id
}

/** Adds several emails like `sendMail`, with as many statements as for one. */
export async function sendMails(tx: Tx, by: Sender, now: Date, mails: readonly PlainMail[]): Promise<void> {
  const sendable = await listSendable(tx, mails)
  const actor = nameActor(by)
  await queueMails(
    tx,
    now,
    sendable.map((mail) => ({ ...mail, actor })),
  )
}

/** Inserts an email and the job that delivers it. */
export async function queueMail(tx: Tx, now: Date, mail: NewMail): Promise<number> {
  const [id] = await queueMails(tx, now, [mail])
  if (id === undefined) throw new Error('The email was not inserted.')
  return id
}

async function queueMails(tx: Tx, now: Date, mails: readonly NewMail[]): Promise<number[]> {
  if (mails.length === 0) return []
  const rows = await insertMails(
    tx,
    mails.map((mail) => ({ ...mail, created_at: now })),
  )
  const jobs = rows.map(({ id, kind }) => ({
    kind: 'mail.deliver' as const,
    key: String(id),
    payload: { mail_id: id },
    isLowPriority: isBulk(kind),
  }))
  await enqueueAll(tx, now, jobs)
  return rows.map(({ id }) => id)
}
