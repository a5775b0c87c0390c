import type { Tx } from '../db/schema.ts'
import { findSubscriber } from '../notificationPreferences/findSubscriber.ts'
import { runEach } from '../runEach.ts'
import type { Services } from '../services.ts'
import { composeDaily, type DailyEmail } from './composeDaily.ts'
import {
  claimDay,
  deleteDueHolds,
  listDailyEmails,
  listDueRecipients,
  listHeldFiles,
  moveFiles,
  type HeldFile,
} from './daily/store.ts'
import { preferenceFor } from './kinds.ts'
import { maxAttachmentBytes, queueEmail } from './send.ts'
import { deleteAttachments, deleteEmails, markSent, type Email } from './store.ts'

const sentBody = 'This email was sent as part of a daily email. Its text is no longer stored.'

/**
 * Sends a daily email to each developer for whom one is due, each in its own transaction. One that fails doesn't stop
 * the others.
 */
export function sendDailyEmails(services: Services, recipientsAtOnce = 100): Promise<void> {
  return runEach(eachDueRecipient(services, recipientsAtOnce), (id) =>
    services.db.transaction().execute((tx) => sendDaily(tx, services, id)),
  )
}

async function* eachDueRecipient({ db }: Services, atOnce: number): AsyncGenerator<number> {
  let after: number | undefined = 0
  while (after !== undefined) {
    const ids: number[] = await listDueRecipients(db, after, atOnce)
    yield* ids
    after = ids.at(-1)
  }
}

/** Sends a developer the emails of the day as one. Emails of a kind that they have since turned off are deleted. */
async function sendDaily(tx: Tx, { now, settings }: Services, developerId: number): Promise<void> {
  if (!(await claimDay(tx, developerId))) return
  const emails = await listDailyEmails(tx, developerId)
  await deleteDueHolds(tx, developerId)
  const subscriber = await findSubscriber(tx, developerId)
  const wanted = emails.flatMap((email) => {
    const preference = preferenceFor(email.kind)
    if (preference === 'always' || preference === 'daily' || subscriber?.preferences[preference] === 'off') {
      return []
    }
    return [{ email, preference }]
  })
  const ids = wanted.map(({ email }) => email.id)
  await deleteEmails(
    tx,
    emails.map(({ id }) => id).filter((id) => !ids.includes(id)),
  )
  const files = await listHeldFiles(tx, ids)
  const attached = selectFitting(files)
  const [first, ...others] = wanted.map((each) => toDailyEmail(each, files, attached))
  if (!first || !subscriber) return
  const at = now()
  const sentId = await queueEmail(tx, at, {
    ...composeDaily(settings.PLATFORM_NAME, [first, ...others], at),
    kind: 'daily_email',
    recipient: subscriber.email,
    actor: 'job',
    admitted_at: at,
  })
  await moveFiles(
    tx,
    attached.map(({ id }) => id),
    sentId,
  )
  await markSent(tx, ids, at, sentBody)
  await deleteAttachments(tx, ids)
}

/** Returns the files that fit into one email, in order. */
function selectFitting(files: readonly HeldFile[]): HeldFile[] {
  let left = maxAttachmentBytes
  return files.filter(({ bytes }) => {
    if (bytes > left) return false
    left -= bytes
    return true
  })
}

function toDailyEmail(
  { email, preference }: { email: Email; preference: DailyEmail['preference'] },
  files: readonly HeldFile[],
  attached: readonly HeldFile[],
): DailyEmail {
  const own = files.filter(({ mail_id: id }) => id === email.id)
  const names = (isAttached: boolean) =>
    own.filter((file) => attached.includes(file) === isAttached).map(({ filename }) => filename)
  const { created_at: at, subject, body } = email
  return { preference, at, subject, body, attached: names(true), leftOut: names(false) }
}
