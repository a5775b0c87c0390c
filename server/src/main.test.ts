// @module-tag server
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createServerOverHttp } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { listenOnFreePort } from '../../scripts/testing/listenOnFreePort.ts'
import { runCommand } from '../testing/command.ts'
import { createMigratedDatabase, withDatabase } from '../testing/emptyDatabase.ts'
import { newFolder } from '../testing/folders.ts'
import { findFreePort } from '../testing/postgres.ts'
import { emptyPortal, openFiles } from '../testing/portals.ts'
import { createProcessEnv } from '../testing/processEnv.ts'
import { productionSettings } from '../testing/productionSettings.ts'
import { startBucket } from '../testing/s3.ts'
import { buildSignedIn, startServerProcess } from '../testing/serverProcess.ts'
import { startBrokenSmtp, startSmtp } from '../testing/smtp.ts'
import { testKey } from '../testing/testKey.ts'
import { fillDemo } from '../seed/run.ts'
import { connect } from './db/connect.ts'
import { runChecks } from './doctor/runChecks.ts'
import type { EncryptedColumn } from './encryption/columns.ts'
import { createEncryption } from './encryption/encryption.ts'

/** Starts the server as `npm start` does, with a channel to this process. */
function launch(env: Record<string, string>, cwd: string, args: string[] = []) {
  const main = join(import.meta.dirname, 'main.ts')
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    cwd,
    env: { ...createProcessEnv(), PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  const { stdout, stderr } = server
  if (!stdout || !stderr) throw new Error('The server has no pipes.')
  return { server, stdout, stderr }
}

/** Starts the server, and returns how it ended. One that would serve is killed. */
async function start(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: unknown; output: string; log: string }> {
  const { server, stdout, stderr } = launch(env, await newFolder(), args)
  server.once('message', () => server.kill('SIGKILL'))
  const [output, log, [code]] = await Promise.all([text(stderr), text(stdout), once(server, 'exit')])
  return { code, output, log }
}

test(
  'stops the start if ENCRYPTION_KEYS can not decrypt the keys that sign tokens, until those are replaced',
  { timeout: 90_000 },
  async () => {
    const settings = { ...(await createMigratedDatabase('server')), ENCRYPTION_KEYS: testKey }
    const foreign = createEncryption<EncryptedColumn>([Buffer.alloc(32, 7)])
    await withDatabase(settings, async ({ pool }) => {
      await pool.query(
        `insert into oauth_keys (environment, kid, state, public_jwk, private_encrypted, created_at)
         values ('production', 'a', 'current', '{}', $1, now())`,
        [foreign.encrypt(Buffer.from('{}'), 'oauth_keys.private_encrypted')],
      )
      await pool.query(`insert into marketplace_salts (day, salt) values (current_date, $1)`, [
        foreign.encrypt(Buffer.alloc(32), 'marketplace_salts.salt'),
      ])
    })
    expect(await start(settings)).toMatchObject({
      code: 1,
      output: `ENCRYPTION_KEYS can't decrypt 2 stored values (marketplace_salts.salt, oauth_keys.private_encrypted). Add the key that encrypted them. If it is lost, see "Lost encryption key" in docs/operations.md.\n`,
    })
    expect(await runCommand(settings, 'rotateOauthKeys', '--replace-lost')).toMatchObject({ code: 0 })
    expect(await start(settings)).toMatchObject({
      code: null,
      output: '',
      log: expect.stringMatching(/can't decrypt 1 stored value \(marketplace_salts\.salt\)/),
    })
  },
)

test(
  'stops the start with one line for a database that a newer Trestle migrated',
  { timeout: 90_000 },
  async () => {
    const settings = await createMigratedDatabase('server')
    await withDatabase(settings, async ({ pool }) => {
      await pool.query(`insert into schema_migrations (name, checksum) values ('9999_later.sql', '')`)
    })
    expect(await start(settings)).toMatchObject({
      code: 1,
      output:
        'The database could not be migrated: The database was migrated by a newer version of Trestle, which added 9999_later.sql. Start that version or a newer one.\n',
    })
  },
)

test('does not start in production on a database with demo accounts', { timeout: 90_000 }, async () => {
  const settings = await createMigratedDatabase('server')
  await withDatabase(settings, async ({ pool }) => {
    await fillDemo({ db: connect(pool), now: () => new Date() })
  })
  expect(await start({ ...productionSettings, ...settings })).toMatchObject({
    code: 1,
    output:
      'The database contains demo accounts, whose password is known. Use an empty database in the production stage.\n',
  })
})

test.each([
  [{ HOST: '0.0.0.0' }, /^The setting HOST="0\.0\.0\.0" is not usable in the development stage: .+\n$/],
  [
    { ...productionSettings, PUBLIC_URL: 'http://developers.example.com' },
    /^The setting PUBLIC_URL must be an https address in the production stage: .+\n$/,
  ],
  [
    { ...productionSettings, PORT: 'eighty', MAIL_FROM: '' },
    /^The setting PORT="eighty" .+\nThe setting MAIL_FROM is needed .+\n$/,
  ],
])('stops the start with one line for each unusable setting: %j', async (env, line) => {
  expect(await start(env)).toMatchObject({ code: 1, output: expect.stringMatching(line) })
})

test(
  'ends a server in order on a signal, and when the process that started it is gone',
  { timeout: 180_000 },
  async () => {
    const settings = await createMigratedDatabase('server')
    const ends: [string, (server: ChildProcess) => unknown][] = [
      ['SIGTERM', (server) => server.kill('SIGTERM')],
      ['SIGINT', (server) => server.kill('SIGINT')],
      ['SIGHUP', (server) => server.kill('SIGHUP')],
      ['a closed channel', (server) => server.disconnect()],
    ]
    for (const [name, end] of ends) {
      // Each start needs the database of the one before.
      const env = { RELEASE_STAGE: 'test', LOG_LEVEL: 'error', ...settings }
      const { server } = launch(env, settings.DATA_DIR)
      const exited = once(server, 'exit')
      const [ready] = await once(server, 'message')
      expect(ready).toEqual({ ready: expect.stringMatching(/^http:/), demo: false })
      end(server)
      expect(await exited, name).toEqual([0, null])
    }
  },
)

test('ends a server whose starter is gone before it is ready', { timeout: 90_000 }, async () => {
  const settings = await createMigratedDatabase('server')
  const { server } = launch({ RELEASE_STAGE: 'test', LOG_LEVEL: 'error', ...settings }, settings.DATA_DIR)
  server.disconnect()
  expect(await once(server, 'exit')).toEqual([0, null])
})

/** Settings of a production server whose database and web app can be used. */
async function workingSettings(): Promise<Record<string, string>> {
  const settings = await createMigratedDatabase('server')
  return {
    ...productionSettings,
    ...settings,
    FILES_URL: `file:${await newFolder()}`,
    WEB_FOLDER: await newFolder({ 'index.html': '<title>Trestle</title>' }),
    LOG_LEVEL: 'silent',
  }
}

/** Returns a build whose public pages only a browser could load. */
function buildBrokenPages(): Promise<string> {
  const entries = ['renderPage', 'enhance', 'hydrateAccountPage'].map((name) => [
    `src/app/public/${name}.ts`,
    { file: `${name}.js` },
  ])
  return newFolder({
    'index.html': '<title>Trestle</title>',
    'public/manifest.json': JSON.stringify(Object.fromEntries(entries)),
    'public/renderPage.js': 'window.addEventListener("pointerdown", () => {})',
  })
}

test.each([
  [
    'a production server whose web app is not built',
    { WEB_FOLDER: '/nowhere' },
    'The web app is not built. Run npm run build.\n',
  ],
  [
    'a server whose files can not be stored',
    { FILES_URL: 'file:/dev/null' },
    expect.stringMatching(/^The file storage at FILES_URL can't be used: .*EEXIST.*\n$/),
  ],
  [
    'a server whose folder for files is missing',
    { FILES_URL: 'file:/nowhere/uploads' },
    "The file storage at FILES_URL can't be used: The folder /nowhere/uploads doesn't exist. Create or mount it.\n",
  ],
  [
    'a server with an address of another machine',
    { HOST: '192.0.2.1', RELEASE_STAGE: 'staging' },
    expect.stringMatching(
      /^Trestle cannot listen at HOST="192\.0\.2\.1": .*EADDRNOTAVAIL.*\. Set HOST to an address of this machine\.\n$/,
    ),
  ],
  [
    'a server with the certificate of a database that does not exist',
    { DATABASE_URL: 'postgres://127.0.0.1:1/x?sslmode=verify-full&sslrootcert=/nowhere' },
    expect.stringMatching(/^The database at DATABASE_URL can't be used: .*ENOENT.*'\/nowhere'\.\n$/),
  ],
])('does not start %s', { timeout: 90_000 }, async (_name, env, output) => {
  expect(await start({ ...(await workingSettings()), ...env })).toMatchObject({ code: 1, output })
})

test('does not start a server with an argument', async () => {
  expect(await start({}, '--port', '8080')).toEqual({
    code: 1,
    output:
      'Unknown argument --port: every setting is an environment variable, as docs/settings.md explains.\n',
    log: '',
  })
})

test('reads the settings in ENV_FILE, which the environment overrides', { timeout: 90_000 }, async () => {
  const folder = await newFolder({ env: 'PORT=eighty\nHOST="0.0.0.0"' })
  const ENV_FILE = `${folder}/env`
  expect(await start({ ENV_FILE, PORT: '0' })).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /^The setting HOST="0\.0\.0\.0" is not usable in the development stage: .+\n$/,
    ),
  })
  expect(await start({ ENV_FILE: `${ENV_FILE}s` })).toMatchObject({
    code: 1,
    output: `The settings in ENV_FILE can't be read: ENOENT: no such file or directory, open '${ENV_FILE}s'\n`,
  })
})

test('does not start a server whose ports another process has', { timeout: 90_000 }, async () => {
  const other = createServer()
  onTestFinished(() => void other.close())
  const port = String(await listenOnFreePort(other))
  for (const name of ['PORT', 'METRICS_PORT']) {
    expect(await start({ ...(await workingSettings()), [name]: port })).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        new RegExp(
          `^Trestle cannot listen on port ${port}: .*EADDRINUSE.*\\. Set ${name} to another one\\.\n$`,
        ),
      ),
    })
  }
})

