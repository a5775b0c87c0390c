import { runWithFlags, withDatabase } from '../commandLine.ts'
import { migrate, readMigrationState } from '../db/migrate.ts'

const list = (names: string[]): string => names.map((name) => `  ${name}\n`).join('')

async function run(isCheck: boolean): Promise<string> {
  return withDatabase(
    async ({ pool }) => {
      const names = isCheck ? (await readMigrationState(pool)).pending : await migrate(pool)
      if (names.length === 0) return 'The database has every migration of this version.\n'
      if (!isCheck) return `These migrations ran:\n${list(names)}`
      process.exitCode = 1
      return `These migrations are pending:\n${list(names)}`
    },
    isCheck ? 'existing' : 'any',
  )
}

/** Migrates the database before servers of a new version start, or only lists what is pending. */
await runWithFlags('npm run migrate [-- --check]', ['--check'], async (flags) => {
  process.stdout.write(await run(flags.has('--check')))
})
