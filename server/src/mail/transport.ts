import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer'

/** A hanging email server must not hold up other jobs, and nodemailer's own timeouts are ten minutes. */
const smtpTimeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
}

export const openTransport = (url: string, from: string): Transporter =>
  createTransport({ url, ...smtpTimeouts }, { from })

/** The email server may have the email: it got all of it, and didn't say whether it accepted it. */
export class UnconfirmedError extends Error {}

/** Sends an email, or throws. Any error but an `UnconfirmedError` means that the email server doesn't have it. */
export async function sendOver(transport: Transporter, email: SendMailOptions): Promise<void> {
  let isComplete = false
  transport.use('stream', (mail, done) => {
    // Its content is read once the email server asks for it, and an incomplete email is discarded.
    mail.message.processFunc((content) => content.once('end', () => (isComplete = true)))
    done()
  })
  try {
    await transport.sendMail(email)
  } catch (error) {
    const isAnswered =
      error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
    if (!isComplete || isAnswered) throw error
    throw new UnconfirmedError("The email server didn't say whether it accepted the email", { cause: error })
  }
}