test('does not start a server whose public pages can not be loaded', { timeout: 90_000 }, async () => {
  const settings = { ...(await workingSettings()), WEB_FOLDER: await buildBrokenPages() }
  const output = "The build of the web app can't be loaded: window is not defined\n"
  expect(await start(settings)).toMatchObject({ code: 1, output })
  expect(await runChecks(settings)).toContainEqual({ level: 'problem', text: output.trim() })
})

test('logs the names of variables that look like a misspelled setting', async () => {
  const { code, log } = await start({ ...productionSettings, PORT: 'eighty', DATABASE_URI: 'postgres://db' })
  expect(code).toBe(1)
  expect(log).toContain('The variable DATABASE_URI has no effect. Did you mean DATABASE_URL?')
})

test.each([
  ['folder', async () => undefined],
  ['bucket', startBucket],
])(
  'a server whose %s has none of the files that the database lists says so, as the doctor does, and continues',
  { timeout: 180_000 },
  async (_, open) => {
    const bucket = await open()
    const portal = await emptyPortal('server', { migrated: true, ...(bucket && { bucket }) })
    const env = { ...portal, ALLOW_PRIVATE_OUTGOING: 'true' }
    await withDatabase(portal, async ({ pool }) => {
      await buildSignedIn(pool)
      await pool.query(
        `insert into files (key, content_type, bytes, uploaded_by, created_at, unused_since)
         select 'ab/' || key, 'image/png', 3, developers.id, now(), unused_since from developers,
           (values ('dropped', now()), ('first', null), ('second', null), ('third', null)) as file (key, unused_since)`,
      )
    })
    const problem =
      'The file storage at FILES_URL has none of the files that the database lists. It may be another bucket or folder, or a mount may be missing.'
    const expectProblem = async (isExpected: boolean) => {
      const { child, url, lines } = await startServerProcess(env)
      onTestFinished(() => void child.kill('SIGKILL'))
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
      expect((await runChecks(env)).some(({ text }) => text === problem)).toBe(isExpected)
      await expect.poll(() => lines.some((line) => line.includes(problem))).toBe(isExpected)
    }
    const files = await openFiles(portal)
    await files.put('ab/dropped', Buffer.from('png'), 'image/png')
    await expectProblem(true)
    await files.put('ab/second', Buffer.from('png'), 'image/png')
    await expectProblem(false)
    const elsewhere = { ...env, FILES_URL: 's3://KEY:SECRET@nowhere?endpoint=http://127.0.0.1:9' }
    expect(await runChecks(elsewhere)).toContainEqual({
      level: 'warning',
      text: expect.stringMatching(
        /^Whether the storage has the files of the database could not be checked: .*ECONN/,
      ),
    })
  },
)

