import type { AuditActor } from '../access/actor.ts'
import type { Tx } from '../db/schema.ts'
import type { MailKind } from './kinds.ts'
import { sendEmails } from './send.ts'
import { writeText } from './writeText.ts'

/** One email for several recipients. */
export interface SharedEmail {
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
  { kind, recipients, subject, paragraphs }: SharedEmail,
): Promise<void> {
  const body = writeText(...paragraphs.filter((text) => text !== ''))
  const emails = recipients.map((recipient) => ({ kind, recipient, subject, body }))
  await sendEmails(tx, by, now, emails)
}
