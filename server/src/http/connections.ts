import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import type { FastifyInstance } from 'fastify'
import { withDeadline } from './bodyDeadline.ts'

/** Time limits of a connection, in milliseconds. */
export interface ConnectionTimes {
  /** Time for the headers of a request to arrive. */
  headersMs: number
  /** Time for the body to arrive, unless it is a form with files. */
  bodyMs: number
  /** Time for a whole request to arrive: enough for a 500 MB video at 7 megabits a second. */
  requestMs: number
  /** Idle time between two requests: longer than the proxy in front waits, so that the proxy closes first. */
  keepAliveMs: number
  /** Time without a byte in either direction. */
  silenceMs: number
  /** Time for running requests to finish once the server closes. */
  shutdownMs: number
  /** How often `headersMs` and `requestMs` are checked. */
  checkEveryMs: number
}

export const connectionTimes: ConnectionTimes = {
  headersMs: 15_000,
  bodyMs: 30_000,
  requestMs: 600_000,
  keepAliveMs: 65_000,
  silenceMs: 120_000,
  shutdownMs: 30_000,
  checkEveryMs: 5_000,
}

/**
 * Creates the HTTP server with the time limits that Node itself enforces. Fastify would create a second server for
 * `localhost`, without any of the limits in this module.
 */
export function createHttpServer(times: ConnectionTimes, handler: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: times.headersMs,
      requestTimeout: times.requestMs,
      keepAliveTimeout: times.keepAliveMs,
      connectionsCheckingInterval: times.checkEveryMs,
      // `checkRequests` refuses a missing Host header with the common error reply.
      requireHostHeader: false,
    },
    handler,
  )
  server.setTimeout(times.silenceMs)
  return server
}

/** Closes connections beyond the allowed number, and slow connections that Node does not detect. */
export function limitConnections(
  app: FastifyInstance,
  { times, maxConnections }: { times: ConnectionTimes; maxConnections: number },
): void {
  app.server.maxConnections = maxConnections
  reportDropped(app, maxConnections)
  limitBodies(app, times)
  closeUnusedAtEnd(app, times)
}

const reportEveryMs = minuteMs

/** Logs dropped connections at most once a minute: a client that opens too many must not fill the log as well. */
function reportDropped({ server, log }: FastifyInstance, maxConnections: number): void {
  let dropped = 0
  let lastReport = -Infinity
  server.on('drop', () => {
    dropped += 1
    if (performance.now() - lastReport < reportEveryMs) return
    log.warn({ dropped, maxConnections }, 'closed connections because MAX_CONNECTIONS was reached')
    lastReport = performance.now()
    dropped = 0
  })
}

function limitBodies(app: FastifyInstance, { bodyMs }: ConnectionTimes): void {
  app.addHook('preParsing', ({ headers }, _reply, payload, done) => {
    const hasBody = 'content-length' in headers || 'transfer-encoding' in headers
    done(null, hasBody ? withDeadline(payload, bodyMs) : payload)
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    done()
    // The reply went out before the whole body arrived. The rest is read and discarded, but only for a limited time.
    if (raw.complete !== false) return
    const timer = setTimeout(() => {
      if (!raw.complete) raw.socket.destroy()
    }, bodyMs)
    raw.once('close', () => clearTimeout(timer))
  })
}

/**
 * Closes unused connections on shutdown. Node stops checking for slow connections once its server closes, so a
 * connection without a complete request could delay the shutdown indefinitely.
 */
function closeUnusedAtEnd(app: FastifyInstance, { checkEveryMs, shutdownMs }: ConnectionTimes): void {
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
    const end = setTimeout(() => server.closeAllConnections(), shutdownMs)
    server.once('close', () => {
      clearInterval(look)
      clearTimeout(end)
    })
  })
}
