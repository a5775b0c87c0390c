import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/pool.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trestle-start-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the server as `npm start` does, and tells how it ended. */
async function start(env: Record<string, string>): Promise<{ code: unknown; said: string }> {
  const main = new URL('main.ts', import.meta.url).pathname
  const cwd = await newFolder()
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    cwd,
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  const [said, [code]] = await Promise.all([text(server.stderr), once(server, 'exit')])
  return { code, said }
}

test(
  'a database that a newer Trestle migrated stops the start with one line',
  { timeout: 90_000 },
  async () => {
    const dataDir = await newFolder()
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

test.each([
  [{ RELEASE_STAGE: 'production' }, /^The setting SMTP_URL is needed in the production stage: .+\n$/],
  [{ HOST: '0.0.0.0' }, /^The setting HOST="0\.0\.0\.0" is not usable in the development stage: .+\n$/],
  [
    { RELEASE_STAGE: 'production', SMTP_URL: 'smtp://mail', PUBLIC_URL: 'http://developers.example.com' },
    /^The setting PUBLIC_URL must be an https address in the production stage: .+\n$/,
  ],
])('a setting that cannot be used stops the start with one line: %j', async (env, line) => {
  expect(await start(env)).toEqual({ code: 1, said: expect.stringMatching(line) })
})
