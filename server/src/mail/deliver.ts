import { createTransport } from 'nodemailer'
import type { JobHandler } from '../jobs/kinds.ts'
import { admit } from './limit.ts'
import { deleteAttachments, findMail, listAttachments, markSent } from './store.ts'

/** A hanging email server must not hold up other jobs, and nodemailer's own timeouts are ten minutes. */
const smtpTimeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
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
    const transport = createTransport(
      { url: settings.SMTP_URL, ...smtpTimeouts },
      { from: settings.MAIL_FROM },
    )
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
    } finally {
      transport.close()
    }
    await db.transaction().execute(async (tx) => {
      await markSent(tx, mail.id, now(), deliveredBody)
      await deleteAttachments(tx, mail.id)
    })
  },
}
