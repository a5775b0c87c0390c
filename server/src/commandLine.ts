import { existsSync } from 'node:fs'
import { readMigrationState } from './db/migrate.ts'
import { embeddedFolder, openDatabaseBeside, type Database } from './db/pool.ts'
import { RefusalError } from './errors.ts'
import { reasonFor } from './logging.ts'
import { withHost } from './settingAddresses.ts'
import { readSettings, type Settings } from './settings.ts'

/**
 * The database that a command needs: one with every migration, an existing one, or any, which it creates if there is
 * none.
 */
type RequiredDatabase = 'migrated' | 'existing' | 'any'

/**
 * Opens the database of the settings for one task of a command, even while a server uses it, and closes it. By default,
 * refuses one with pending migrations, because a command of a newer version must not upgrade a portal whose servers are
 * older.
 */
export async function withDatabase<Result>(
  task: (database: Database, settings: Settings) => Promise<Result>,
  needed: RequiredDatabase = 'migrated',
): Promise<Result> {
  const settings = readSettings(process.env)
  if (needed !== 'any') refuseMissingFolder(settings)
  const database = await openDatabaseBeside({
    dataDir: settings.DATA_DIR,
    poolSize: settings.DATABASE_POOL_SIZE,
    ...(settings.DATABASE_URL && { databaseUrl: settings.DATABASE_URL }),
    log: (level, message) => {
      if (level === 'error') process.stderr.write(`${message}\n`)
    },
  })
  try {
    if (needed === 'migrated') await refusePendingMigrations(database)
    return await task(database, settings)
  } finally {
    await database.close()
  }
}

/** Opening the embedded database would create it, perhaps in the wrong folder. */
function refuseMissingFolder({ DATABASE_URL, DATA_DIR }: Settings): void {
  if (DATABASE_URL || existsSync(embeddedFolder(DATA_DIR))) return
  throw new Error(
    `The folder ${DATA_DIR} has no database yet. The first start of the server creates it. If the portal has another database, set DATABASE_URL or DATA_DIR as for its server.`,
  )
}

async function refusePendingMigrations({ pool }: Database): Promise<void> {
  const { applied, pending } = await readMigrationState(pool)
  if (applied === 0) {
    throw new Error('The database has no tables yet. Start the server or run npm run migrate first.')
  }
  if (pending.length === 0) return
  const count = `${pending.length} pending ${pending.length === 1 ? 'migration' : 'migrations'}`
  throw new Error(
    `The database has ${count}. Run npm run migrate first, or run this command with the version that its servers run.`,
  )
}

/** Names the database of the settings, so that a command's output shows if it is the wrong one. */
export function nameDatabase({ DATABASE_URL, DATA_DIR }: Settings): string {
  if (!DATABASE_URL) return `the embedded database in ${DATA_DIR}`
  const { hostname, port, pathname, searchParams } = new URL(withHost(DATABASE_URL))
  const host = searchParams.get('host') ?? (hostname === '' ? 'localhost' : hostname)
  return `the database ${decodeURIComponent(pathname.slice(1))} at ${host}${port === '' ? '' : `:${port}`}`
}

/**
 * Says that a command changes data although READ_ONLY is set. It isn't refused, because the maintenance or an emergency
 * may need it.
 */
export function warnDuringMaintenance({ READ_ONLY }: Settings): void {
  if (!READ_ONLY) return
  process.stderr.write(
    'READ_ONLY is set, but this command changes data. A copy of the data that was made before lacks the change.\n',
  )
}

/** Returns why a command failed, with the causes that the message doesn't name. */
export function toMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause, message } = error
  const isNamed = cause === undefined || (cause instanceof Error && message.includes(cause.message))
  return isNamed ? message : `${message}: ${reasonFor(cause)}`
}

/** Returns the address of an account that an argument names. */
export const toEmail = (argument: string): string => argument.trim().toLowerCase()

/** Returns a function that explains why a command failed, with this hint if no account has the address. */
export const explainWithHint =
  (hint: string) =>
  (error: unknown, argument: string): string =>
    error instanceof RefusalError && error.code === 'not_found'
      ? `No account has the address ${toEmail(argument)}.${hint}`
      : toMessage(error)

/**
 * Shows how to use a command if its caller passed --help or wrong arguments. Returns whether it did, in which case the
 * command does nothing else.
 */
export function showUsage(usage: string, isUsable: boolean): boolean {
  const isHelp = process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')
  if (isUsable && !isHelp) return false
  if (isHelp) {
    process.stdout.write(`Usage: ${usage}\n`)
  } else {
    process.stderr.write(`Usage: ${usage}\n`)
    process.exitCode = 2
  }
  return true
}

/** Runs a command that takes no arguments. */
export const runWithoutArguments = (usage: string, run: () => Promise<void>): Promise<void> =>
  runWithFlags(usage, [], run)

/** Runs a command that takes no arguments except these flags, such as `--check`. */
export async function runWithFlags(
  usage: string,
  flags: string[],
  run: (given: Set<string>) => Promise<void>,
): Promise<void> {
  const given = process.argv.slice(2)
  const isUsable = given.every((flag) => flags.includes(flag))
  if (showUsage(usage, isUsable)) return
  try {
    await run(new Set(given))
  } catch (error) {
    process.stderr.write(`${toMessage(error)}\n`)
    process.exitCode = 1
  }
}

export interface CommandOptions {
  explain?: (error: unknown, argument: string) => string
  flags?: string[]
}

/** Runs a command that takes one argument and flags, and prints its outcome or why it failed. */
export async function runCommand(
  usage: string,
  run: (argument: string, flags: Set<string>) => Promise<string>,
  { explain = toMessage, flags = [] }: CommandOptions = {},
): Promise<void> {
  const args = process.argv.slice(2)
  const provided = args.filter((each) => each.startsWith('-'))
  const [argument = '', ...more] = args.filter((each) => !each.startsWith('-'))
  const isUsable =
    argument.trim() !== '' && more.length === 0 && provided.every((flag) => flags.includes(flag))
  if (showUsage(usage, isUsable)) return
  try {
    process.stdout.write(`${await run(argument, new Set(provided))}\n`)
  } catch (error) {
    process.stderr.write(`${explain(error, argument)}\n`)
    process.exitCode = 1
  }
}
