import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { withDeadline } from './bodyDeadline.ts'

/** How long a connection may take, in milliseconds. */
export interface ConnectionTimes {
  /** For the head of a request. */
  headersMs: number
  /** For its body, unless it is a form with files. */
  bodyMs: number
  /** For a whole request: long enough for a video of half a gigabyte at 7 megabits a second. */
  requestMs: number
  /** Between two requests: longer than the proxy in front waits, so that it is the one to close. */
  keepAliveMs: number
  /** Without a byte in either direction. */
  silenceMs: number
  /** How often the first and the third are looked at. */
  checkEveryMs: number
}

export const connectionTimes: ConnectionTimes = {
  headersMs: 15_000,
  bodyMs: 30_000,
  requestMs: 600_000,
  keepAliveMs: 65_000,
  silenceMs: 120_000,
  checkEveryMs: 5_000,
}

/**
 * Creates the one HTTP server, with the times that Node keeps itself. Left to do it, Fastify opens another one for
 * `localhost`, which none of the limits here would reach.
 */
export function createHttpServer(times: ConnectionTimes, handler: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: times.headersMs,
      requestTimeout: times.requestMs,
      keepAliveTimeout: times.keepAliveMs,
      connectionsCheckingInterval: times.checkEveryMs,
      // Refused in our own words, see `checkRequests`.
      requireHostHeader: false,
    },
    handler,
  )
  server.setTimeout(times.silenceMs)
  return server
}

/** Closes connections that are too many, or too slow in ways that Node does not look at. */
export function limitConnections(
  app: FastifyInstance,
  { times, maxConnections }: { times: ConnectionTimes; maxConnections: number },
): void {
  app.server.maxConnections = maxConnections
  reportDropped(app, maxConnections)
  limitBodies(app, times)
  closeUnusedAtEnd(app, times)
}

const reportEveryMs = 60_000

/** Once a minute: whoever opens too many connections must not fill the log as well. */
function reportDropped({ server, log }: FastifyInstance, maxConnections: number): void {
  let dropped = 0
  let lastReport = -Infinity
  server.on('drop', () => {
    dropped += 1
    if (performance.now() - lastReport < reportEveryMs) return
    log.warn({ dropped, maxConnections }, 'connections were closed: MAX_CONNECTIONS is reached')
    lastReport = performance.now()
    dropped = 0
  })
}

function limitBodies(app: FastifyInstance, { bodyMs }: ConnectionTimes): void {
  app.addHook('preParsing', async ({ headers }, _reply, payload) =>
    'content-length' in headers || 'transfer-encoding' in headers ? withDeadline(payload, bodyMs) : payload,
  )
  app.addHook('onResponse', async ({ raw }) => {
    // Answered early: the rest of the body is read and forgotten, but not for ever.
    if (raw.complete !== false) return
    const timer = setTimeout(() => {
      if (!raw.complete) raw.socket.destroy()
    }, bodyMs)
    raw.once('close', () => clearTimeout(timer))
  })
}

/**
 * Node stops looking for slow connections once its server closes: one on which no whole request arrives would hold the
 * leaving server for as long as its client likes.
 */
function closeUnusedAtEnd(app: FastifyInstance, { checkEveryMs, requestMs }: ConnectionTimes): void {
  const { server } = app
  const running = new Map<Socket, number>()
  const count = (socket: Socket, change: number): void => {
    if (!socket.destroyed) running.set(socket, (running.get(socket) ?? 0) + change)
  }
  server.on('connection', (socket: Socket) => {
    count(socket, 0)
    socket.once('close', () => running.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    count(socket, 1)
    response.once('close', () => count(socket, -1))
  })
  const closeUnused = (): void => {
    for (const [socket, requests] of running) if (requests === 0) socket.destroy()
  }
  app.addHook('preClose', async () => {
    if (!server.listening) return
    closeUnused()
    const look = setInterval(closeUnused, checkEveryMs)
    const end = setTimeout(() => server.closeAllConnections(), requestMs)
    server.once('close', () => {
      clearInterval(look)
      clearTimeout(end)
    })
  })
}
