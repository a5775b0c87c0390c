import { nameDatabase, runWithFlags, warnDuringMaintenance, withDatabase } from '../commandLine.ts'
import { migrate, readMigrationState } from '../db/migrate.ts'

const list = (names: string[]): string => names.map((name) => `  ${name}\n`).join('')

/**
 * Doesn't create an embedded database, because that would hide a missing DATABASE_URL. The server creates and migrates
 * it.
 */
const run = (isCheck: boolean): Promise<string> =>
  withDatabase(async ({ pool }, settings) => {
    if (!isCheck) warnDuringMaintenance(settings)
    const database = nameDatabase(settings)
    const names = isCheck ? (await readMigrationState(pool)).pending : await migrate(pool)
    if (names.length === 0) return `Every migration of this version has run in ${database}.\n`
    if (!isCheck) return `These migrations ran in ${database}:\n${list(names)}`
    process.exitCode = 1
    return `These migrations are pending in ${database}:\n${list(names)}`
  }, 'existing')

/** Migrates the database before servers of a new version start, or only lists what is pending. */
await runWithFlags('npm run migrate [-- --check]', ['--check'], async (flags) => {
  process.stdout.write(await run(flags.has('--check')))
})
