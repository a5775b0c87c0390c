import { runCommand, withDatabase } from '../commandLine.ts'
import { importData } from '../db/importData.ts'
import { migrate } from '../db/migrate.ts'

/** Fills an empty database, embedded or on a server, from a file that `npm run export` wrote. */
await runCommand('npm run import -- FILE', (file) =>
  withDatabase(async (database) => {
    await migrate(database.pool)
    const { tables, rows } = await importData(database, file)
    return `${rows} rows of ${tables} tables were imported.`
  }),
)
