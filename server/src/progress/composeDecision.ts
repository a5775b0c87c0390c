import { nextStepTab, type NextStepKind } from '@trestle/domain/apps/nextStep.ts'
import { appAddress } from '@trestle/domain/routes.ts'
import { editorAddresses, type PersonOnApp } from '../access/authorizedApp.ts'
import type { Tx } from '../db/schema.ts'
import type { MailKind } from '../mail/kinds.ts'
import type { SharedEmail } from '../mail/sendToEach.ts'
import type { Services } from '../services.ts'
import { loadNextStep, nextStepText } from './progress.ts'

interface StaffDecision {
  kind: MailKind
  app: { id: number }
  people: readonly PersonOnApp[]
  subject: string
  /** The decision in one sentence. */
  opening: string
  /** The reviewer's message, and what else the decision changed. Empty ones are skipped. */
  remarks: readonly string[]
  /** What the decision asks for. Defaults to the app's next step. */
  asksFor?: NextStepKind
  /** The tab where the app's developers continue. Defaults to the one where they take the next step. */
  tab?: 'versions' | 'marketplace_listing'
}

const labels = { versions: 'Your versions', marketplace_listing: 'Your listing' }

const noOtherStep = {
  version: null,
  since: null,
  rejected_version: null,
  version_in_review: null,
  rejected_listing: false,
  listing_in_review: false,
}

/** Composes the email to an app's owner and admins about a decision of staff. */
export async function composeDecision(
  tx: Tx,
  services: Services,
  { kind, app, people, subject, opening, remarks, asksFor, ...decision }: StaffDecision,
): Promise<SharedEmail> {
  const step = asksFor ? { ...noOtherStep, kind: asksFor } : await loadNextStep(tx, services, app.id)
  const tab = decision.tab ?? nextStepTab(step.kind)
  const link = `${labels[tab]}:\n${services.settings.PUBLIC_URL}${appAddress(app.id, tab)}`
  return {
    kind,
    recipients: editorAddresses(people),
    subject,
    paragraphs: [opening, ...remarks, nextStepText(step, 'admin'), link],
  }
}

/** Returns the paragraph of an email with the reviewer's message, or nothing. */
export const quoteReviewer = (text: string): string => (text === '' ? '' : `The reviewer wrote:\n\n${text}`)

interface Rejections {
  /** When the same was rejected; null if it never was. */
  own: string | null
  /** The rejected version that this one follows, if there is one. */
  earlier?: { version: string; at: string } | null
}

/** Returns what the subject and the first paragraph of an email about a submission say about an earlier rejection. */
export function describeRejection({ own, earlier }: Rejections) {
  const on = (at: string): string => `was rejected on ${at.slice(0, 10)}.`
  if (own !== null) return { subject: ' again', again: ' again', when: ` It ${on(own)}` }
  if (!earlier) return { subject: '', again: '', when: '' }
  return { subject: ' after a rejection', again: '', when: ` Version ${earlier.version} ${on(earlier.at)}` }
}
