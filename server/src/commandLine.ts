import { openDatabaseBeside, type Database } from './db/pool.ts'
import { readSettings, type Settings } from './settings.ts'

/** Opens the database of the settings for one task of a command, also while a server uses it, and closes it. */
export async function withDatabase<Result>(
  task: (database: Database, settings: Settings) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings(process.env)
  const database = await openDatabaseBeside({
    dataDir: settings.DATA_DIR,
    poolSize: settings.DATABASE_POOL_SIZE,
    ...(settings.DATABASE_URL && { databaseUrl: settings.DATABASE_URL }),
    log: (level, message) => {
      if (level === 'error') process.stderr.write(`${message}\n`)
    },
  })
  try {
    return await task(database, settings)
  } finally {
    await database.close()
  }
}

export const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Shows how a command is used if its caller asked for that with --help, or if its arguments are wrong. Returns whether it
 * did: a command does nothing else then.
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

/** Runs a command that takes no arguments but these flags, such as `--check`. */
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
