import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/pool.ts'

/** Starts the server as `npm start` does, and tells how it ended. */
async function start(env: Record<string, string>): Promise<{ code: unknown; said: string }> {
  const main = new URL('main.ts', import.meta.url).pathname
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(server.stderr), once(server, 'exit')])
  return { code, said }
}

test(
  'a database that a newer Trestle migrated stops the start with one line',
  { timeout: 90_000 },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'trestle-start-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const database = await openDatabase({ dataDir, log: () => undefined })
    await migrate(database.pool)
    await database.pool.query(`insert into schema_migrations (name, checksum) values ('9999_later.sql', '')`)
    await database.close()
    expect(await start({ DATA_DIR: dataDir })).toEqual({
      code: 1,
      said: 'The database could not be migrated: The database was migrated by a newer Trestle: it knows 9999_later.sql.\n',
    })
  },
)

test('a setting that cannot be used stops the start with one line', async () => {
  expect(await start({ RELEASE_STAGE: 'production' })).toEqual({
    code: 1,
    said: expect.stringMatching(/^The setting SMTP_URL is needed in the production stage: .+\n$/),
  })
})
