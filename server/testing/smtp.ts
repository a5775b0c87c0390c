import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/**
 * Starts an email server that stores what it receives and refuses the first few with this status, by default one that
 * invites to try again, once it has the content or already for the recipient. Stops when the test ends.
 */
export async function startSmtp(
  refuse = 0,
  refusalStatus = 450,
  refuses: 'content' | 'recipient' = 'content',
): Promise<{ url: string; received: Buffer[] }> {
  const received: Buffer[] = []
  let refusals = refuse
  /** Returns the refusal of an email to this address, or null once there were enough. */
  const refusalOf = (what: typeof refuses, address: string): Error | null => {
    if (what !== refuses || refusals === 0) return null
    refusals -= 1
    return Object.assign(new Error(`no room for ${address}`), { responseCode: refusalStatus })
  }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(refusalOf('recipient', address)),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refusal = refusalOf('content', session.envelope.rcptTo.map(({ address }) => address).join())
        if (!refusal) received.push(Buffer.concat(chunks))
        done(refusal)
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
  const address = smtp.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `smtp://127.0.0.1:${port}`, received }
}

/** What a broken email server does with a connection. The last three have received the email by then. */
export type SmtpFault =
  | 'is silent'
  | 'greets with garbage'
  | 'ends before the email'
  | 'ends instead of a reply'
  | 'replies garbage'
  | 'never replies'

/** Starts an email server with a fault, until it is repaired. Stops when the test ends. */
export async function startBrokenSmtp(
  fault: SmtpFault,
): Promise<{ url: string; received: string[]; repair: () => void }> {
  const received: string[] = []
  let isBroken = true
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket.on('error', () => socket.destroy()).once('close', () => open.delete(socket)))
    const has = (...faults: SmtpFault[]) => isBroken && faults.includes(fault)
    if (has('is silent')) return
    if (has('greets with garbage')) return void socket.end('\0\u{ff} HTTP/1.1 400\r\n')
    socket.write('220 ready\r\n')
    let email: string[] | undefined
    createInterface({ input: socket }).on('line', (line) => {
      if (email === undefined) {
        if (line === 'DATA' && has('ends before the email')) return void socket.destroy()
        if (line === 'DATA') email = []
        return void socket.write(line === 'DATA' ? '354 go on\r\n' : '250 fine\r\n')
      }
      if (line !== '.') return void email.push(line)
      received.push(email.join('\n'))
      email = undefined
      if (has('ends instead of a reply')) socket.destroy()
      else if (!has('never replies')) socket.write(has('replies garbage') ? '<html>\r\n' : '250 accepted\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, received, repair: () => (isBroken = false) }
}
