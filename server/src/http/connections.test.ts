import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildApp, buildDeveloper } from '../../testing/build.ts'
import { writeForm } from '../../testing/pictures.ts'
import { startTestServer } from '../../testing/server.ts'
import {
  exchange,
  openSocket,
  parseErrorReply,
  parseReply,
  readToEnd,
  signIn,
  startListeningServer,
  writeHead,
  type ListeningServer,
} from '../../testing/sockets.ts'
import { connectionTimes, limitConnections } from './connections.ts'

/** Each test shortens only the time limit it covers, so that a busy machine closes no connection for another reason. */
const long = 30_000
const longBeforeThat = 10_000

/** Has a short limit for bodies only. */
let server: ListeningServer
/** Has a long limit for bodies, and short ones for everything else. */
let strict: ListeningServer
let headers: Record<string, string>
beforeAll(async () => {
  server = await startListeningServer({
    keepOpen: true,
    times: { headersMs: long, bodyMs: 500, requestMs: long, checkEveryMs: 50 },
  })
  strict = await startListeningServer({
    keepOpen: true,
    times: { headersMs: 500, bodyMs: long, requestMs: 1500, keepAliveMs: 1000, checkEveryMs: 50 },
  })
  headers = await signIn(server, await buildDeveloper(server))
})
afterAll(() => Promise.all([server.close(), strict.close()]))

/** Sends this text repeatedly until the connection is closed. */
function trickle(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20)
  socket.on('error', () => undefined).once('close', () => clearInterval(timer))
  onTestFinished(() => clearInterval(timer))
}

/** Returns the server's output and how long it takes to close the connection. */
async function timeToEnd(socket: Socket): Promise<{ text: string; ms: number }> {
  const start = performance.now()
  const text = await readToEnd(socket)
  return { text, ms: performance.now() - start }
}

const createApp = (more: Record<string, string | number>) =>
  writeHead('POST /api/v1/developer_apps', { ...headers, 'content-type': 'application/json', ...more })

test('listens on localhost with one server, so that every connection has these limits', async () => {
  const { app } = await startTestServer()
  await app.listen({ port: 0, host: 'localhost' })
  expect(app.addresses()).toHaveLength(1)
})

test("the product's time limits", async () => {
  const { app } = await startTestServer()
  expect(app.server).toMatchObject({
    headersTimeout: 15_000,
    requestTimeout: 600_000,
    keepAliveTimeout: 65_000,
    timeout: 120_000,
    maxConnections: 1000,
  })
})

describe('the head of a request', () => {
  test('closes the connection when it never arrives', async () => {
    const { text, ms } = await timeToEnd(await openSocket(strict.port))
    expect(text).toBe('')
    expect(ms).toBeLessThan(longBeforeThat)
  })

  test('the head of a request is refused when it arrives one character at a time', async () => {
    const socket = await openSocket(strict.port)
    socket.write('GET /api/v1/session HTTP/1.1\r\nHost: portal.test\r\nX-Slow: ')
    trickle(socket, 'x')
    const { text, ms } = await timeToEnd(socket)
    expect(parseReply(text).status).toBe(408)
    expect(parseErrorReply(text)).toMatchObject({
      code: 'timed_out',
      message: 'The request took too long to arrive. Try again.',
    })
    expect(ms).toBeLessThan(longBeforeThat)
  })
})

