import { randomBytes, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { findServiceByToken } from './accounts/serviceToken.ts'
import { recordExport } from './audit/recordExport.ts'
import { requireRecentConfirmation } from './accounts/checkConfirmation.ts'
import { accountPages } from './accounts/servePages.ts'
import { loadSession } from './accounts/loadSession.ts'
import { findIdentityBySession } from './accounts/session.ts'
import type { Database } from './db/pool.ts'
import { readDocumentation } from './documentation/read.ts'
import { documentationPages } from './documentation/servePages.ts'
import { referencePages } from './reference/servePages.ts'
import type { EncryptedColumn } from './encryption/columns.ts'
import { createEncryption } from './encryption/encryption.ts'
import { loadKeys } from './encryption/keys.ts'
import { openDisk } from './files/disk.ts'
import { findServedFile, findServedVideo } from './files/serve.ts'
import { homePage } from './homePage.ts'
import { compressReplies } from './http/compression.ts'
import { decorateReplies } from './http/decorateReplies.ts'
import { createServiceFinder, type FindRequestService } from './http/guards.ts'
import { closeStreamsOfHead } from './http/headReplies.ts'
import { createGuessLimit } from './http/guessLimit.ts'
import { mountRoutes } from './http/mountRoutes.ts'
import { createPersonalTokenActorFinder, type FindPersonalTokenActor } from './http/personalTokens.ts'
import { serveDownloads } from './http/downloads.ts'
import { serveFeeds, servePrivateFeeds } from './http/feeds.ts'
import { acceptForms } from './http/formBody.ts'
import { openFastify, type FastifyOptions } from './http/openFastify.ts'
import { describeApi } from './http/openapi.ts'
import { servePages } from './http/pages.ts'
import { checkRequests, refuseUnknownAddresses, refuseUnknownCalls } from './http/requestChecks.ts'
import { serveFiles } from './http/serveFiles.ts'
import { serveProbes } from './http/serveProbes.ts'
import { serveRest } from './http/serveRest.ts'
import { isMonitored, serveMetrics } from './http/serveMetrics.ts'
import { cookieName } from './http/browserClient.ts'
import { openWebBuild, type WebBuild } from './webBuild.ts'
import { wellKnownDocuments } from './wellKnownDocuments.ts'
import { secure } from './http/security.ts'
import { reportFailedStreams } from './http/streamFailures.ts'
import { runOnce } from './idempotency/runOnce.ts'
import { jobHandlers } from './jobHandlers.ts'
import type { JobRunner } from './jobs/runner.ts'
import { startJobs } from './jobs/startJobs.ts'
import { firstCalls } from './firstCalls.ts'
import { lookUpPage } from './lookUpPage.ts'
import { probeForMode } from './maintenance.ts'
import { outboxPage } from './mail/outboxPage.ts'
import { marketplaceDocuments, marketplacePages } from './marketplace/servePages.ts'
import { installationExports } from './metrics/exportInstallations.ts'
import { engagementPages } from './metrics/reportEngagement.ts'
import { createMonitoring, type Monitoring } from './monitoring/createMonitoring.ts'
import { notificationFeed } from './notifications/notificationFeed.ts'
import type { Issuers } from './oauth/issuers.ts'
import { serveOauth } from './oauth/serveOauth.ts'
import { createOutgoing } from './outgoing/outgoing.ts'
import { findIdentityByPersonalToken } from './personalTokens/findIdentityByPersonalToken.ts'
import { createCallRecorder } from './platformApi/createCallRecorder.ts'
import { servePlatformApi } from './platformApi/servePlatformApi.ts'
import type { ErrorWatch } from './reportFailure.ts'
import { routes } from './routes.ts'
import { changelogFeed } from './reference/changelogFeed.ts'
import { openReference } from './reference/openReference.ts'
import { chooseSandboxService } from './sandboxes/choose.ts'
import { unknownCalls } from './unknownCalls.ts'
import type { Services } from './services.ts'
import type { Settings } from './settings.ts'
import { version } from './version.ts'

export type ServerDependencies = Pick<Services, 'db' | 'settings'> &
  Pick<Database, 'probe' | 'pool'> &
  Partial<Pick<Services, 'now' | 'random' | 'sandboxService' | 'files' | 'reference'>>

export interface Trestle {
  app: FastifyInstance
  services: Services
  jobs: JobRunner
  /**
   * Stops the server. Reports at /readyz that it is stopping, gives a load balancer DRAIN_SECONDS to notice, then
   * accepts no new requests. Requests and jobs get SHUTDOWN_SECONDS to finish. Another server runs the jobs that don't.
   */
  close: (options?: { drain: boolean }) => Promise<void>
}

export interface ServerOptions extends Partial<FastifyOptions> {
  pollJobs?: boolean
}

/** Builds the whole server except its port: main.ts listens with it, every test injects into it. */
export async function buildServer(deps: ServerDependencies, options: ServerOptions = {}): Promise<Trestle> {
  const { settings } = deps
  const web = await openWebBuild(settings.WEB_FOLDER)
  const now = deps.now ?? (() => new Date())
  const encryption = createEncryption<EncryptedColumn>(loadKeys(settings))
  const probe = probeForMode(settings, deps.probe)
  const { scrape, observe, observeJob }: Partial<Monitoring> = isMonitored(settings)
    ? createMonitoring({ ...deps, probe, encryption, now, build: web.id })
    : {}
  const watch = options.watch ?? { onInternalError: () => undefined }
  const app = openFastify(settings, { ...options, watch }, observe)
  const services = await makeServices({ ...deps, encryption, now }, app, watch)
  const state = { isStopping: false }
  const jobs = startJobs(services, jobHandlers, {
    poll: (options.pollJobs ?? true) && settings.ROLES.includes('jobs') && !settings.READ_ONLY,
    stopMs: (settings.DRAIN_SECONDS + settings.SHUTDOWN_SECONDS) * 1000,
    worker: { name: workerName(settings), id: randomUUID() },
    onGiveUp: (error, jobId) => services.watch.onInternalError(error, { requestId: `job-${jobId}` }),
    ...(observeJob && { observe: observeJob }),
  })
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  decorateReplies(app, settings, state, { web, observe })
  checkRequests(app)
  // Before the hook of @fastify/compress, which would read the stream.
  closeStreamsOfHead(app)
  reportFailedStreams(app, watch)
  if (receivesRequests(settings)) await serve(app, services, { web, jobs })
  if (!settings.ROLES.includes('web')) refuseUnknownAddresses(app)
  serveProbes(app, probe, { state, web, version })
  if (scrape) serveMetrics(app, settings, scrape)
  await app.ready()
  return {
    app,
    services,
    jobs,
    close: async ({ drain } = { drain: true }) => {
      state.isStopping = true
      const stopped = jobs.stop()
      // Only requests come through a load balancer.
      if (drain && receivesRequests(settings)) await pause(settings.DRAIN_SECONDS * 1000)
      await Promise.all([stopped, app.close()])
    },
  }
}

const receivesRequests = ({ ROLES }: Settings): boolean => ROLES.includes('web') || ROLES.includes('oauth')

interface Finders {
  findRequestService: FindRequestService
  findPersonalTokenActor: FindPersonalTokenActor
}

/** Returns functions that find who sent a request by its token; each looks a request up once. */
function createFinders(services: Services): Finders {
  const lookUp = createGuessLimit(services)
  return {
    findRequestService: createServiceFinder(services, findServiceByToken, lookUp),
    findPersonalTokenActor: createPersonalTokenActorFinder(services, findIdentityByPersonalToken, lookUp),
  }
}

interface PortalParts {
  web: WebBuild
  jobs: JobRunner
}

/** Mounts everything but the probes, which even a process that only runs jobs has. */
async function serve(app: FastifyInstance, services: Services, parts: PortalParts): Promise<void> {
  const { ROLES } = services.settings
  const finders = createFinders(services)
  await secure(app, services.settings, {
    isService: async (request) => (await finders.findRequestService(request)) !== null,
    findTokenId: async (request) => (await finders.findPersonalTokenActor(request))?.token?.id,
  })
  if (ROLES.includes('oauth')) {
    const issuers = serveOauth(app, services, { findIdentityBySession, findServiceByToken })
    if (issuers.environments.includes('sandbox')) servePlatform(app, services, issuers)
  }
  if (ROLES.includes('web')) await servePortal(app, services, parts, finders)
}

/** Mounts the API for sandbox tokens. */
function servePlatform(app: FastifyInstance, services: Services, issuers: Issuers): void {
  const recorder = createCallRecorder(services)
  const check = (token: string) => issuers.check('sandbox', token)
  serveRest(app, services.watch, servePlatformApi({ services, recorder, check }))
}

/** Mounts the pages and calls of the portal. */
async function servePortal(
  app: FastifyInstance,
  services: Services,
  { web, jobs }: PortalParts,
  { findRequestService, findPersonalTokenActor }: Finders,
): Promise<void> {
  const { settings } = services
  await compressReplies(app)
  acceptForms(app)
  await describeApi(app, {
    publicUrl: settings.PUBLIC_URL,
    platformName: settings.PLATFORM_NAME,
    version,
    sessionCookie: cookieName(services),
  })
  refuseUnknownCalls(app, unknownCalls(settings))
  await app.register(async (scope) => {
    await mountRoutes(scope, services, routes, {
      findIdentityBySession,
      findRequestService,
      findPersonalTokenActor,
      requireRecentConfirmation,
      runOnce,
      recordExport,
      jobs,
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
      bootstrap: loadSession,
      embedded: [
        homePage,
        ...accountPages,
        ...documentationPages,
        ...engagementPages,
        ...marketplacePages,
        ...referencePages,
      ],
      findIdentityBySession,
      documents: [outboxPage, ...marketplaceDocuments, ...wellKnownDocuments],
      lookUpPage,
      firstCalls,
    })
  })
}

/**
 * Returns a name that no other running process has, and that survives a restart of this one: the port that it listens
 * on, or the folder of the embedded database, which only one process can open.
 */
function workerName({ DATABASE_URL, PORT }: Settings): string {
  if (!DATABASE_URL) return 'embedded'
  return PORT === 0 ? `${hostname()}#${process.pid}` : `${hostname()}:${PORT}`
}

async function makeServices(
  deps: ServerDependencies & Pick<Services, 'encryption' | 'now'>,
  app: FastifyInstance,
  watch: ErrorWatch,
): Promise<Services> {
  const { settings } = deps
  const outgoing = createOutgoing(settings)
  return {
    random: (bytes) => randomBytes(bytes),
    outgoing,
    sandboxService: chooseSandboxService(settings, outgoing),
    documentation: await readDocumentation({
      platformName: settings.PLATFORM_NAME,
      isGovernmentCloud: settings.GOV_CLOUD,
    }),
    reference:
      deps.reference ??
      (await openReference(settings, (file, problem) =>
        app.log.error({ file }, `the reference skips a file: ${problem}`),
      )),
    files: deps.files ?? (await openDisk(settings, outgoing)),
    ...deps,
    log: app.log,
    watch,
  }
}
