import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { runCommand } from '../../testing/command.ts'
import { engine } from '../../testing/database.ts'
import { createEmptyDatabase } from '../../testing/emptyDatabase.ts'
import { readMigrations } from '../db/migrate.ts'

test('npm run migrate lists what is pending, runs it once, or shows its usage', async () => {
  const env = await createEmptyDatabase()
  const names = (await readMigrations()).map(({ name }) => `  ${name}\n`).join('')
  const nothing = { code: 0, out: 'The database has every migration of this version.\n', err: '' }
  const pending = { code: 1, out: `These migrations are pending:\n${names}`, err: '' }
  // An embedded database doesn't exist yet: see the next test.
  if (engine === 'server') {
    expect(await runCommand(env, 'migrate', '--check')).toEqual(pending)
    // The first check has changed nothing.
    expect(await runCommand(env, 'migrate', '--check')).toEqual(pending)
  }
  expect(await runCommand(env, 'migrate')).toEqual({
    code: 0,
    out: `These migrations ran:\n${names}`,
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

test('npm run migrate -- --check creates no embedded database', async () => {
  const env = await createEmptyDatabase('embedded')
  expect(await runCommand(env, 'migrate', '--check')).toEqual({
    code: 1,
    out: '',
    err: `The folder ${env.DATA_DIR} has no database yet. Start the server or run npm run migrate first. If the portal has another database, set DATABASE_URL or DATA_DIR as for its server.\n`,
  })
  expect(await readdir(env.DATA_DIR)).toEqual([])
})

test('npm run migrate names the reason if it fails', async () => {
  const { code, out, err } = await runCommand({ DATABASE_URL: 'postgres://127.0.0.1:9/trestle' }, 'migrate')
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(/^The database at DATABASE_URL can't be used: .*ECONNREFUSED.*\n$/)
})
