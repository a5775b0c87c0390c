import { connect } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase, type Database } from './db/pool.ts'
import { ContentError } from './documentation/read.ts'
import { watchErrors, type ErrorReporting } from './errorReporting.ts'
import { stopOnUncaughtErrors } from './lastResort.ts'
import { openWebBuild } from './http/webBuild.ts'
import { loggerOptions } from './logging.ts'
import { buildServer, type Trestle } from './server.ts'
import { readSettings, type Settings, SettingsError } from './settings.ts'

/** Reports in one line why the start can't succeed, and exits. */
function stopWith(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function settingsOrStop(): Settings {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (error instanceof SettingsError) stopWith(error.message)
    throw error
  }
}

async function openOrStop(settings: Settings): Promise<Database> {
  try {
    return await openDatabase({
      dataDir: settings.DATA_DIR,
      ...(settings.DATABASE_URL && { databaseUrl: settings.DATABASE_URL }),
      log: (level, message, details) => {
        if (level !== 'info') process.stderr.write(`${JSON.stringify({ level, message, ...details })}\n`)
      },
    })
  } catch (error) {
    return stopWith(error instanceof Error ? error.message : String(error))
  }
}

/** Returns a function that ends the server once, however often it is called. */
function makeStop(trestle: Trestle, database: Database, reporting: ErrorReporting): () => Promise<void> {
  let stopping: Promise<void> | undefined
  const stop = async () => {
    await trestle.close()
    await database.close()
    await reporting.flush()
  }
  return () => (stopping ??= stop())
}

function stopOnSignals(stop: () => Promise<void>): void {
  const end = () => void stop().then(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  if (!process.send) return
  // `npm start` opens a channel to the server and never closes it. A closed channel means that its process was killed.
  if (!process.connected) process.exit(0)
  process.once('disconnect', end)
}

const settings = settingsOrStop()
const database = await openOrStop(settings)
await migrate(database.pool).catch((error: Error) =>
  stopWith(`The database could not be migrated: ${error.message}`),
)
const db = connect(database.pool)
const demo = settings.RELEASE_STAGE === 'development' && settings.DEMO_DATA
const reporting = await watchErrors(settings, (await openWebBuild(settings.WEB_FOLDER)).id())
const trestle = await buildServer(
  { db, settings, probe: database.probe },
  {
    logger: loggerOptions(settings),
    watch: reporting,
    ...(settings.WEB_FOLDER !== undefined && { webFolder: settings.WEB_FOLDER }),
  },
).catch((error: unknown) => {
  if (error instanceof ContentError) stopWith(error.message)
  throw error
})
const stop = makeStop(trestle, database, reporting)
stopOnSignals(stop)
stopOnUncaughtErrors({
  log: (error) => trestle.app.log.fatal({ err: error }, 'an error was not caught; the server stops'),
  report: (error) => {
    reporting.onInternalError(error, { requestId: 'uncaught' })
    return reporting.flush()
  },
  stop,
})
if (demo) {
  const { fillDemo } = await import('../seed/run.ts')
  await fillDemo(trestle.services)
}
await trestle.app.listen({ port: settings.PORT, host: settings.HOST }).catch((error: Error) => {
  stopWith(`Trestle cannot listen on port ${settings.PORT}: ${error.message}. Set PORT to another one.`)
})
const address = trestle.app.server.address()
const port = typeof address === 'object' && address ? address.port : settings.PORT
process.stdout.write(`${JSON.stringify({ ready: `http://localhost:${port}`, demo })}\n`)
