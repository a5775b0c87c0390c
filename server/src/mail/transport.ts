import { Readable } from 'node:stream'
import type { ConnectionOptions } from 'node:tls'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import SMTPTransport from 'nodemailer/lib/smtp-transport'
import { withinTime } from '../withinTime.ts'

/** An email server that hangs must not hold up other jobs, and nodemailer's own timeouts are ten minutes. */
const smtpTimeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
}

export const openTransport = (url: string, from: string): Transporter =>
  createTransport({ url, ...smtpTimeouts }, { from })

/** The time for signing in, or for a test email, however often the email server sends something. */
export const checkMs = 30_000

/** Signs in to the email server, and sends nothing. Throws if it can't be used. */
export async function checkTransport(
  url: string,
  { timeoutMs = checkMs, tls }: { timeoutMs?: number; tls?: ConnectionOptions } = {},
): Promise<void> {
  const transport = new SMTPTransport({ url, ...smtpTimeouts, tls })
  // The transport's own check can't be ended.
  const connection = new SMTPConnection(transport.options)
  try {
    await withinTime(signIn(connection, transport.getAuth()), timeoutMs, () => {
      throw new Error(`it did not finish within ${timeoutMs / 1000} seconds`)
    })
    connection.quit()
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Only signs in where the email server offers it, as the transport does before each email. */
const signIn = (connection: SMTPConnection, auth: ReturnType<SMTPTransport['getAuth']>): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.once('error', reject).once('end', () => reject(new Error('Connection closed')))
    connection.connect((error) => {
      if (error) reject(error)
      else if (!auth || !connection.allowsAuth) resolve()
      else connection.login(auth, (refusal) => (refusal ? reject(refusal) : resolve()))
    })
  })

/** Returns whether the email server refused the name or the password. */
export const isLoginRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EAUTH'

/** The email server may have the email, because it got all of it but didn't say whether it accepted it. */
export class UnconfirmedError extends Error {}

/** Passes the content on. It ends, and the email server accepts it, only after `beforeEnd`. */
async function* endAfter(content: Readable, beforeEnd: () => Promise<void>): AsyncGenerator<Buffer> {
  yield* content as AsyncIterable<Buffer>
  await beforeEnd()
}

interface SendOptions {
  /**
   * Runs when only the end of the email is still to be sent. If it throws, the email server discards what it has
   * received.
   */
  beforeEnd: () => Promise<void>
  /** The time for the whole email, of which the timeouts of silence know nothing. */
  timeoutMs?: number
}

/** Sends an email, or throws. Any error but an `UnconfirmedError` means that the email server doesn't have it. */
export async function sendOver(
  transport: Transporter,
  email: SendMailOptions,
  { beforeEnd, timeoutMs = 10 * minuteMs }: SendOptions,
): Promise<void> {
  let isComplete = false
  let failure: { error: unknown } | undefined
  const complete = async (): Promise<void> => {
    try {
      await beforeEnd()
      isComplete = true
    } catch (error) {
      // The email library changes the error that it gets.
      failure = { error }
      throw new Error('The email is not sent', { cause: error })
    }
  }
  transport.use('stream', (email, done) => {
    // Its content is read once the email server asks for it.
    email.message.processFunc((content) =>
      Readable.from(endAfter(content as Readable, complete), { objectMode: false }),
    )
    done()
  })
  try {
    await transport.sendMail({ ...email, signal: AbortSignal.timeout(timeoutMs) })
  } catch (error) {
    if (failure) throw failure.error
    const isAnswered =
      error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
    if (!isComplete || isAnswered) throw error
    throw new UnconfirmedError("The email server didn't say whether it accepted the email", { cause: error })
  }
}