describe('the body of a request', () => {
  test.each([
    ['of a known length', { 'content-length': 1000 }, 'x'],
    ['in chunks', { 'transfer-encoding': 'chunked' }, '1\r\nx\r\n'],
    ['of a form', { 'content-type': 'application/x-www-form-urlencoded', 'content-length': 1000 }, 'x'],
  ])('%s is refused when it arrives one character at a time', async (_what, more, piece) => {
    const socket = await openSocket(server.port)
    socket.write(createApp(more))
    trickle(socket, piece)
    const { text, ms } = await timeToEnd(socket)
    expect(parseReply(text).status).toBe(408)
    expect(parseErrorReply(text)).toMatchObject({
      code: 'timed_out',
      message: 'The request body took longer than 1 seconds to arrive. Try again.',
    })
    expect(ms).toBeLessThan(longBeforeThat)
    expect(server.logged().filter(({ level }) => level !== 'info')).toEqual([])
  })

  test('the body of a request does not hold its connection longer when it is too large and never ends', async () => {
    const socket = await openSocket(server.port)
    socket.write(createApp({ 'transfer-encoding': 'chunked' }))
    const chunk = `10000\r\n${'x'.repeat(0x1_00_00)}\r\n`
    socket.write(chunk + chunk)
    trickle(socket, '1\r\nx\r\n')
    const { text, ms } = await timeToEnd(socket)
    expect(parseReply(text).status).toBe(413)
    expect(ms).toBeLessThan(longBeforeThat)
  })

  test('the body of an unauthorized caller gets its reply immediately, and its connection closes soon', async () => {
    const socket = await openSocket(server.port)
    socket.write(writeHead('POST /api/v1/developer_apps', { 'content-length': 1000 }))
    trickle(socket, 'x')
    const { text, ms } = await timeToEnd(socket)
    expect(parseReply(text).status).toBe(401)
    expect(ms).toBeLessThan(longBeforeThat)
  })

  test('the body of a request does not hold its connection longer when sent to a page or a probe', async () => {
    for (const target of ['GET /healthz', 'GET /nothing_here', 'POST /nothing_here', 'POST /api/nothing']) {
      const socket = await openSocket(server.port)
      socket.write(writeHead(target, { 'content-length': 1000 }))
      trickle(socket, 'x')
      const { text, ms } = await timeToEnd(socket)
      expect(text, target).toMatch(/^HTTP/)
      expect(ms, target).toBeLessThan(longBeforeThat)
    }
  })
})

describe('a form with files', () => {
  const form = writeForm([{ name: 'developer_app[name]', value: 'Slowly Sent' }])

  async function sendSlowly(to: ListeningServer, pauseMs: number): Promise<{ text: string; ms: number }> {
    const person = await buildDeveloper(to)
    const app = await buildApp(to, { owner_id: person.id })
    const signedIn = await signIn(to, person)
    const socket = await openSocket(to.port)
    socket.write(
      writeHead(`PATCH /api/v1/developer_apps/${app.id}`, {
        ...signedIn,
        ...form.headers,
        'content-length': form.payload.length,
        connection: 'close',
      }),
    )
    socket.write(form.payload.subarray(0, 60))
    const rest = setTimeout(() => socket.write(form.payload.subarray(60)), pauseMs)
    onTestFinished(() => clearTimeout(rest))
    return timeToEnd(socket)
  }

  test('a form with files may take longer than other bodies', async () => {
    const { text } = await sendSlowly(server, 1000)
    expect([parseReply(text).status, text]).toEqual([200, expect.stringContaining('Slowly Sent')])
  })

  test('a form with files is refused when it takes longer than a whole request may', async () => {
    const { text, ms } = await sendSlowly(strict, long)
    expect(parseReply(text).status).toBe(408)
    expect(parseErrorReply(text)).toMatchObject({ code: 'timed_out' })
    expect(ms).toBeLessThan(longBeforeThat)
  })
})

describe('a connection', () => {
  test('a connection stays open between two requests for longer than headers may take, and closes eventually', async () => {
    const socket = await openSocket(strict.port)
    socket.write(writeHead('GET /healthz'))
    await once(socket, 'readable')
    expect(parseReply(String(socket.read())).headers['keep-alive']).toBe('timeout=1')
    const second = setTimeout(() => socket.write(writeHead('GET /healthz')), 700)
    onTestFinished(() => clearTimeout(second))
    const { text, ms } = await timeToEnd(socket)
    expect(parseReply(text).status).toBe(200)
    expect(ms).toBeLessThan(longBeforeThat)
  })

  test('delivers the reply after a body that is too large was sent completely', async () => {
    const patient = await startListeningServer()
    const socket = await openSocket(patient.port)
    const body = Buffer.alloc(8 * 1024 * 1024, 'x')
    const signedIn = await signIn(patient, await buildDeveloper(patient))
    socket.write(
      writeHead('POST /api/v1/developer_apps', {
        ...signedIn,
        'content-type': 'application/json',
        'content-length': body.length,
      }),
    )
    // Like a client that reads nothing until everything is sent.
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject).write(body, () => resolve())
    })
    await once(socket, 'readable')
    expect(parseErrorReply(String(socket.read()))).toMatchObject({ code: 'too_large' })
    socket.destroy()
  })
})

