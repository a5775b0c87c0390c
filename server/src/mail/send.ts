import type { AuditActor } from '../access/actor.ts'
import type { Tx } from '../db/schema.ts'
import { enqueueAll } from '../jobs/enqueue.ts'
import { isBulk, type MailKind } from './kinds.ts'
import { insertAttachments, insertEmails, listSuspendedRecipients } from './store.ts'

/**
 * How many bytes the files of an email can have. With the third that encoding adds, email servers commonly accept this.
 */
export const maxAttachmentBytes = 10_000_000

export interface OutgoingEmail {
  /** The kind of email, for the limit, the outbox and tests. */
  kind: MailKind
  recipient: string
  subject: string
  /** Plain text. A line that is the address of a page becomes a link in the HTML of the email. */
  body: string
  attachments?: OutgoingFile[]
}

/** An email without files. */
export type PlainEmail = OutgoingEmail & { attachments?: never }

/** A file attached to an email. */
export interface OutgoingFile {
  filename: string
  /** E.g. `text/csv; charset=utf-8`. */
  content_type: string
  content: Buffer
}

/** The actor who causes an email. The limit counts each actor separately. */
type Sender = Pick<AuditActor, 'kind' | 'actor_id'>

type NewEmail = Omit<Parameters<typeof insertEmails>[1][number], 'created_at'>

const nameActor = (by: Sender): string => (by.actor_id === null ? by.kind : `${by.kind} ${by.actor_id}`)

/** The emails that a suspended developer gets. The link that undoes an email change works for them too. */
const sentWhileSuspended: ReadonlySet<MailKind> = new Set(['account_suspended', 'email_change_undone'])

async function listSendable<Email extends OutgoingEmail>(tx: Tx, emails: readonly Email[]): Promise<Email[]> {
  const isAlwaysSent = ({ kind }: Email): boolean => sentWhileSuspended.has(kind)
  const recipients = emails.filter((email) => !isAlwaysSent(email)).map(({ recipient }) => recipient)
  if (recipients.length === 0) return [...emails]
  const suspended = new Set(await listSuspendedRecipients(tx, recipients))
  return emails.filter((email) => isAlwaysSent(email) || !suspended.has(email.recipient))
}

/**
 * Adds an email to the outbox in the transaction of the change it reports; a job delivers it or holds it back. A
 * suspended developer gets only a few kinds. Returns the id of the email, if there is one.
 */
export async function sendEmail(
  tx: Tx,
  by: Sender,
  now: Date,
  email: OutgoingEmail,
): Promise<number | undefined> {
  const [sendable] = await listSendable(tx, [email])
  if (!sendable) return undefined
  const { attachments = [], ...columns } = sendable
  const id = await queueEmail(tx, now, { ...columns, actor: nameActor(by) })
  await insertAttachments(tx, id, attachments)
  return id
}

/** Adds several emails like `sendEmail`, with as many statements as for one. */
export async function sendEmails(
  tx: Tx,
  by: Sender,
  now: Date,
  emails: readonly PlainEmail[],
): Promise<void> {
  const sendable = await listSendable(tx, emails)
  const actor = nameActor(by)
  await queueEmails(
    tx,
    now,
    sendable.map((email) => ({ ...email, actor })),
  )
}

/** Inserts an email and the job that delivers it. */
export async function queueEmail(tx: Tx, now: Date, email: NewEmail): Promise<number> {
  const [id] = await queueEmails(tx, now, [email])
  if (id === undefined) throw new Error('The email was not inserted.')
  return id
}

async function queueEmails(tx: Tx, now: Date, emails: readonly NewEmail[]): Promise<number[]> {
  if (emails.length === 0) return []
  const rows = await insertEmails(
    tx,
    emails.map((email) => ({ ...email, created_at: now })),
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
