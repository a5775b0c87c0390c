import { connect } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase, type Database } from './db/pool.ts'
import { ContentError } from './documentation/read.ts'
import { watchErrors } from './errorReporting.ts'
import { loggerOptions } from './logging.ts'
import { buildServer, type Trestle } from './server.ts'
import { readSettings, type Settings, SettingsError } from './settings.ts'

/** A start that cannot succeed says so in one line. */
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

function stopOnSignal(trestle: Trestle, database: Database): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await trestle.close()
    await database.close()
    process.exit(0)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
}

const settings = settingsOrStop()
const database = await openOrStop(settings)
await migrate(database.pool).catch((error: Error) =>
  stopWith(`The database could not be migrated: ${error.message}`),
)
const db = connect(database.pool)
const demo = settings.RELEASE_STAGE === 'development' && settings.DEMO_DATA
const trestle = await buildServer(
  { db, settings, probe: database.probe },
  { logger: loggerOptions(settings), watch: await watchErrors(settings) },
).catch((error: unknown) => {
  if (error instanceof ContentError) stopWith(error.message)
  throw error
})
if (demo) {
  const { fillDemo } = await import('../seed/run.ts')
  await fillDemo(trestle.services)
}
stopOnSignal(trestle, database)
await trestle.app.listen({ port: settings.PORT, host: settings.HOST }).catch((error: Error) => {
  stopWith(`Trestle cannot listen on port ${settings.PORT}: ${error.message}. Set PORT to another one.`)
})
const address = trestle.app.server.address()
const port = typeof address === 'object' && address ? address.port : settings.PORT
process.stdout.write(`${JSON.stringify({ ready: `http://localhost:${port}`, demo })}\n`)
