import { expect, test } from 'vitest'
import { runCommand } from '../../testing/command.ts'
import { createEmptyDatabase, withDatabase } from '../../testing/emptyDatabase.ts'
import { readMigrations } from '../db/migrate.ts'

test('npm run migrate lists what is pending, runs it once, or shows its usage', async () => {
  const env = await createEmptyDatabase()
  // The command creates no embedded database.
  await withDatabase(env, async () => undefined)
  const where = env.DATABASE_URL
    ? `the database ${new URL(env.DATABASE_URL).pathname.slice(1)} at ${new URL(env.DATABASE_URL).host}`
    : `the embedded database in ${env.DATA_DIR}`
  const names = (await readMigrations()).map(({ name }) => `  ${name}\n`).join('')
  const nothing = {
    code: 0,
    out: `Every migration of this version has run in ${where}.\n`,
    err: '',
  }
  const pending = { code: 1, out: `These migrations are pending in ${where}:\n${names}`, err: '' }
  expect(await runCommand(env, 'migrate', '--check')).toEqual(pending)
  // The first check has changed nothing.
  expect(await runCommand(env, 'migrate', '--check')).toEqual(pending)
  expect(await runCommand(env, 'migrate')).toEqual({
    code: 0,
    out: `These migrations ran in ${where}:\n${names}`,
    err: '',
  })
  expect(await runCommand(env, 'migrate')).toEqual(nothing)
  expect(await runCommand(env, 'migrate', '--check')).toEqual(nothing)
  expect(await runCommand(env, 'migrate', '--chek')).toEqual({
    code: 2,
    out: '',
    err: 'Usage: npm run migrate [-- --check]\n',
  })
})

test('npm run migrate names the reason if it fails', async () => {
  const { code, out, err } = await runCommand({ DATABASE_URL: 'postgres://127.0.0.1:9/trestle' }, 'migrate')
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(/^The database at DATABASE_URL can't be used: .*ECONNREFUSED.*\n$/)
})
