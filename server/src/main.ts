import { setFlagsFromString } from 'node:v8'
import { pino, type Logger } from 'pino'
import type { Db } from './db/schema.ts'
import { connect } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase, type Database } from './db/pool.ts'
import { findSessionProblems } from './doctor/checkDatabase.ts'
import { ContentError } from './documentation/read.ts'
import { findKeyFault } from './encryption/checkKeys.ts'
import { watchErrors, type ErrorReporting } from './errorReporting.ts'
import { endInTime, stopOnUncaughtErrors } from './lastResort.ts'
import { checkDisk, isRefusal } from './files/checkDisk.ts'
import { findStorageFault } from './files/findStorageFault.ts'
import { MissingFolderError } from './files/disk.ts'
import { explainListening, ListenError } from './http/listenError.ts'
import { deleteAbandonedUploads } from './http/multipart.ts'
import { checkTransport, isLoginRefusal } from './mail/transport.ts'
import { findBuildProblem, openWebBuild, type WebBuild } from './webBuild.ts'
import { loggerOptions, reasonFor } from './logging.ts'
import { demoAccountsProblem, hasDemoAccounts } from './accounts/hasDemoAccounts.ts'
import { buildServer, type Trestle } from './server.ts'
import { checkSettings, type Settings } from './settings.ts'
import { isPublicStage } from './settingsRules.ts'
import { version } from './version.ts'

