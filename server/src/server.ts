import { randomBytes, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import formbody from '@fastify/formbody'
import { defaultBodyLimit } from '@trestle/domain/http/bodyLimit.ts'
import { loggedErrorText } from '@trestle/domain/shell/rules.ts'
import fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { serviceOfToken } from './accounts/serviceToken.ts'
import { recordExport } from './audit/recordExport.ts'
import { requireRecentConfirmation } from './accounts/checkConfirmation.ts'
import { accountPages } from './accounts/servePages.ts'
import { actorOfToken, presentSession } from './accounts/session.ts'
import type { Database } from './db/pool.ts'
import { readDocumentation } from './documentation/read.ts'
import { documentationPages } from './documentation/servePages.ts'
import { referencePages } from './reference/servePages.ts'
import { createEncryption } from './encryption/encryption.ts'
import { loadKeys } from './encryption/keys.ts'
import { openDisk } from './files/disk.ts'
import { findServedFile, findServedVideo } from './files/serve.ts'
import { homePage } from './homePage.ts'
import { compressReplies } from './http/compression.ts'
import { answerConnectionErrors } from './http/connectionErrors.ts'
import {
  connectionTimes,
  createHttpServer,
  limitConnections,
  type ConnectionTimes,
} from './http/connections.ts'
import { serviceFinder, type ServiceOf } from './http/guards.ts'
import { closeStreamsOfHead } from './http/headReplies.ts'
import { createGuessLimit } from './http/guessLimit.ts'
import { mountRoutes } from './http/mountRoutes.ts'
import { tokenActorFinder } from './http/personalTokens.ts'
import { serveDownloads } from './http/downloads.ts'
import { serveFeeds, servePrivateFeeds } from './http/feeds.ts'
import { describeApi } from './http/openapi.ts'
import { pagesPath, servePages } from './http/pages.ts'
import { isCall } from './http/route.ts'
import { checkRequests, refuseUnknownAddresses, refuseUnknownCalls } from './http/requestChecks.ts'
import { serveFiles } from './http/serveFiles.ts'
import { serveRest } from './http/serveRest.ts'
import { isMonitored, serveMetrics } from './http/serveMetrics.ts'
import { parseForm, parseQuery } from './http/parse.ts'
import { replyToError } from './http/replyToError.ts'
import { cookieName } from './http/browserClient.ts'
import { openWebBuild, type WebBuild } from './webBuild.ts'
import { secure } from './http/security.ts'
import { runOnce } from './idempotency/runOnce.ts'
import { earlyHeaders } from './http/securityHeaders.ts'
import { jobHandlers } from './jobHandlers.ts'
import type { JobRunner } from './jobs/runner.ts'
import { startJobs } from './jobs/startJobs.ts'
import { firstCalls } from './firstCalls.ts'
import { lookUpPage } from './lookUpPage.ts'
import { outboxPage } from './mail/outboxPage.ts'
import { marketplaceDocuments, marketplacePages } from './marketplace/servePages.ts'
import { installationExports } from './metrics/exportInstallations.ts'
import { engagementPages } from './metrics/reportEngagement.ts'
import { createMonitoring, type Monitoring } from './monitoring/createMonitoring.ts'
import { notificationFeed } from './notifications/notificationFeed.ts'
import type { Issuers } from './oauth/issuers.ts'
import { serveOauth } from './oauth/serveOauth.ts'
import { createOutgoing } from './outgoing/outgoing.ts'
import { findTokenActor } from './personalTokens/findTokenActor.ts'
import { createCallRecorder } from './platformApi/createCallRecorder.ts'
import { servePlatformApi } from './platformApi/servePlatformApi.ts'
import type { ErrorWatch } from './reportFailure.ts'
import { routes } from './routes.ts'
import { changelogFeed } from './reference/changelogFeed.ts'
import { openReference } from './reference/openReference.ts'
import { chooseSandboxService } from './sandboxes/choose.ts'
import { unknownCalls } from './unknownCalls.ts'
import type { Services } from './services.ts'
import { reportingSettings, type Settings } from './settings.ts'
import { version } from './version.ts'

export type ServerDependencies = Pick<Services, 'db' | 'settings'> &
  Pick<Database, 'probe' | 'pool'> &
  Partial<Pick<Services, 'now' | 'random' | 'sandboxService' | 'files' | 'reference'>>

export interface Trestle {
  app: FastifyInstance
  services: Services
  jobs: JobRunner
  /**
   * Ends the server: reports at /readyz that it is stopping, gives a load balancer DRAIN_SECONDS to notice, then accepts
   * no new request. Requests and jobs get SHUTDOWN_SECONDS to finish; another server runs the jobs that don't.
   */
  close: (options?: { drain: boolean }) => Promise<void>
}

const bodyLimitBytes = defaultBodyLimit.kilobytes * 1024

export interface ServerOptions {
  logger?: FastifyServerOptions['logger']
  pollJobs?: boolean
  watch?: ErrorWatch
  /** A build of the web app other than the project's own. */
  webFolder?: string
  /** For tests, which can't wait as long as the real times. */
  times?: Partial<ConnectionTimes>
}

/** Builds the whole server except its port: main.ts listens with it, every test injects into it. */
export async function buildServer(deps: ServerDependencies, options: ServerOptions = {}): Promise<Trestle> {
  const { settings } = deps
  const web = await openWebBuild(options.webFolder)
  const now = deps.now ?? (() => new Date())
  const monitoring = isMonitored(settings) ? createMonitoring({ ...deps, now, build: web.id }) : undefined
  const watch = options.watch ?? { onInternalError: () => undefined }
  const app = openFastify(settings, { ...options, watch }, monitoring)
  const services = await makeServices(deps, app, watch)
  const probe = { isStopping: false }
  const jobs = startJobs(services, jobHandlers, {
    poll: (options.pollJobs ?? true) && settings.ROLES.includes('jobs') && !settings.READ_ONLY,
    stopMs: (settings.DRAIN_SECONDS + settings.SHUTDOWN_SECONDS) * 1000,
    worker: { name: workerName(settings), id: randomUUID() },
    onGiveUp: (error, jobId) => services.watch.onInternalError(error, { requestId: `job-${jobId}` }),
  })
  services.watchJobs = jobs.watch
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  decorateReplies(app, settings, probe, { web, monitoring })
  checkRequests(app)
  // Before the hook of @fastify/compress, which would read the stream.
  closeStreamsOfHead(app)
  if (receivesRequests(settings)) await serve(app, services, web)
  if (!settings.ROLES.includes('web')) refuseUnknownAddresses(app)
  mountProbes(app, deps.probe, { state: probe, web })
  if (monitoring) serveMetrics(app, settings, monitoring.scrape)
  await app.ready()
  return {
    app,
    services,
    jobs,
    close: async ({ drain } = { drain: true }) => {
      probe.isStopping = true
      const stopped = jobs.stop()
      // Only requests come through a load balancer.
      if (drain && receivesRequests(settings)) await pause(settings.DRAIN_SECONDS * 1000)
      await Promise.all([stopped, app.close()])
    },
  }
}

const receivesRequests = ({ ROLES }: Settings): boolean => ROLES.includes('web') || ROLES.includes('oauth')

interface Finders {
  findService: ServiceOf
  findByToken: ReturnType<typeof tokenActorFinder>
}

/** Returns who sent a request by its token; each function looks a request up once. */
async function secureReplies(app: FastifyInstance, services: Services): Promise<Finders> {
  const lookUp = createGuessLimit(services)
  const findService = serviceFinder(services, serviceOfToken, lookUp)
  const findByToken = tokenActorFinder(services, findTokenActor, lookUp)
  await secure(app, services.settings, {
    isService: async (request) => (await findService(request)) !== null,
    findTokenId: async (request) => (await findByToken(request))?.token?.id,
  })
  return { findService, findByToken }
}

/** Mounts everything but the probes, which a process that only runs jobs has too. */
async function serve(app: FastifyInstance, services: Services, web: WebBuild): Promise<void> {
  const { ROLES } = services.settings
  const finders = await secureReplies(app, services)
  if (ROLES.includes('oauth')) {
    const issuers = serveOauth(app, services, { findActor: actorOfToken, findService: serviceOfToken })
    if (issuers.environments.includes('sandbox')) servePlatform(app, services, issuers)
  }
  if (ROLES.includes('web')) await servePortal(app, services, web, finders)
}

/** Mounts the API that the tokens of the sandbox open. */
function servePlatform(app: FastifyInstance, services: Services, issuers: Issuers): void {
  const recorder = createCallRecorder(services)
  const check = (token: string) => issuers.check('sandbox', token)
  serveRest(app, services.watch, servePlatformApi({ services, recorder, check }))
}

/** Mounts the pages and calls of the portal. */
async function servePortal(
  app: FastifyInstance,
  services: Services,
  web: WebBuild,
  { findService, findByToken }: Finders,
): Promise<void> {
  const { settings } = services
  await compressReplies(app)
  await app.register(formbody, { bodyLimit: bodyLimitBytes, parser: parseForm })
  await describeApi(app, {
    publicUrl: settings.PUBLIC_URL,
    platformName: settings.PLATFORM_NAME,
    version,
    sessionCookie: cookieName(services),
  })
  refuseUnknownCalls(app, unknownCalls(settings))
  await app.register(async (scope) => {
    await mountRoutes(scope, services, routes, {
      findActor: actorOfToken,
      findService,
      findTokenActor: findByToken,
      requireRecentConfirmation,
      runOnce,
      recordExport,
    })
    serveDownloads(scope, services, installationExports)
  })
  serveFiles(app, services, {
    files: { key: /^[\da-f]{64}$/, find: findServedFile },
    video_host: { key: /^[\da-f]{16}$/, find: findServedVideo },
  })
  serveFeeds(app, services, [changelogFeed])
  servePrivateFeeds(app, services, [notificationFeed])
  await app.register(async (scope) => {
    await servePages(scope, services, {
      web,
      bootstrap: presentSession,
      embedded: [
        homePage,
        ...accountPages,
        ...documentationPages,
        ...engagementPages,
        ...marketplacePages,
        ...referencePages,
      ],
      findActor: actorOfToken,
      documents: [outboxPage, ...marketplaceDocuments],
      lookUpPage,
      firstCalls,
    })
  })
}

/**
 * Returns a name that no other running process has, and that a restart of this one has too: the port that it listens
 * on, or the folder of the embedded database, which only one process can open.
 */
function workerName({ DATABASE_URL, PORT }: Settings): string {
  if (!DATABASE_URL) return 'embedded'
  return PORT === 0 ? `${hostname()}#${process.pid}` : `${hostname()}:${PORT}`
}

/** Returns the headers of every reply. Nothing may be cached unless the reply says so itself. */
const commonHeaders = ({ id }: FastifyRequest) => ({ 'x-request-id': id, 'cache-control': 'no-store' })

/** Sets headers that those of the route and of helmet replace. */
function setRawHeaders({ raw }: FastifyReply, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) raw.setHeader(name, value)
}

