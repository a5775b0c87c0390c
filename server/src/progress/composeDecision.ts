import { editorAddresses, type PersonOnApp } from '../access/appFor.ts'
import type { Tx } from '../db/schema.ts'
import type { MailKind } from '../mail/kinds.ts'
import type { SharedMail } from '../mail/sendToEach.ts'
import type { Services } from '../services.ts'
import { loadNextStepText } from './progress.ts'

interface ReviewDecision {
  kind: MailKind
  app: { id: number }
  people: readonly PersonOnApp[]
  subject: string
  /** The decision in one sentence. */
  opening: string
  /** What the reviewer wrote, and what else the decision changed. Empty ones are left out. */
  remarks: readonly string[]
  /** Where the app's developers go on. */
  link: string
}

/** Composes the email that tells an app's owner and admins how a review ended. */
export async function composeDecision(
  tx: Tx,
  services: Services,
  { kind, app, people, subject, opening, remarks, link }: ReviewDecision,
): Promise<SharedMail> {
  const nextStep = await loadNextStepText(services, tx, app.id, 'admin')
  return {
    kind,
    recipients: editorAddresses(people),
    subject,
    paragraphs: [opening, ...remarks, nextStep, link],
  }
}

/** Returns the paragraph of an email with what the reviewer wrote, or nothing. */
export const quoteReviewer = (text: string): string => (text === '' ? '' : `The reviewer wrote:\n\n${text}`)
