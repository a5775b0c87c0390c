import { FinalError, type JobHandler } from '../jobs/kinds.ts'
import { composeFooter } from './composeFooter.ts'
import { holdMail } from './daily/store.ts'
import type { Db } from '../db/schema.ts'
import { findSubscription, type MailSubscription } from './findSubscription.ts'
import { admit } from './limit.ts'
import { renderHtml, renderText } from './renderHtml.ts'
import { openTransport, sendOver, UnconfirmedError } from './transport.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'
import {
  countSend,
  deleteAttachments,
  deleteMails,
  findMail,
  listAttachments,
  markSent,
  resetUnconfirmedSends,
  takeBackSend,
  type Mail,
} from './store.ts'

/**
 * Returns whether the email server refused this email permanently, with a 5xx reply to its recipient or its content. A
 * 5xx reply to the connection or the login is about the server, which an operator can fix while the email waits.
 */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && 'responseCode' in error)) return false
  const { code, responseCode: status } = error
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof status === 'number' && status >= 500
}

/** A server that never confirms must not send the same email with every attempt. */
const maxUnconfirmed = 2

class SentTwiceError extends FinalError {
  override message = 'The email was sent twice, and the email server confirmed it neither time'
}

const deliveredBody = 'This email was delivered. Its text is no longer stored.'

/**
 * Returns whether an email is sent now. One that its recipient doesn't want is deleted, or waits for the daily email.
 */
async function isDue(
  { db, now }: Services,
  mail: Mail,
  subscription: MailSubscription | null,
): Promise<boolean> {
  if (!subscription || subscription.delivery === 'on') return admit({ db, now }, mail)
  if (subscription.delivery === 'off') {
    await deleteMails(db, [mail.id])
    return false
  }
  const { id: developerId } = subscription.subscriber
  await db.transaction().execute((tx) => holdMail(tx, mail.id, developerId, now()))
  return false
}

interface Message {
  text: string
  headers: Record<string, string>
}

/** Returns the email to send. An optional one ends with how to stop it. */
function addFooter(services: Services, { body }: Mail, subscription: MailSubscription | null): Message {
  if (!subscription) return { text: body, headers: {} }
  const footer = composeFooter(services, subscription)
  return { text: `${body.trimEnd()}\n\n${footer.text}\n`, headers: footer.headers }
}

/**
 * Returns an email's message ID, which is the same for each attempt, because email programs show messages with the same
 * ID once. The email's number isn't enough, because other portals, and this one with a new database, also use it.
 */
function toMessageId({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>, { id, created_at: at }: Mail): string {
  return `<mail-${id}-${Date.parse(at).toString(36)}@${new URL(PUBLIC_URL).hostname}>`
}

/**
 * Sends an email over SMTP and counts the attempt before the content leaves, because a process that is killed earlier
 * has sent nothing. An email that the server definitely didn't accept doesn't count.
 */
async function sendCounted(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  smtpUrl: string,
  mail: Mail,
  { text, headers }: Message,
): Promise<void> {
  const files = await listAttachments(db, [mail.id])
  const transport = openTransport(smtpUrl, settings.MAIL_FROM)
  let isCounted = false
  try {
    await sendOver(
      transport,
      {
        to: mail.recipient,
        subject: mail.subject,
        text: renderText(settings, text),
        html: renderHtml(settings, { subject: mail.subject, text }),
        headers,
        attachments: files.map(({ filename, content_type: contentType, content }) => ({
          filename,
          contentType,
          content,
        })),
        messageId: toMessageId(settings, mail),
      },
      async () => {
        if (!(await countSend(db, mail.id, maxUnconfirmed))) throw new SentTwiceError()
        isCounted = true
      },
    )
  } catch (error) {
    if (isCounted && !(error instanceof UnconfirmedError)) await takeBackSend(db, mail.id)
    throw isRefusedForGood(error)
      ? new FinalError('The email server refused this email', { cause: error })
      : error
  } finally {
    transport.close()
  }
}

const wasCanceled = async (db: Db, error: unknown, mail: Mail): Promise<boolean> =>
  error instanceof SentTwiceError && !(await findMail(db, mail.id))

/**
 * Sends one email of the outbox to the SMTP server, unless the limit holds it back. Without a server it stays
 * readable at /dev/mail.
 */
export const deliverMail: JobHandler<'mail.deliver'> = {
  run: async (services, { mail_id }) => {
    const { db, settings, now } = services
    const mail = await findMail(db, mail_id)
    if (!mail || mail.sent_at) return
    const subscription = await findSubscription(db, mail)
    if (!(await isDue(services, mail, subscription))) return
    const message = addFooter(services, mail, subscription)
    if (!settings.SMTP_URL) {
      await markSent(db, [mail.id], now(), message.text)
      return
    }
    if (mail.unconfirmed_sends >= maxUnconfirmed) throw new SentTwiceError()
    try {
      await sendCounted(services, settings.SMTP_URL, mail, message)
    } catch (error) {
      if (await wasCanceled(db, error, mail)) return
      throw error
    }
    await db.transaction().execute(async (tx) => {
      await markSent(tx, [mail.id], now(), deliveredBody)
      await deleteAttachments(tx, [mail.id])
    })
  },
  // Someone decided to send it again.
  reopen: async (tx, _now, payloads) => {
    await resetUnconfirmedSends(
      tx,
      payloads.map(({ mail_id }) => mail_id),
    )
    return payloads.map(() => true)
  },
}
