import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { listenOnFreePort } from '../../scripts/testing/listenOnFreePort.ts'

interface SmtpOptions {
  /** How many emails it refuses before it accepts any. */
  refusals?: number
  /** Defaults to one that invites a retry. */
  refusalStatus?: number
  /** Whether it refuses emails after the content, or already at the recipient. */
  refuses?: 'content' | 'recipient'
  /** How long it takes to confirm an email that it has received. */
  confirmMs?: number
}

export interface TestSmtp {
  url: string
  received: Buffer[]
  /**
   * Makes every email wait: two before the server has their content, the next two before they are confirmed, and so
   * on, so that each of two alternating processes waits at both points.
   */
  hold: () => { waiting: () => number; release: () => void }
  close: () => Promise<void>
}

interface Hold {
  emails: number
  waiting: number
  end: PromiseWithResolvers<void>
}

/** Starts an email server that stores what it receives. */
export async function openSmtp({
  refusals = 0,
  refusalStatus = 450,
  refuses = 'content',
  confirmMs = 0,
}: SmtpOptions = {}): Promise<TestSmtp> {
  const received: Buffer[] = []
  let refusalsLeft = refusals
  let held: Hold | undefined
  /** Returns the refusal of an email to this address, or null once there have been enough. */
  const refusalOf = (what: typeof refuses, address: string): Error | null => {
    if (what !== refuses || refusalsLeft === 0) return null
    refusalsLeft -= 1
    return Object.assign(new Error(`no room for ${address}`), { responseCode: refusalStatus })
  }
  const wait = async (): Promise<void> => {
    if (!held) return
    held.waiting += 1
    await held.end.promise
  }
  const waitInTurn = async (): Promise<void> => {
    if (!held) return
    const number = held.emails
    held.emails += 1
    if (number % 4 < 2) await wait()
  }
  const answer = async (
    done: (refusal: Error | null) => void,
    refusal: Error | null,
    waiting: Promise<unknown>,
  ): Promise<void> => {
    await waiting
    done(refusal)
  }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      void answer(done, refusalOf('recipient', address), waitInTurn())
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refusal = refusalOf('content', session.envelope.rcptTo.map(({ address }) => address).join())
        if (!refusal) received.push(Buffer.concat(chunks))
        void answer(done, refusal, Promise.all([wait(), pause(confirmMs)]))
      })
    },
  })
  // A killed process ends its connections at any point.
  smtp.on('error', () => undefined)
  const port = await listenOnFreePort(smtp.server)
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    hold: () => {
      const hold: Hold = { emails: 0, waiting: 0, end: Promise.withResolvers<void>() }
      held = hold
      return {
        waiting: () => hold.waiting,
        release: () => {
          if (held === hold) held = undefined
          hold.end.resolve()
        },
      }
    },
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
}

/** Starts an email server that stops when the test ends. */
export async function startSmtp(options: SmtpOptions = {}): Promise<TestSmtp> {
  const smtp = await openSmtp(options)
  onTestFinished(smtp.close)
  return smtp
}

/** How a broken email server treats a connection. With the last four, it has already received the email. */
export type SmtpFault =
  | 'is silent'
  | 'greets with garbage'
  | 'refuses every client'
  | 'never ends its first reply'
  | 'ends before the email'
  | 'ends instead of a reply'
  | 'replies garbage'
  | 'never replies'
  | 'never ends its reply'

function repeatLine(socket: Socket, line: string): void {
  const timer = setInterval(() => socket.write(`${line}\r\n`), 50)
  socket.once('close', () => clearInterval(timer))
}

/** Starts an email server with a fault that can be repaired. It stops when the test ends. */
export async function startBrokenSmtp(
  fault: SmtpFault,
): Promise<{ url: string; received: string[]; connections: () => number; repair: () => void }> {
  const received: string[] = []
  let isBroken = true
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket.on('error', () => socket.destroy()).once('close', () => open.delete(socket)))
    const has = (...faults: SmtpFault[]) => isBroken && faults.includes(fault)
    if (has('is silent')) return
    if (has('greets with garbage')) return void socket.end('\0\u{ff} HTTP/1.1 400\r\n')
    if (has('refuses every client')) return void socket.end('554 no service\r\n')
    socket.write('220 ready\r\n')
    let email: string[] | undefined
    // The line reader also emits the errors of its socket.
    const lines = createInterface({ input: socket }).on('error', () => socket.destroy())
    lines.on('line', (line) => {
      if (has('never ends its first reply')) return repeatLine(socket, '250-wait')
      if (email === undefined) {
        if (line === 'DATA' && has('ends before the email')) return void socket.destroy()
        if (line === 'DATA') email = []
        return void socket.write(line === 'DATA' ? '354 go on\r\n' : '250 fine\r\n')
      }
      if (line !== '.') return void email.push(line)
      received.push(email.join('\n'))
      email = undefined
      if (has('ends instead of a reply')) socket.destroy()
      else if (has('never ends its reply')) {
        repeatLine(socket, '250-wait')
      } else if (!has('never replies')) {
        socket.write(has('replies garbage') ? '<html>\r\n' : '250 accepted\r\n')
      }
    })
  })
  const port = await listenOnFreePort(server)
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    connections: () => open.size,
    repair: () => (isBroken = false),
  }
}