describe('more connections than allowed', () => {
  test('more connections than allowed are closed immediately with one log line, until another connection ends', async () => {
    const crowded = await startListeningServer({ env: { MAX_CONNECTIONS: '3' } })
    const first = await Promise.all([1, 2, 3].map(() => openSocket(crowded.port)))
    for (const _more of [1, 2, 3]) {
      const socket = await openSocket(crowded.port)
      socket.write(writeHead('GET /healthz'))
      expect(await readToEnd(socket)).toBe('')
    }
    expect(crowded.logged().filter(({ level }) => level === 'warn')).toMatchObject([
      { msg: 'closed connections because MAX_CONNECTIONS was reached' },
    ])
    first[0]?.destroy()
    await expect
      .poll(async () => {
        const socket = await openSocket(crowded.port)
        socket.write(writeHead('GET /healthz', { connection: 'close' }))
        return parseReply(await readToEnd(socket)).status
      })
      .toBe(200)
    for (const socket of first) socket.destroy()
  })
})

test('connections that were dropped since are in the next log line, a minute later', () => {
  const lines: string[] = []
  const app = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } })
  limitConnections(app, { times: connectionTimes, maxConnections: 1 })
  const start = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(start)
  onTestFinished(() => clock.mockRestore())
  for (const seconds of [0, 1, 2, 61, 62, 122]) {
    clock.mockReturnValue(start + seconds * 1000)
    app.server.emit('drop')
  }
  expect(lines.map((line) => (JSON.parse(line) as { dropped: number }).dropped)).toEqual([1, 3, 2])
})

test('an open connection does not retain its last request', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const requests: WeakRef<IncomingMessage>[] = []
  server.app.server.on('request', (request: IncomingMessage) => requests.push(new WeakRef(request)))
  const socket = await openSocket(server.port)
  socket.write(writeHead('GET /api/v1/session'))
  await once(socket, 'data')
  await expect
    .poll(() => {
      collectGarbage()
      return requests.map((request) => request.deref()?.url)
    })
    .toEqual([undefined])
  expect(socket.readyState).toBe('open')
  socket.destroy()
})

test('a connection that was closed takes no memory', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const app = Fastify()
  onTestFinished(() => app.close())
  limitConnections(app, { times: connectionTimes, maxConnections: 10 })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const closed: WeakRef<Socket>[] = []
  app.server.on('connection', (socket: Socket) => closed.push(new WeakRef(socket)))
  for (let index = 0; index < 5; index += 1) await exchange(port, writeHead('GET /', { connection: 'close' }))
  expect(closed).toHaveLength(5)
  await expect
    .poll(() => {
      collectGarbage()
      return closed.filter((socket) => socket.deref() !== undefined).length
    })
    .toBe(0)
})

describe('a server that shuts down', () => {
  test('a server that shuts down does not wait for requests that never arrive', async () => {
    // Closes their connections immediately, not at its next check.
    const leaving = await startListeningServer({ times: { checkEveryMs: long } })
    const silent = await openSocket(leaving.port)
    const half = await openSocket(leaving.port)
    half.write('GET /healthz HTTP/1.1\r\nX-Slow: ')
    trickle(half, 'x')
    const start = performance.now()
    await leaving.leave()
    expect(performance.now() - start).toBeLessThan(longBeforeThat)
    expect(await Promise.all([readToEnd(silent), readToEnd(half)])).toEqual(['', ''])
  })

  test('leaves no timer, which would keep its process running', async () => {
    const app = Fastify()
    limitConnections(app, { times: connectionTimes, maxConnections: 10 })
    const countTimers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    await app.listen({ port: 0, host: '127.0.0.1' })
    const before = countTimers()
    await app.close()
    expect(countTimers()).toBeLessThanOrEqual(before)
  })

  test('cuts off a request that does not end in time', async () => {
    const leaving = await startListeningServer({ times: { shutdownMs: 200, checkEveryMs: 50 } })
    const signedIn = await signIn(leaving, await buildDeveloper(leaving))
    const socket = await openSocket(leaving.port)
    const arrived = once(leaving.app.server, 'request')
    socket.write(
      writeHead('POST /api/v1/developer_apps', {
        ...signedIn,
        'content-type': 'application/json',
        'content-length': 9_000,
      }),
    )
    await arrived
    trickle(socket, ' ')
    const start = performance.now()
    await leaving.leave()
    const ms = performance.now() - start
    expect(ms).toBeGreaterThan(190)
    expect(ms).toBeLessThan(longBeforeThat)
  })
})
