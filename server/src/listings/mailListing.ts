import type { NextStepKind } from '@trestle/domain/apps/nextStep.ts'
import type { ListingOutcome } from '@trestle/domain/listings/transitions.ts'
import { adminAppAddress } from '@trestle/domain/routes.ts'
import type { Actor } from '../access/actor.ts'
import { staffAddresses } from '../accounts/addresses.ts'
import type { AppRow, PersonOnApp } from '../access/authorizedApp.ts'
import { composeDecision, describeRejection, quoteReviewer } from '../progress/composeDecision.ts'
import type { Tx } from '../db/schema.ts'
import type { MailKind } from '../mail/kinds.ts'
import { sendToEach, type SharedEmail } from '../mail/sendToEach.ts'
import type { Services } from '../services.ts'
import { publicPath, type FullSubmission } from './present.ts'
import { toPlainText } from '../text/toPlainText.ts'
import { findLastRejection } from './store.ts'

interface Reviewed {
  actor: Actor
  /** The app after the change. */
  app: AppRow
  full: FullSubmission
  people: PersonOnApp[]
  change: ListingOutcome
  /** Safe HTML; an empty string without a message. */
  message: string
  silent: boolean
}

/**
 * Notifies the other side by email: staff of a submission, the app's owner and admins of a decision that isn't silent.
 */
export async function mailListing(tx: Tx, services: Services, reviewed: Reviewed): Promise<void> {
  const email = await composeEmail(tx, services, reviewed)
  if (email) await sendToEach(tx, reviewed.actor.audit, services.now(), email)
}

async function composeEmail(tx: Tx, services: Services, reviewed: Reviewed): Promise<SharedEmail | null> {
  const publicUrl = services.settings.PUBLIC_URL
  const { actor, app, full, people, change, message, silent } = reviewed
  const name = full.content.public_name === '' ? app.internal_name : full.content.public_name
  const decided = (
    kind: MailKind,
    outcome: string,
    { asksFor, link = '' }: { asksFor?: NextStepKind; link?: string } = {},
  ) =>
    composeDecision(tx, services, {
      kind,
      app,
      people,
      subject: `The listing of ${name} ${outcome}`,
      opening: `The marketplace listing of ${name} ${outcome}.`,
      remarks: [quoteReviewer(toPlainText(message)), link],
      ...(asksFor && { asksFor }),
      tab: 'marketplace_listing',
    })
  switch (change.transition) {
    case 'submit': {
      const rejected = describeRejection({ own: await findLastRejection(tx, full.row) })
      return {
        kind: 'listing_submitted',
        recipients: await staffAddresses(tx),
        subject: `The listing of ${name} needs review${rejected.subject}`,
        paragraphs: [
          `${actor.name} submitted the marketplace listing of ${name} for review${rejected.again}.${rejected.when}`,
          `Notes on the release:\n\n${full.content.draft_developer_notes}`,
          `Review it here:\n${publicUrl}${adminAppAddress(app.id, 'marketplace_listing')}`,
        ],
      }
    }
    case 'approve':
      return silent
        ? null
        : decided('listing_approved', 'was approved', { link: publicLink(publicUrl, app, full) })
    case 'reject':
      return decided('listing_rejected', 'was rejected', { asksFor: 'answer_listing_rejection' })
    case 'withdraw':
      return null
    default:
      return change.transition satisfies never
  }
}

/**
 * Returns the paragraph that links the public page of an approved listing, or nothing while the public can't see it.
 */
function publicLink(publicUrl: string, app: AppRow, { row }: FullSubmission): string {
  const path = publicPath(app, row)
  return path === null ? '' : `The page on the marketplace:\n${publicUrl}${path}`
}
