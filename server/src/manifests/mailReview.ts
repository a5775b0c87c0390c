import type { ReviewOutcome } from '@trestle/domain/manifests/rules.ts'
import { numberedBy, versionLabel } from '@trestle/domain/manifests/versions.ts'
import { adminAppAddress } from '@trestle/domain/routes.ts'
import type { Actor } from '../access/actor.ts'
import { staffAddresses } from '../accounts/addresses.ts'
import type { AppRow, PersonOnApp } from '../access/authorizedApp.ts'
import { composeDecision, describeRejection, quoteReviewer } from '../progress/composeDecision.ts'
import { loadNextStep, nextStepText } from '../progress/progress.ts'
import type { Tx } from '../db/schema.ts'
import type { MailKind } from '../mail/kinds.ts'
import { sendToEach, type SharedEmail } from '../mail/sendToEach.ts'
import type { Services } from '../services.ts'
import { findLastDecision, type VersionRow } from './store.ts'

interface Reviewed {
  actor: Actor
  app: AppRow
  version: VersionRow
  people: PersonOnApp[]
  change: ReviewOutcome
  /** Whether this transition removed the version's key from the app's marketplace page. */
  removesKey: boolean
}

/**
 * Notifies the other side by email: staff of a submission, the app's owner and admins of a decision. A withdrawal sends
 * none.
 */
export async function mailReview(tx: Tx, services: Services, reviewed: Reviewed): Promise<void> {
  const email = await composeEmail(tx, services, reviewed)
  if (email) await sendToEach(tx, reviewed.actor.audit, services.now(), email)
}

/** Returns the version that staff rejected last, if their last decision on the app's versions was a rejection. */
async function findEarlierRejection(tx: Tx, { settings }: Services, appId: number) {
  const decided = await findLastDecision(tx, appId)
  if (decided?.state !== 'rejected') return null
  return { version: versionLabel(numberedBy(decided, settings.SEMANTIC_VERSIONS)), at: decided.decided_at }
}

async function composeEmail(tx: Tx, services: Services, reviewed: Reviewed): Promise<SharedEmail | null> {
  const publicUrl = services.settings.PUBLIC_URL
  const { actor, app, version, people, change, removesKey } = reviewed
  const numbered = `${versionLabel(version)} of ${app.internal_name}`
  const name = `Version ${numbered}`
  const decided = (kind: MailKind, outcome: string, notes: string[] = []) =>
    composeDecision(tx, services, {
      kind,
      app,
      people,
      subject: `${name} ${outcome}`,
      opening: `${name} ${outcome}.`,
      remarks: [quoteReviewer(change.admin_notes ?? ''), ...notes],
    })
  switch (change.transition) {
    case 'submit': {
      const rejected = describeRejection({
        own: version.rejected_at,
        earlier: await findEarlierRejection(tx, services, app.id),
      })
      return {
        kind: 'version_submitted',
        recipients: await staffAddresses(tx),
        subject: `${name} needs review${rejected.subject}`,
        paragraphs: [
          `${actor.name} submitted version ${numbered} for review${rejected.again}.${rejected.when}`,
          `Notes for the reviewer:\n\n${change.developer_notes ?? ''}`,
          nextStepText(await loadNextStep(tx, services, app.id), 'staff'),
          `Review it here:\n${publicUrl}${adminAppAddress(app.id)}`,
        ],
      }
    }
    case 'approve':
      return decided('version_approved', 'was approved')
    case 'reject':
      return decided(
        'version_rejected',
        'was rejected',
        removesKey ? ["Its app version key was removed from the app's marketplace page."] : [],
      )
    case 'withdraw':
      return null
    default:
      return change.transition satisfies never
  }
}