/** Reports why the server can't start, and exits. */
function stopWith(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** Arguments would have no effect. */
function refuseArguments([first]: string[]): void {
  if (first === undefined) return
  stopWith(
    `Unknown argument ${first}: every setting is an environment variable, as docs/settings.md explains.`,
  )
}

/** Adds the settings in the file that ENV_FILE names, as scripts/envFile.mjs does for commands. */
function loadEnvFile(): void {
  const { ENV_FILE: file } = process.env
  if (!file) return
  try {
    process.loadEnvFile(file)
  } catch (error) {
    stopWith(
      `The settings in ENV_FILE can't be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function settingsOrStop(): { settings: Settings; log: Logger } {
  const { settings, problems, warnings } = checkSettings(process.env)
  const log = pino(loggerOptions(settings))
  for (const message of warnings) log.warn(message)
  if (problems.length > 0) stopWith(problems.join('\n'))
  return { settings, log }
}

async function openOrStop(settings: Settings, log: Logger): Promise<Database> {
  try {
    return await openDatabase({
      dataDir: settings.DATA_DIR,
      poolSize: settings.DATABASE_POOL_SIZE,
      ...(settings.DATABASE_URL && { databaseUrl: settings.DATABASE_URL }),
      log: (level, message, details) => log[level](details ?? {}, message),
    })
  } catch (error) {
    return stopWith(error instanceof Error ? error.message : String(error))
  }
}

/** Refuses to run in production with accounts whose password is in the documentation. */
async function refuseDemoAccounts(db: Db, { RELEASE_STAGE }: Settings): Promise<void> {
  if (RELEASE_STAGE !== 'production' || !(await hasDemoAccounts(db))) return
  stopWith(demoAccountsProblem)
}

/** Stops the start if visitors couldn't get pages. Only in development may the web app be built later. */
async function checkWebBuild({ RELEASE_STAGE, ROLES }: Settings, web: WebBuild): Promise<void> {
  if (!ROLES.includes('web') || (web.id() === null && !isPublicStage(RELEASE_STAGE))) return
  const problem = await findBuildProblem(web)
  if (problem !== null) stopWith(problem)
}

const unusableFiles = (error: unknown): string =>
  `The file storage at FILES_URL can't be used: ${reasonFor(error)}`

/**
 * Stops the start if the storage refuses the settings. While it can't be reached, or has lost its files, the rest of
 * the portal works.
 */
async function checkFiles({ app, services }: Trestle): Promise<void> {
  try {
    // Maintenance may be the time in which the storage is copied.
    if (!services.settings.READ_ONLY) await checkDisk(services.files)
    const fault = await findStorageFault(services.db, services.files)
    if (fault !== null) app.log.error(fault)
  } catch (error) {
    if (isRefusal(error)) stopWith(unusableFiles(error))
    app.log.error({ err: error }, "the file storage at FILES_URL can't be reached")
  }
}

/** Logs why emails can't be sent. They wait in the database until they can. */
async function checkEmails({ app }: Trestle, { ROLES, SMTP_URL }: Settings): Promise<void> {
  if (!ROLES.includes('jobs') || !SMTP_URL) return
  try {
    await checkTransport(SMTP_URL)
  } catch (error) {
    const fault = isLoginRefusal(error) ? 'refuses the login' : "can't be used"
    app.log.error({ err: error }, `the email server at SMTP_URL ${fault}`)
  }
}

/**
 * Stops the start if the keys are another portal's, or if apps would get no tokens: in a rolling restart, the earlier
 * processes keep serving. Other values may stay unreadable for long after a key was lost, so they are only logged.
 */
async function checkKeys({ app, services }: Trestle): Promise<void> {
  const fault = await findKeyFault(services.db, services.encryption)
  if (fault?.isFatal) stopWith(fault.text)
  if (fault) app.log.warn(fault.text)
}

type Stop = Trestle['close']

/** Returns a function that ends the server once, however often it is called. */
function makeStop(log: Logger, trestle: Trestle, database: Database, reporting: ErrorReporting): Stop {
  const { DRAIN_SECONDS, SHUTDOWN_SECONDS } = trestle.services.settings
  let stopping: Promise<void> | undefined
  const end = async (options = { drain: true }): Promise<void> => {
    log.info('the server stops')
    const graceSeconds = SHUTDOWN_SECONDS + (options.drain ? DRAIN_SECONDS : 0)
    endInTime(graceSeconds * 1000, (message) => log.error(message))
    await trestle.close(options)
    await database.close()
    log.info('the server has stopped')
    await reporting.flush()
  }
  return (options) => (stopping ??= end(options))
}

/** Logs the version, stage and roles, so that the log shows which process started. */
function logStart(log: Logger, { RELEASE_STAGE, ROLES, READ_ONLY }: Settings): void {
  log.info({ version, stage: RELEASE_STAGE, roles: ROLES }, 'the server starts')
  if (READ_ONLY) log.warn('nothing can be changed and no job runs, because READ_ONLY is set')
}

/** Logs the server's address, and sends it to the process that started it if that opened a channel, as `npm start` does. */
function reportReady(log: Logger, message: { ready: string; demo: boolean }): void {
  log.info({ url: message.ready }, 'the server is ready')
  if (process.connected) process.send?.(message)
}

function stopOnSignals(stop: Stop): void {
  const end = () => void stop().then(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  if (!process.send) return
  // `npm start` opens a channel to the server and never closes it. A closed channel means that its process was killed.
  if (!process.connected) process.exit(0)
  process.once('disconnect', end)
}

// Collects young objects in one thread. Waking other threads for it takes 4 % of the processor time of a request, and
// they save too little time to be measured.
setFlagsFromString('--no-parallel-scavenge')

refuseArguments(process.argv.slice(2))
loadEnvFile()
const { settings, log } = settingsOrStop()
logStart(log, settings)
const database = await openOrStop(settings, log)
await migrate(database.pool).catch((error: Error) => stopWith(error.message))
const db = connect(database.pool)
if (database.kind === 'server') {
  for (const problem of await findSessionProblems(database.pool)) log.error(problem)
}
await refuseDemoAccounts(db, settings)
const demo = settings.RELEASE_STAGE === 'development' && settings.DEMO_DATA
const web = await openWebBuild(settings.WEB_FOLDER)
await checkWebBuild(settings, web)
const reporting = await watchErrors(settings, web.id(), (message) => log.warn(message))
const trestle = await buildServer(
  { db, settings, pool: database.pool, probe: database.probe },
  { logger: loggerOptions(settings), watch: reporting },
).catch((error: unknown) => {
  if (error instanceof ContentError || error instanceof ListenError) stopWith(error.message)
  if (error instanceof MissingFolderError) stopWith(unusableFiles(error))
  throw error
})
await checkFiles(trestle)
await checkKeys(trestle)
// A silent email server must not delay the start.
void checkEmails(trestle, settings)
await deleteAbandonedUploads()
const stop = makeStop(log, trestle, database, reporting)
stopOnSignals(stop)
stopOnUncaughtErrors({
  log: (error) => trestle.app.log.fatal({ err: error }, 'an error was not caught; the server stops'),
  report: (error) => {
    reporting.onInternalError(error, { requestId: 'uncaught' })
    return reporting.flush()
  },
  // Its state may be wrong, so it takes no new requests until then.
  stop: () => stop({ drain: false }),
})
if (demo) {
  const { fillDemo } = await import('../seed/run.ts')
  await fillDemo(trestle.services)
}
const { PORT: mainPort, HOST: host } = settings
await trestle.app
  .listen({ port: mainPort, host })
  .catch((error: Error) =>
    stopWith(explainListening(error, { setting: 'PORT', port: mainPort, host }).message),
  )
// Only now, because listening proves that the previous process with this name has ended.
await trestle.jobs
  .resume()
  .catch((error: unknown) =>
    trestle.app.log.warn({ err: error }, 'the jobs of this process wait for their leases'),
  )
const address = trestle.app.server.address()
const port = typeof address === 'object' && address ? address.port : settings.PORT
reportReady(log, { ready: `http://localhost:${port}`, demo })
