import { exportData } from '../db/exportData.ts'
import { openDatabase } from '../db/pool.ts'
import { readSettings } from '../settings.ts'

/** Writes all data to one file: to move from the embedded database to a server or back, or to make a copy. */
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
    const { tables, rows } = await exportData(database, file)
    return `${rows} rows of ${tables} tables are in ${file}.`
  } finally {
    await database.close()
  }
}

const [file, ...more] = process.argv.slice(2)
if (!file || more.length > 0) {
  process.stderr.write('Usage: npm run export -- FILE\n')
  process.exitCode = 2
} else {
  try {
    process.stdout.write(`${await run(file)}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
