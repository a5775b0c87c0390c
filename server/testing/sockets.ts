import { connect, type Socket } from 'node:net'
import { ErrorReply } from '@trestle/domain/http/errorReply.ts'
import type { Session } from '@trestle/domain/accounts/contract.ts'
import type { LightMyRequestResponse } from 'fastify'
import { loggerOptions } from '../src/logging.ts'
import { password } from './build.ts'
import { startTestServer, type TestServer } from './server.ts'

export interface RawReply {
  status: number
  headers: Record<string, string>
  body: string
}

interface LogLine {
  level: string
  msg: string
  reqId?: string
  err?: { message: string }
}

export interface ListeningServer extends TestServer {
  port: number
  /** Returns the log lines about requests so far. */
  logged: () => LogLine[]
  /** The errors that were reported. */
  reported: Error[]
}

/** Starts a test server on its own port, with its log and its error reports. */
export async function startListeningServer(
  options: Parameters<typeof startTestServer>[0] = {},
): Promise<ListeningServer> {
  const lines: LogLine[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const reported: Error[] = []
  const server = await startTestServer({
    ...options,
    logger: { ...loggerOptions({ LOG_LEVEL: 'info' }), stream },
    watch: { onInternalError: (error) => void reported.push(error) },
  })
  const listening = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const logged = () => lines.filter(({ msg }) => !msg.startsWith('Server listening'))
  const port = Number(new URL(listening).port)
  return { ...server, port, logged, reported }
}

/** Signs in over HTTP and returns the headers that a browser would send with its next call. */
export async function signIn(
  { app }: TestServer,
  { email }: { email: string },
): Promise<{ cookie: string; 'x-csrf-token': string }> {
  const session = await app.inject('/api/v1/session')
  const signedIn = await app.inject({
    method: 'POST',
    url: '/api/v1/session',
    headers: { cookie: toCookieHeader(session), 'x-csrf-token': session.json<Session>().csrf_token },
    payload: { email, password },
  })
  const cookies = new Map([...session.cookies, ...signedIn.cookies].map(({ name, value }) => [name, value]))
  return {
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-csrf-token': signedIn.json<Session>().csrf_token,
  }
}

const toCookieHeader = ({ cookies }: LightMyRequestResponse): string =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/** Returns the head of a request as it is sent. */
export const writeHead = (target: string, headers: Record<string, string | number> = {}): string =>
  [
    `${target} HTTP/1.1`,
    'Host: portal.test',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')

export async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return socket
}

/** Returns everything the server sends on a connection until it closes it. */
export async function readToEnd(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket
      .once('end', resolve)
      .once('close', resolve)
      .once('error', () => resolve())
  })
  socket.destroy()
  return Buffer.concat(chunks).toString('latin1')
}

/** Sends bytes on a new connection and returns everything the server sends until it closes the connection. */
export async function exchange(port: number, bytes: string | Buffer): Promise<string> {
  const socket = await openSocket(port)
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  return readToEnd(socket)
}

export function parseReply(text: string): RawReply {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
    }),
  )
  return { status: Number(statusLine.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}

/** Parses the error reply (ERR-42) in these bytes. Throws if they are something else. */
export const parseErrorReply = (text: string): ErrorReply =>
  ErrorReply.parse(JSON.parse(parseReply(text).body))
