import type { Tx } from '../db/schema.ts'
import { findSubscriber, type Subscriber } from '../notificationPreferences/findSubscriber.ts'
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
import { preferenceFor, type MailKind } from './kinds.ts'
import { maxAttachmentBytes, queueEmail } from './send.ts'
import { deleteAttachments, deleteEmails, markSent, type Email } from './store.ts'

const sentBody = 'This email was sent as part of a daily email. Its text is no longer stored.'

/** Selects the emails of one kind that a developer should still get after they waited for the daily email. */
export type HeldEmailCheck = (
  tx: Tx,
  recipient: Pick<Subscriber, 'email'>,
  emails: readonly Email[],
) => Promise<readonly Email[]>

export type HeldEmailChecks = Partial<Record<MailKind, HeldEmailCheck>>

/**
 * Sends a daily email to each developer for whom one is due, each in its own transaction. One that fails doesn't stop
 * the others.
 */
export function sendDailyEmails(
  services: Services,
  checks: HeldEmailChecks,
  recipientsAtOnce = 100,
): Promise<void> {
  return runEach(eachDueRecipient(services, recipientsAtOnce), (id) =>
    services.db.transaction().execute((tx) => sendDaily(tx, services, checks, id)),
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

/**
 * Sends a developer the emails of the day as one. Emails of a kind that they have since turned off, or that they may no
 * longer read, are deleted.
 */
async function sendDaily(
  tx: Tx,
  { now, settings }: Services,
  checks: HeldEmailChecks,
  developerId: number,
): Promise<void> {
  if (!(await claimDay(tx, developerId))) return
  const emails = await listDailyEmails(tx, developerId)
  await deleteDueHolds(tx, developerId)
  const subscriber = await findSubscriber(tx, developerId)
  const readable = subscriber ? await selectReadable(tx, checks, subscriber, emails) : []
  const wanted = readable.flatMap((email) => {
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

/** Selects the emails that pass the check of their kind, in their order. */
async function selectReadable(
  tx: Tx,
  checks: HeldEmailChecks,
  recipient: Pick<Subscriber, 'email'>,
  emails: readonly Email[],
): Promise<Email[]> {
  const refused = new Set<Email>()
  for (const [kind, check] of Object.entries(checks)) {
    const ofKind = emails.filter((email) => email.kind === kind)
    if (ofKind.length === 0) continue
    const passed = await check(tx, recipient, ofKind)
    for (const email of ofKind) if (!passed.includes(email)) refused.add(email)
  }
  return emails.filter((email) => !refused.has(email))
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
