import type { Tx } from '../db/schema.ts'
import { findSubscriber } from '../notificationPreferences/findSubscriber.ts'
import { runEach } from '../runEach.ts'
import type { Services } from '../services.ts'
import { composeDaily, type DailyMail } from './composeDaily.ts'
import {
  claimDay,
  deleteDueHolds,
  listDailyMails,
  listDueRecipients,
  listHeldFiles,
  moveFiles,
  type HeldFile,
} from './daily/store.ts'
import { preferenceFor } from './kinds.ts'
import { maxAttachmentBytes, queueMail } from './send.ts'
import { deleteAttachments, deleteMails, markSent, type Mail } from './store.ts'

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
  const mails = await listDailyMails(tx, developerId)
  await deleteDueHolds(tx, developerId)
  const subscriber = await findSubscriber(tx, developerId)
  const wanted = mails.flatMap((mail) => {
    const preference = preferenceFor(mail.kind)
    if (preference === 'always' || preference === 'daily' || subscriber?.preferences[preference] === 'off') {
      return []
    }
    return [{ mail, preference }]
  })
  const ids = wanted.map(({ mail }) => mail.id)
  await deleteMails(
    tx,
    mails.map(({ id }) => id).filter((id) => !ids.includes(id)),
  )
  const files = await listHeldFiles(tx, ids)
  const attached = selectFitting(files)
  const [first, ...others] = wanted.map((each) => toDailyMail(each, files, attached))
  if (!first || !subscriber) return
  const at = now()
  const sentId = await queueMail(tx, at, {
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

function toDailyMail(
  { mail, preference }: { mail: Mail; preference: DailyMail['preference'] },
  files: readonly HeldFile[],
  attached: readonly HeldFile[],
): DailyMail {
  const own = files.filter(({ mail_id: id }) => id === mail.id)
  const names = (isAttached: boolean) =>
    own.filter((file) => attached.includes(file) === isAttached).map(({ filename }) => filename)
  const { created_at: at, subject, body } = mail
  return { preference, at, subject, body, attached: names(true), leftOut: names(false) }
}
