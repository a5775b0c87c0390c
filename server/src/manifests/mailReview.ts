import type { ReviewChange } from '@trestle/domain/manifests/rules.ts'
import { versionLabel } from '@trestle/domain/manifests/rules.ts'
import { adminAppAddress, appAddress } from '@trestle/domain/routes.ts'
import { byPerson, type Actor } from '../access/actor.ts'
import { staffAddresses } from '../accounts/addresses.ts'
import { editorAddresses, type AppOf, type PersonOnApp } from '../access/appFor.ts'
import { loadNextStepText } from '../progress/progress.ts'
import type { Tx } from '../db/schema.ts'
import { sendToEach, type SharedMail } from '../mail/sendToEach.ts'
import type { Services } from '../services.ts'
import type { VersionRow } from './store.ts'

interface Reviewed {
  actor: Actor
  app: AppOf['app']
  version: VersionRow
  people: PersonOnApp[]
  change: ReviewChange
  /** Whether this move removed the version's key from the app's marketplace page. */
  removesKey: boolean
}

/**
 * Notifies the other side by email: staff of a submission, the app's owner and admins of a decision. A withdrawal sends
 * none.
 */
export async function mailReview(tx: Tx, services: Services, reviewed: Reviewed): Promise<void> {
  const email = await composeEmail(tx, services, reviewed)
  if (email) await sendToEach(tx, services.now(), byPerson(reviewed.actor.id), email)
}

async function composeEmail(tx: Tx, services: Services, reviewed: Reviewed): Promise<SharedMail | null> {
  const publicUrl = services.settings.PUBLIC_URL
  const { actor, app, version, people, change, removesKey } = reviewed
  const name = `Version ${versionLabel(version)} of ${app.internal_name}`
  const editors = editorAddresses(people)
  const versionsPage = `${publicUrl}${appAddress(app.id, 'versions')}`
  const nextStep = (reader: 'admin' | 'staff') => loadNextStepText(services, tx, app.id, reader)
  const message = change.admin_notes ? `The reviewer wrote:\n\n${change.admin_notes}` : ''
  switch (change.move) {
    case 'submit':
      return {
        kind: 'version_submitted',
        recipients: await staffAddresses(tx),
        subject: `${name} waits for a review`,
        paragraphs: [
          `${actor.name} submitted ${name.replace('Version', 'version')} for review.`,
          `Notes for the reviewer:\n\n${change.developer_notes ?? ''}`,
          await nextStep('staff'),
          `Review it here:\n${publicUrl}${adminAppAddress(app.id)}`,
        ],
      }
    case 'approve':
      return {
        kind: 'version_approved',
        recipients: editors,
        subject: `${name} was approved`,
        paragraphs: [
          `${name} was approved.`,
          message,
          await nextStep('admin'),
          `Your versions:\n${versionsPage}`,
        ],
      }
    case 'reject':
      return {
        kind: 'version_rejected',
        recipients: editors,
        subject: `${name} was not approved`,
        paragraphs: [
          `${name} was not approved.`,
          message,
          removesKey ? "Its app version key was removed from the app's marketplace page." : '',
          await nextStep('admin'),
          `Your versions:\n${versionsPage}`,
        ],
      }
    case 'withdraw':
      return null
    default:
      return change.move satisfies never
  }
}
