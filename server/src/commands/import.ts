import { importData } from '../db/importData.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/pool.ts'
import { readSettings } from '../settings.ts'

/** Fills an empty database, embedded or on a server, from a file that `npm run export` wrote. */
async function run(file: string): Promise<string> {
  const settings = readSettings(process.env)
  const database = await openDatabase({
    dataDir: settings.DATA_DIR,
    ...(settings.DATABASE_URL && { databaseUrl: settings.DATABASE_URL }),
    log: (level, message) => {
      if (level === 'error') process.stderr.write(`${message}\n`)
    },
  })
  try {
    await migrate(database.pool)
    const { tables, rows } = await importData(database, file)
    return `${rows} rows of ${tables} tables were imported.`
  } finally {
    await database.close()
  }
}

const [file, ...more] = process.argv.slice(2)
if (!file || more.length > 0) {
  process.stderr.write('Usage: npm run import -- FILE\n')
  process.exitCode = 2
} else {
  try {
    process.stdout.write(`${await run(file)}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
