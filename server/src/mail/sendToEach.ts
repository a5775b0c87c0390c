import type { AuditActor } from '../access/actor.ts'
import type { Tx } from '../db/schema.ts'
import type { MailKind } from './kinds.ts'
import { sendMails } from './send.ts'

/** One email for several recipients. */
export interface SharedMail {
  kind: MailKind
  recipients: readonly string[]
  subject: string
  /** Empty ones are skipped. */
  paragraphs: readonly string[]
}

/** Sends an email to each of its recipients. */
export async function sendToEach(
  tx: Tx,
  by: AuditActor,
  now: Date,
  { kind, recipients, subject, paragraphs }: SharedMail,
): Promise<void> {
  const body = paragraphs.filter((text) => text !== '').join('\n\n')
  const mails = recipients.map((recipient) => ({ kind, recipient, subject, body }))
  await sendMails(tx, by, now, mails)
}
