import { randomUUID } from 'node:crypto'
import { defaultBodyLimit } from '@trestle/domain/http/bodyLimit.ts'
import { loggedErrorText } from '@trestle/domain/shell/rules.ts'
import fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { ErrorWatch } from '../reportFailure.ts'
import { reportingSettings, type Settings } from '../settings.ts'
import { commonHeaders, setRawHeaders } from './commonHeaders.ts'
import { answerConnectionErrors } from './connectionErrors.ts'
import { connectionTimes, createHttpServer, limitConnections, type ConnectionTimes } from './connections.ts'
import { parseQuery } from './parse.ts'
import { recordReply, type ObserveReply } from './recordReply.ts'
import { replyToError } from './replyToError.ts'
import { earlyHeaders } from './securityHeaders.ts'

export interface FastifyOptions {
  logger?: FastifyServerOptions['logger']
  watch: ErrorWatch
  /** For tests, which can't wait for the real time limits. */
  times?: Partial<ConnectionTimes>
}

/** Creates the server without routes: it parses, limits and refuses requests. */
export function openFastify(
  settings: Settings,
  options: FastifyOptions,
  observe: ObserveReply | undefined,
): FastifyInstance {
  const answerError = replyToError(options.watch, loggedErrorText(reportingSettings(settings)))
  const shutdownMs = settings.SHUTDOWN_SECONDS * 1000
  const times = { ...connectionTimes, shutdownMs, ...options.times }
  const early = earlyHeaders(settings)
  const app = fastify({
    frameworkErrors: (error, request, reply) => {
      // No hook runs for an address that the router can't read.
      setRawHeaders(reply, early)
      reply.headers({ ...commonHeaders(request), connection: 'close' })
      answerError(error, request, reply)
      recordReply(request, reply, observe)
    },
    // The server's own listener answers, see `answerConnectionErrors`.
    clientErrorHandler: () => undefined,
    serverFactory: (handler) => createHttpServer(times, handler),
    logger: options.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    // One hop: the caller wrote everything further left in x-forwarded-for.
    trustProxy: settings.TRUST_PROXY ? (_address, hop) => hop === 0 : false,
    bodyLimit: defaultBodyLimit.kilobytes * 1024,
    // Requests that still arrive on an open connection during shutdown get a reply in the common format (ERR-42).
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    routerOptions: { querystringParser: parseQuery, maxParamLength: 300 },
  })
  app.setErrorHandler(answerError)
  answerConnectionErrors(app.server, { log: app.log, newRequestId: randomUUID, headers: early })
  limitConnections(app, { times, maxConnections: settings.MAX_CONNECTIONS })
  return app
}
