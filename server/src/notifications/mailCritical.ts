import { utcDay } from '@trestle/domain/time/days.ts'
import { isShown } from '@trestle/domain/notifications/rules.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import { byPerson } from '../access/actor.ts'
import { confirmedAddressesAfter } from '../accounts/addresses.ts'
import type { Tx } from '../db/schema.ts'
import { renderMarkdown } from '../text/renderMarkdown.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { JobHandler, JobPayload } from '../jobs/kinds.ts'
import { sendEmails, type PlainEmail } from '../mail/send.ts'
import { writeText } from '../mail/writeText.ts'
import type { Services } from '../services.ts'
import { toPlainText } from '../text/toPlainText.ts'
import { lockNotification, changeNotification, type NotificationRow } from './store.ts'

/** The number of emails that one transaction inserts together. */
const batchSize = 200

/** Adds the job that emails a critical notification to everyone who doesn't have the email yet. */
export const enqueueCriticalEmails = (tx: Tx, now: Date, { id, mail_after: after }: NotificationRow) =>
  enqueue(tx, now, {
    kind: 'notification.mail',
    // The job of the same batch may have run while the notification was hidden.
    key: `${id}/${after ?? 0}/${now.getTime()}`,
    payload: { notification_id: id, after: after ?? 0 },
  })

/**
 * Emails a critical notification to every confirmed developer in batches. The job of the next batch marks this one
 * as done, so a batch that runs twice sends once. While the notification is hidden, the rest wait. Showing it adds the
 * job again.
 */
async function mailBatch(services: Services, payload: JobPayload<'notification.mail'>): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const now = services.now()
    const row = await lockNotification(tx, payload.notification_id)
    if (!row || !isShown(row, utcDay(now))) return
    const people = await confirmedAddressesAfter(tx, payload.after, batchSize)
    const last = people.at(-1)
    if (!last) return changeNotification(tx, row.id, { mail_after: null })
    const isFirstRun = await enqueue(tx, now, {
      kind: 'notification.mail',
      key: `${row.id}/${last.id}`,
      payload: { notification_id: row.id, after: last.id },
    })
    if (!isFirstRun) return
    await changeNotification(tx, row.id, { mail_after: last.id })
    const emails = people.map(({ email }) => criticalEmail(services, row, email))
    await sendEmails(tx, byPerson(row.created_by), now, emails)
  })
}

const criticalEmail = ({ settings }: Services, row: NotificationRow, recipient: string): PlainEmail => ({
  kind: 'critical_notification',
  recipient,
  subject: `${settings.PLATFORM_NAME}: ${row.title}`,
  body: writeText(
    toPlainText(renderMarkdown(row.summary, settings.PUBLIC_URL)),
    'Read the full announcement:',
    `${settings.PUBLIC_URL}${pageAddress('notification', { id: row.id })}`,
    `You're getting this email because you have a ${settings.PLATFORM_NAME} developer account and this announcement is critical.`,
  ),
})

/** Returns the id of the notification that an email is about: its address is the last one in the text. */
export function parseNotificationId({ body }: { body: string }): number | undefined {
  const address = pageAddress('notification', { id: 0 }).slice(0, -1)
  const line = body.split('\n').findLast((text) => text.includes(address))
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(address) + address.length))
}

export const mailCritical: JobHandler<'notification.mail'> = { run: mailBatch }
