import { randomBytes, randomUUID } from 'node:crypto'
import formbody from '@fastify/formbody'
import { isKnownPage } from '@trestle/domain/shell/pages.ts'
import fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { sql } from 'kysely'
import { actorOfToken, sessionReply } from './accounts/session.ts'
import { mountRoutes } from './http/door.ts'
import { describeApi } from './http/openapi.ts'
import { servePages } from './http/pages.ts'
import { parseBrackets, parseQuery } from './http/parse.ts'
import { replyToError, type ErrorWatch } from './http/replyToError.ts'
import { secure } from './http/security.ts'
import { jobHandlers } from './jobs/handlers.ts'
import { startJobRunner, type JobRunner } from './jobs/runner.ts'
import { outboxPage } from './mail/outboxPage.ts'
import { routes } from './routes.ts'
import { chooseSandboxService } from './sandboxes/choose.ts'
import type { Services } from './services.ts'

export type Given = Pick<Services, 'db' | 'settings'> &
  Partial<Pick<Services, 'now' | 'random' | 'sandboxService'>>

export interface Trestle {
  app: FastifyInstance
  services: Services
  jobs: JobRunner
  /** Ends the server: no new request, the running ones and the running job are finished. */
  close: () => Promise<void>
}

const bodyLimitBytes = 1_048_576

/** The whole server but its port: main.ts listens with it, every test injects into it. */
export async function buildServer(
  given: Given,
  options: { logger?: FastifyServerOptions['logger']; pollJobs?: boolean; watch?: ErrorWatch } = {},
): Promise<Trestle> {
  const { settings } = given
  const app = fastify({
    logger: options.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.TRUST_PROXY,
    bodyLimit: bodyLimitBytes,
    requestTimeout: 30_000,
    genReqId: () => randomUUID(),
    routerOptions: { querystringParser: parseQuery, maxParamLength: 300 },
  })
  const services = makeServices(given, app)
  const jobs = startJobRunner(services, jobHandlers, { poll: options.pollJobs ?? true })
  services.wakeJobs = jobs.wake
  app.setErrorHandler(replyToError(options.watch ?? { onInternalError: () => undefined }))
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply))
  await app.register(formbody, { bodyLimit: bodyLimitBytes, parser: parseBrackets })
  await secure(app, settings)
  await describeApi(app, settings.PUBLIC_URL, settings.PLATFORM_NAME)
  mountProbes(app, services)
  await app.register(async (scope) => mountRoutes(scope, services, routes, actorOfToken))
  await app.register(async (scope) => {
    await servePages(scope, services, {
      bootstrap: sessionReply,
      findActor: actorOfToken,
      documents: [outboxPage],
      isKnownPage,
    })
  })
  await app.ready()
  return {
    app,
    services,
    jobs,
    close: async () => {
      await app.close()
      await jobs.stop()
    },
  }
}

function makeServices(given: Given, app: FastifyInstance): Services {
  return {
    now: () => new Date(),
    random: (bytes) => randomBytes(bytes),
    sandboxService: chooseSandboxService(given.settings),
    ...given,
    log: app.log,
    wakeJobs: () => undefined,
  }
}

/** Alive: the process answers. Ready: it can reach its database. */
function mountProbes(app: FastifyInstance, { db }: Services): void {
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    try {
      await sql`select 1`.execute(db)
      return { status: 'ready' }
    } catch (error) {
      app.log.warn({ err: error }, 'not ready')
      return reply.code(503).send({ status: 'unavailable' })
    }
  })
}

/** The route's pattern, not the address: addresses carry tokens and searches. */
function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? 'page',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      developer: request.actor?.id,
    },
    'request',
  )
}
