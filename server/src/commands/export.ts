import { runCommand, withDatabase } from '../commandLine.ts'
import { exportData } from '../db/exportData.ts'

/** Writes all data to one file: to move from the embedded database to a server or back, or to make a copy. */
await runCommand('npm run export -- FILE', (file) =>
  withDatabase(async (database) => {
    const { tables, rows } = await exportData(database, file)
    return `${rows} rows of ${tables} tables are in ${file}.`
  }),
)
