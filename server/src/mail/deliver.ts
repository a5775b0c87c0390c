import { FinalError, type JobHandler } from '../jobs/kinds.ts'
import { admit } from './limit.ts'
import { openTransport } from './transport.ts'
import { deleteAttachments, findMail, listAttachments, markSent } from './store.ts'

/**
 * Returns whether the email server refused this email for good: it answered 5xx to its recipient or its content. A 5xx
 * to the connection or the login is about the server, which an operator can fix while the email waits.
 */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && 'responseCode' in error)) return false
  const { code, responseCode: status } = error
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof status === 'number' && status >= 500
}

const deliveredBody = 'This email was delivered. Its text is no longer stored.'

/**
 * Sends one email of the outbox to the SMTP server, unless the limit holds it back. Without a server it stays
 * readable at /dev/mail.
 */
export const deliverMail: JobHandler<'mail.deliver'> = {
  run: async ({ db, settings, now }, { mail_id }) => {
    const mail = await findMail(db, mail_id)
    if (!mail || mail.sent_at) return
    if (!(await admit({ db, now }, mail))) return
    if (!settings.SMTP_URL) {
      await markSent(db, mail.id, now(), mail.body)
      return
    }
    const files = await listAttachments(db, [mail.id])
    const transport = openTransport(settings.SMTP_URL, settings.MAIL_FROM)
    try {
      await transport.sendMail({
        to: mail.recipient,
        subject: mail.subject,
        text: mail.body,
        attachments: files.map(({ filename, content_type: contentType, content }) => ({
          filename,
          contentType,
          content,
        })),
        messageId: `<mail-${mail.id}@trestle>`,
      })
    } catch (error) {
      if (!isRefusedForGood(error)) throw error
      throw new FinalError('The email server refused this email', { cause: error })
    } finally {
      transport.close()
    }
    await db.transaction().execute(async (tx) => {
      await markSent(tx, mail.id, now(), deliveredBody)
      await deleteAttachments(tx, mail.id)
    })
  },
}