/** Adds the common headers to every reply and logs it. */
function decorateReplies(
  app: FastifyInstance,
  settings: Settings,
  probe: { isStopping: boolean },
  { web, monitoring }: { web: WebBuild; monitoring: Monitoring | undefined },
): void {
  const early = earlyHeaders(settings)
  // These run for every request. A hook with a promise would take more time than what it does.
  app.addHook('onRequest', (request, reply, done) => {
    setRawHeaders(reply, early)
    reply.headers(commonHeaders(request))
    // Tells an open page that the server has a newer build.
    const build = isCall(request) ? web.id() : null
    if (build !== null) reply.header('x-build', build)
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // A connection kept alive would delay the shutdown until its client closes it.
    if (probe.isStopping) reply.header('connection', 'close')
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    recordReply(request, reply, monitoring)
    done()
  })
}

function openFastify(
  settings: Settings,
  options: ServerOptions & Required<Pick<ServerOptions, 'watch'>>,
  monitoring: Monitoring | undefined,
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
      recordReply(request, reply, monitoring)
    },
    // The server's own listener answers, see `answerConnectionErrors`.
    clientErrorHandler: () => undefined,
    serverFactory: (handler) => createHttpServer(times, handler),
    logger: options.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    // One hop: the caller wrote everything further left in x-forwarded-for.
    trustProxy: settings.TRUST_PROXY ? (_address, hop) => hop === 0 : false,
    bodyLimit: bodyLimitBytes,
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