/** Starts a bucket whose settings only allow reading. Returns its address for FILES_URL. */
async function startReadOnlyBucket(): Promise<string> {
  const bucket = createServerOverHttp(({ method }, response) => {
    const code = method === 'GET' ? 'NoSuchKey' : 'AccessDenied'
    response.writeHead(method === 'GET' ? 404 : 403).end(`<Error><Code>${code}</Code></Error>`)
  })
  onTestFinished(() => void bucket.close())
  return `s3://KEY:SECRET@bucket?endpoint=http://127.0.0.1:${await listenOnFreePort(bucket)}`
}

test(
  'in maintenance mode, a server only needs to read its database and files',
  { timeout: 90_000 },
  async () => {
    const settings = await createMigratedDatabase('server')
    await withDatabase(settings, async ({ pool }) => {
      const { rows } = await pool.query<{ name: string }>('select current_database() as name')
      await pool.query(`alter database "${rows[0]?.name}" set default_transaction_read_only = on`)
    })
    const env = {
      ...settings,
      FILES_URL: await startReadOnlyBucket(),
      READ_ONLY: 'true',
      METRICS_TOKEN: 'a token for metrics',
    }
    const { child, lines, url } = await startServerProcess(env)
    onTestFinished(() => void child.kill('SIGKILL'))
    const probe = await fetch(`${url}/readyz`)
    expect([probe.status, await probe.json()]).toEqual([200, { status: 'ready' }])
    const headers = { authorization: `Bearer ${env.METRICS_TOKEN}` }
    const metrics = await fetch(`${url}/metrics`, { headers })
    expect(await metrics.text()).toMatch(/^trestle_database_up 1$/m)
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'nothing can be changed and no job runs, because READ_ONLY is set',
    ])
  },
)

