import { FinalError, type JobHandler } from '../jobs/kinds.ts'
import { composeFooter } from './composeFooter.ts'
import { holdEmail } from './daily/store.ts'
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
  deleteEmails,
  findEmail,
  listAttachments,
  markSent,
  resetUnconfirmedSends,
  takeBackSend,
  type Email,
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
  email: Email,
  subscription: MailSubscription | null,
): Promise<boolean> {
  if (!subscription || subscription.delivery === 'on') return admit({ db, now }, email)
  if (subscription.delivery === 'off') {
    await deleteEmails(db, [email.id])
    return false
  }
  const { id: developerId } = subscription.subscriber
  await db.transaction().execute((tx) => holdEmail(tx, email.id, developerId, now()))
  return false
}

interface Message {
  text: string
  headers: Record<string, string>
}

/** Returns the email to send. An optional one ends with how to stop it. */
function addFooter(services: Services, { body }: Email, subscription: MailSubscription | null): Message {
  if (!subscription) return { text: body, headers: {} }
  const footer = composeFooter(services, subscription)
  return { text: `${body.trimEnd()}\n\n${footer.text}\n`, headers: footer.headers }
}

/**
 * Returns an email's message ID, which is the same for each attempt, because email programs show messages with the same
 * ID once. The email's number isn't enough, because other portals, and this one with a new database, also use it.
 */
function toMessageId({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>, { id, created_at: at }: Email): string {
  return `<mail-${id}-${Date.parse(at).toString(36)}@${new URL(PUBLIC_URL).hostname}>`
}

/**
 * Sends an email over SMTP and counts the attempt before the content leaves, because a process that is killed earlier
 * has sent nothing. An email that the server definitely didn't accept doesn't count.
 */
async function sendCounted(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  smtpUrl: string,
  email: Email,
  { text, headers }: Message,
): Promise<void> {
  const files = await listAttachments(db, [email.id])
  const transport = openTransport(smtpUrl, settings.MAIL_FROM)
  let isCounted = false
  try {
    await sendOver(
      transport,
      {
        to: email.recipient,
        subject: email.subject,
        text: renderText(settings, text),
        html: renderHtml(settings, { subject: email.subject, text }),
        headers,
        attachments: files.map(({ filename, content_type: contentType, content }) => ({
          filename,
          contentType,
          content,
        })),
        messageId: toMessageId(settings, email),
      },
      {
        beforeEnd: async () => {
          if (!(await countSend(db, email.id, maxUnconfirmed))) throw new SentTwiceError()
          isCounted = true
        },
      },
    )
  } catch (error) {
    if (isCounted && !(error instanceof UnconfirmedError)) await takeBackSend(db, email.id)
    throw isRefusedForGood(error)
      ? new FinalError('The email server refused this email', { cause: error })
      : error
  } finally {
    transport.close()
  }
}

/** Returns whether an email wasn't sent because it was canceled, or sent by another process, in the meantime. */
async function isSettled(db: Db, error: unknown, { id }: Email): Promise<boolean> {
  if (!(error instanceof SentTwiceError)) return false
  const email = await findEmail(db, id)
  return !email || email.sent_at !== null
}

/**
 * Sends one email of the outbox to the SMTP server, unless the limit holds it back. Without a server it stays
 * readable at /dev/mail.
 */
export const deliverEmail: JobHandler<'mail.deliver'> = {
  run: async (services, { mail_id }) => {
    const { db, settings, now } = services
    const email = await findEmail(db, mail_id)
    if (!email || email.sent_at) return
    const subscription = await findSubscription(db, email)
    if (!(await isDue(services, email, subscription))) return
    const message = addFooter(services, email, subscription)
    if (!settings.SMTP_URL) {
      await markSent(db, [email.id], now(), message.text)
      return
    }
    if (email.unconfirmed_sends >= maxUnconfirmed) throw new SentTwiceError()
    try {
      await sendCounted(services, settings.SMTP_URL, email, message)
    } catch (error) {
      if (await isSettled(db, error, email)) return
      throw error
    }
    await db.transaction().execute(async (tx) => {
      await markSent(tx, [email.id], now(), deliveredBody)
      await deleteAttachments(tx, [email.id])
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