async function makeServices(
  deps: ServerDependencies,
  app: FastifyInstance,
  watch: ErrorWatch,
): Promise<Services> {
  const { settings } = deps
  const outgoing = createOutgoing(settings)
  return {
    now: () => new Date(),
    random: (bytes) => randomBytes(bytes),
    encryption: createEncryption(loadKeys(settings)),
    outgoing,
    sandboxService: chooseSandboxService(settings, outgoing),
    documentation: await readDocumentation({
      platformName: settings.PLATFORM_NAME,
      isGovernmentCloud: settings.GOV_CLOUD,
    }),
    reference:
      deps.reference ??
      (await openReference(settings, (file, problem) =>
        app.log.error({ file }, `the reference leaves out a file: ${problem}`),
      )),
    files: deps.files ?? (await openDisk(settings, outgoing)),
    ...deps,
    log: app.log,
    watch,
    watchJobs: () => () => undefined,
  }
}

const probeOptions = { schema: { hide: true }, config: { isUnlimited: true, isProbe: true } } as const

/** Mounts the probes. Alive: the process answers. Ready: it can write to its database and is not stopping. */
function mountProbes(
  app: FastifyInstance,
  probeDatabase: Database['probe'],
  { state, web }: { state: { isStopping: boolean }; web: WebBuild },
): void {
  app.get('/healthz', probeOptions, () => ({ status: 'ok', version, build: web.id() }))
  app.get('/readyz', probeOptions, async (_request, reply) => {
    if (state.isStopping) return reply.code(503).send({ status: 'stopping' })
    const status = await probeDatabase()
    return reply.code(status === 'ready' ? 200 : 503).send({ status })
  })
}

/**
 * Counts and logs a reply by the pattern of its route, not by its address: addresses contain tokens and searches.
 * Probes are only counted.
 */
function recordReply(request: FastifyRequest, reply: FastifyReply, monitoring: Monitoring | undefined): void {
  const { url = 'none', config } = request.routeOptions
  const route = url === pagesPath ? 'page' : url
  const { method } = request
  const { statusCode: status, elapsedTime } = reply
  monitoring?.observe({ method, route, status, seconds: elapsedTime / 1000 })
  if (config.isProbe) return
  request.log.info(
    {
      method,
      route,
      status,
      ms: Math.round(elapsedTime),
      developer: request.actor?.id,
      service: request.service?.name,
    },
    'request',
  )
}