test('logs when a server starts, begins to stop, and has stopped', { timeout: 90_000 }, async () => {
  const settings = await createMigratedDatabase('server')
  const env = { ...settings, LOG_LEVEL: 'info', READ_ONLY: 'true', ROLES: 'web' }
  const { child, ended, lines, url } = await startServerProcess(env)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  const logged = lines.map((line) => JSON.parse(line) as { level?: string; msg?: string })
  for (const line of logged) {
    expect(line).toMatchObject({
      level: expect.any(String),
      time: expect.any(String),
      msg: expect.any(String),
    })
  }
  const own = logged.filter(({ msg = '' }) => msg.startsWith('the server') || msg.includes('READ_ONLY'))
  expect(own).toMatchObject([
    { level: 'info', msg: 'the server starts', stage: 'test', roles: ['web'], version: expect.any(String) },
    { level: 'warn', msg: 'nothing can be changed and no job runs, because READ_ONLY is set' },
    { level: 'info', msg: 'the server is ready', url },
    { level: 'info', msg: 'the server stops' },
    { level: 'info', msg: 'the server has stopped' },
  ])
})

test(
  'a server that sends emails logs immediately if it cannot, and continues',
  { timeout: 180_000 },
  async () => {
    const settings = await createMigratedDatabase('server')
    const { url } = await startSmtp()
    // The email server knows no passwords.
    const env = { ...settings, SMTP_URL: url.replace('//', '//me:hidden-word@') }
    const startWith = async (more: Record<string, string>) => {
      const server = await startServerProcess({ ...env, ...more })
      onTestFinished(() => void server.child.kill('SIGKILL'))
      return server
    }
    const web = await startWith({ ROLES: 'web,oauth' })
    const working = await startWith({ SMTP_URL: url })
    const refused = await startWith({})
    const unreachable = await startWith({ SMTP_URL: 'smtp://127.0.0.1:1', ROLES: 'jobs' })
    const logOf = ({ lines }: typeof web) => lines.join('\n')
    await expect.poll(() => logOf(refused)).toContain('the email server at SMTP_URL refuses the login')
    await expect.poll(() => logOf(unreachable)).toContain("the email server at SMTP_URL can't be used")
    expect(logOf(refused)).not.toContain('hidden-word')
    expect(logOf(web) + logOf(working)).not.toContain('SMTP_URL')
    expect((await fetch(`${refused.url}/readyz`)).status).toBe(200)
  },
)

test(
  'runs the jobs of the killed process that it replaces before their leases end',
  { timeout: 180_000 },
  async () => {
    const settings = await createMigratedDatabase('server')
    const smtp = await startBrokenSmtp('is silent')
    const env = {
      ...settings,
      RELEASE_STAGE: 'test',
      LOG_LEVEL: 'error',
      SMTP_URL: smtp.url,
      // The port is what a process and the one that replaces it have in common.
      PORT: String(await findFreePort()),
    }
    await withDatabase(settings, async ({ pool }) => {
      await pool.query(`insert into mails (kind, recipient, subject, body, created_at)
      values ('password.reset', 'ada@example.test', 'Hello', 'Hello Ada', now())`)
      await pool.query(`insert into jobs (kind, key, payload, state, run_at, created_at)
      select 'mail.deliver', id::text, jsonb_build_object('mail_id', id), 'waiting', now(), now() from mails`)
      const readJob = async () => {
        const { rows } = await pool.query<{ state: string; attempts: number }>(
          `select state, attempts from jobs where kind = 'mail.deliver'`,
        )
        return rows[0]
      }
      const { server } = launch(env, settings.DATA_DIR)
      await expect.poll(readJob).toMatchObject({ state: 'running' })
      server.kill('SIGKILL')
      await once(server, 'exit')

      smtp.repair()
      launch(env, settings.DATA_DIR)
      await expect.poll(() => smtp.received).toHaveLength(1)
      await expect.poll(readJob).toMatchObject({ state: 'done', attempts: 2 })
    })
  },
)
