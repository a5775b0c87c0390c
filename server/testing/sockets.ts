import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { loggerOptions } from '../src/logging.ts'
import { startTestServer, type TestServer } from './server.ts'

export interface RawReply {
  status: number
  headers: Record<string, string>
  body: string
}

interface LogLine {
  level: number
  msg: string
  reqId?: string
}

export interface ListeningServer extends TestServer {
  port: number
  /** What the log holds of requests so far. */
  logged: () => LogLine[]
  /** The errors that were reported. */
  reported: Error[]
}

/** A test server on a port of its own, with its log and its error reports at hand. */
export async function startListeningServer(
  options: Parameters<typeof startTestServer>[0] = {},
): Promise<ListeningServer> {
  const stream = new PassThrough()
  const reported: Error[] = []
  const server = await startTestServer({
    ...options,
    logger: { ...loggerOptions({ LOG_LEVEL: 'info' }), stream },
    watch: { onInternalError: (error) => void reported.push(error) },
  })
  const listening = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const lines: LogLine[] = []
  const logged = (): LogLine[] => {
    const text = String(stream.read() ?? '')
    for (const line of text.split('\n')) if (line !== '') lines.push(JSON.parse(line))
    return lines.filter(({ msg }) => !msg.startsWith('Server listening'))
  }
  const port = Number(new URL(listening).port)
  return { ...server, port, logged, reported }
}

export async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return socket
}

/** Everything the server sends on this connection until it ends it. */
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

/** Sends these bytes on a connection of their own and reads what comes back until the server ends it. */
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
