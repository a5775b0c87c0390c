import { openDatabase, type Database } from './db/pool.ts'
import { readSettings } from './settings.ts'

/** Opens the database of the settings for one task of a command, and closes it whatever happens. */
export async function withDatabase<Result>(task: (database: Database) => Promise<Result>): Promise<Result> {
  const settings = readSettings(process.env)
  const database = await openDatabase({
    dataDir: settings.DATA_DIR,
    ...(settings.DATABASE_URL && { databaseUrl: settings.DATABASE_URL }),
    log: (level, message) => {
      if (level === 'error') process.stderr.write(`${message}\n`)
    },
  })
  try {
    return await task(database)
  } finally {
    await database.close()
  }
}

export const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Runs a command that takes one argument, and prints its outcome or why it failed. */
export async function runCommand(
  usage: string,
  run: (argument: string) => Promise<string>,
  explain: (error: unknown, argument: string) => string = toMessage,
): Promise<void> {
  const [argument, ...more] = process.argv.slice(2)
  if (!argument?.trim() || more.length > 0) {
    process.stderr.write(`Usage: ${usage}\n`)
    process.exitCode = 2
    return
  }
  try {
    process.stdout.write(`${await run(argument)}\n`)
  } catch (error) {
    process.stderr.write(`${explain(error, argument)}\n`)
    process.exitCode = 1
  }
}
