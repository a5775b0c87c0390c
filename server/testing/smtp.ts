import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/**
 * Starts an email server that stores what it receives and refuses the first few with this status, by default one that
 * invites to try again. Stops when the test ends.
 */
export async function startSmtp(
  refuse = 0,
  refusalStatus = 450,
): Promise<{ url: string; received: Buffer[] }> {
  const received: Buffer[] = []
  let refusals = refuse
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusals > 0) {
          refusals -= 1
          const message = `no room for ${session.envelope.rcptTo.map(({ address }) => address).join()}`
          done(Object.assign(new Error(message), { responseCode: refusalStatus }))
          return
        }
        received.push(Buffer.concat(chunks))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
  const address = smtp.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `smtp://127.0.0.1:${port}`, received }
}
