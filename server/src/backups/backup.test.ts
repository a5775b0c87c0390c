import { createHash } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../testing/command.ts'
import type { Engine } from '../../testing/database.ts'
import { openWith, withDatabase } from '../../testing/emptyDatabase.ts'
import { newFolder } from '../../testing/folders.ts'
import { startMixedLoad } from '../../testing/mixedLoad.ts'
import {
  emptyPortal,
  openFiles,
  restoreInto,
  tableChecksums,
  type PortalSettings,
} from '../../testing/portals.ts'
import { buildSignedIn, openClient, startServerProcess } from '../../testing/serverProcess.ts'
import { connect } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/pool.ts'
import { loadKeys } from '../encryption/keys.ts'
import { findLastBackup } from './store.ts'
import { createBackupFolder, writeBackup } from './writeBackup.ts'

/** Runs a command that succeeds. Returns its output. */
async function command(env: PortalSettings, name: string, ...args: string[]): Promise<string> {
  const { code, out, err } = await runCommand(env, name, ...args)
  expect([code, err]).toEqual([0, ''])
  return out
}

async function fileChecksums(folder: string): Promise<Record<string, string>> {
  const keys = await readdir(folder)
  const sums = keys.map(async (key) => [
    key,
    createHash('sha256')
      .update(await readFile(join(folder, key)))
      .digest('hex'),
  ])
  return Object.fromEntries(await Promise.all(sums)) as Record<string, string>
}

const uploads = (env: PortalSettings): string => join(env.DATA_DIR, 'uploads')

/** Starts a portal with demo data in its own process. */
async function startDemo(env: PortalSettings) {
  const server = await startServerProcess({
    ...env,
    RELEASE_STAGE: 'development',
    DEMO_DATA: 'true',
    REQUESTS_PER_MINUTE: '1000000',
    SANDBOX_BUILD_SECONDS: '3600',
    SEMANTIC_VERSIONS: 'false',
  })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  return server
}

/** Makes a backup while the portal answers a mixed load. */
async function backUpUnderLoad(env: PortalSettings, url: string, folder: string): Promise<void> {
  const { appId, token } = await withDatabase(env, ({ pool }) => buildSignedIn(pool))
  const load = startMixedLoad(await openClient(url, token), appId)
  await load.untilAcknowledged(20)
  await command(env, 'backup', folder)
  await load.untilAcknowledged(5)
  const { wrong, unavailable } = await load.stop()
  expect([wrong, unavailable], 'the portal keeps working').toEqual([[], 0])
}

/** `npm run test:long` also restores in the other direction. */
const directions: [Engine, Engine][] = [
  ['embedded', 'server'],
  ['server', 'embedded'],
]

test.each(process.env.TEST_LONG === 'true' ? directions : directions.slice(0, 1))(
  'restores the backup of a running portal (%s) into the other engine (%s)',
  { timeout: 240_000 },
  async (from, to) => {
    const [source, target, folder] = [await emptyPortal(from), await emptyPortal(to), await newFolder()]
    const server = await startDemo(source)
    const busy = join(folder, 'busy')
    if (from === 'embedded') await backUpUnderLoad(source, server.url, busy)

    const quiet = join(folder, 'quiet')
    expect(await command(source, 'backup', quiet)).toMatch(
      /^\d+ rows of \d+ tables of the (embedded )?database .+ and \d+ files are in /,
    )
    expect((await readdir(quiet)).toSorted(), 'no copy of the database stays').toEqual([
      'backup.json',
      'database.ndjson.gz',
      'files',
      'files.ndjson',
    ])
    const tables = await tableChecksums(source)
    server.child.kill('SIGTERM')
    const answer = await command(target, 'restore', quiet)
    expect(answer).toContain('A backup never contains encryption keys. Set ENCRYPTION_KEYS')
    expect(tables.developer_apps).not.toMatch(/^0 /)
    expect(await tableChecksums(target)).toEqual(tables)
    const files = await fileChecksums(uploads(source))
    expect(Object.keys(files).length).toBeGreaterThan(0)
    expect(await fileChecksums(uploads(target))).toEqual(files)
    if (from === 'server') return

    const second = await emptyPortal(to)
    await command(second, 'restore', busy, '--without-jobs')
    const restored = await tableChecksums(second)
    expect(restored.jobs).toBe('0 ')
    expect(tables.jobs).not.toBe('0 ')
    expect(restored.developers).not.toMatch(/^0 /)
    expect(await fileChecksums(uploads(second))).toEqual(files)
  },
)

test('runs commands alongside a server with the embedded database, for its own user only', async () => {
  const env = await emptyPortal('embedded')
  const running = await openDatabase({ dataDir: env.DATA_DIR, log: () => undefined })
  await migrate(running.pool)
  await buildSignedIn(running.pool)
  const { rows } = await running.pool.query<{ email: string }>('select email from developers')
  const email = rows[0]?.email ?? ''
  expect(await command(env, 'grantAdmin', email)).toBe(`${email} is now a platform admin.\n`)
  expect((await stat(join(env.DATA_DIR, '.s.PGSQL.5432'))).mode & 0o777).toBe(0o600)
  await running.close()
})

const shownKey = 'ab'.repeat(32)
const droppedKey = 'cd'.repeat(32)

/** Creates a database on the server with the rows of two files, and a storage with one of them. */
async function smallPortal(migrations?: string[]) {
  const env = await emptyPortal('server')
  const database = await openWith(env)
  onTestFinished(() => database.close())
  await migrate(database.pool, migrations && { only: migrations })
  await buildSignedIn(database.pool)
  await database.pool.query(
    `insert into files (key, content_type, bytes, uploaded_by, created_at, unused_since)
     values ($1, 'image/png', 3, 1, now(), null), ($2, 'image/png', 3, 1, now(), now())`,
    [shownKey, droppedKey],
  )
  await mkdir(uploads(env))
  await writeFile(join(uploads(env), shownKey), 'png')
  return { env, database, files: await openFiles(env) }
}

const options = { withoutJobs: false, now: new Date() }

test('restores the backup of an older release and migrates its data', async () => {
  const known = (await readdir(new URL('../../migrations', import.meta.url))).toSorted()
  const portal = await smallPortal(known.slice(0, -2))
  const folder = await newFolder()
  await writeBackup(portal, folder, options)
  const target = await emptyPortal('server')
  await restoreInto(target, folder)
  expect(await lastBackup(target)).toBe(await madeAt(folder))
  await withDatabase(target, async ({ pool }) => {
    expect((await pool.query('select name from schema_migrations order by name')).rows).toEqual(
      known.map((name) => ({ name })),
    )
    expect((await pool.query('select key from files order by key')).rows).toHaveLength(2)
  })
  expect(await readdir(uploads(target))).toEqual([shownKey])
})

test('names files that the storage has lost, but not those that are no longer shown', async () => {
  const portal = await smallPortal()
  expect((await writeBackup(portal, await newFolder(), options)).missing).toEqual([])
  await rm(join(uploads(portal.env), shownKey))
  expect((await writeBackup(portal, await newFolder(), options)).missing).toEqual([shownKey])
  expect(await runCommand(portal.env, 'backup', await newFolder())).toMatchObject({
    code: 1,
    out: expect.stringContaining(
      `The file storage doesn't have 1 of the files that the database lists. Check FILES_URL. They are: ${shownKey}.`,
    ),
  })
  await writeFile(join(uploads(portal.env), shownKey), 'pn')
  expect(await runCommand(portal.env, 'backup', await newFolder())).toMatchObject({
    code: 1,
    out: expect.stringContaining(`don't have the size that the database lists: ${shownKey}.`),
  })
})

/** Returns the time of the last backup that a portal knows. */
const lastBackup = (env: PortalSettings) => withDatabase(env, ({ pool }) => findLastBackup(connect(pool)))

async function madeAt(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'backup.json'), 'utf8')
  return (JSON.parse(text) as { made_at: string }).made_at
}

test('records when the last complete backup was made, and a restored portal knows the one it has', async () => {
  const { env } = await smallPortal()
  const [first, second] = [await newFolder(), await newFolder()]
  expect(await lastBackup(env)).toBeUndefined()
  await command(env, 'backup', first)
  expect(await lastBackup(env)).toBe(await madeAt(first))
  await command(env, 'backup', await newFolder(), '--without-jobs')
  expect(await lastBackup(env), 'a copy without jobs').toBe(await madeAt(first))
  await command(env, 'backup', second)
  expect(await lastBackup(env)).toBe(await madeAt(second))
  await rm(join(uploads(env), shownKey))
  expect(await runCommand(env, 'backup', await newFolder())).toMatchObject({ code: 1 })
  expect(await lastBackup(env), 'a backup without a file').toBe(await madeAt(second))
  for (const folder of [first, second]) {
    const target = await emptyPortal('server')
    await restoreInto(target, folder)
    expect(await lastBackup(target)).toBe(await madeAt(folder))
  }
})

test.each([
  ['READ_ONLY is set', { READ_ONLY: 'true' }],
  ['25006: cannot execute INSERT in a read-only transaction', {}],
])('a backup succeeds and says that it is not recorded, because %s', async (reason, settings) => {
  const { env, database } = await smallPortal()
  if (!('READ_ONLY' in settings)) {
    const name = new URL(env.DATABASE_URL ?? '').pathname.slice(1)
    await database.pool.query(`alter database "${name}" set default_transaction_read_only = on`)
  }
  const folder = await newFolder()
  const out = await command({ ...env, ...settings }, 'backup', folder)
  expect(out).toContain(
    `\nThe time of this backup isn't recorded for the alert about old backups: ${reason}.\n`,
  )
  expect(await madeAt(folder)).toMatch(/Z$/)
  expect(await lastBackup(env)).toBeUndefined()
})

test('restores a complete and unchanged backup into an empty database, or changes nothing', async () => {
  const portal = await smallPortal()
  const folder = join(await newFolder(), 'backup')
  await command(portal.env, 'backup', folder)
  for (const path of ['.', 'files']) expect((await stat(join(folder, path))).mode & 0o777, path).toBe(0o700)
  for (const path of ['backup.json', 'database.ndjson.gz', 'files.ndjson', `files/${shownKey}`]) {
    expect((await stat(join(folder, path))).mode & 0o777, path).toBe(0o600)
  }
  await expect(createBackupFolder(folder)).rejects.toThrow("isn't empty. Choose a new folder")
  await expect(restoreInto(portal.env, folder)).rejects.toThrow('Restoring needs an empty database.')

  const target = await emptyPortal('server')
  const damaged: [file: string, text: string, message: string][] = [
    [`files/${shownKey}`, 'x', 'is not what the backup contained'],
    ['files.ndjson', '\n', 'is not what the backup contained'],
    ['database.ndjson.gz', 'x', 'is not what the backup contained'],
    ['backup.json', 'x', 'is not the summary of a complete backup'],
  ]
  for (const [file, text, message] of damaged) {
    const path = join(folder, file)
    const whole = await readFile(path)
    await appendFile(path, text)
    await expect(restoreInto(target, folder), file).rejects.toThrow(message)
    await rm(path)
    await expect(restoreInto(target, folder), file).rejects.toThrow(/is missing/)
    await mkdir(path)
    await expect(restoreInto(target, folder), file).rejects.toThrow(`${path} can't be read: EISDIR`)
    await rmdir(path)
    await writeFile(path, whole)
  }
  await withDatabase(target, async ({ pool }) => {
    expect((await pool.query('select count(*) from developers')).rows).toEqual([{ count: 0 }])
  })
  // One row is enough, for example one that a portal without accounts has stored since its start.
  const add = `insert into marketplace_salts (day, salt) values ('2026-01-01', 'x')`
  await withDatabase(target, ({ pool }) => pool.query(add))
  await expect(restoreInto(target, folder)).rejects.toThrow('This one has rows in marketplace_salts.')
  await withDatabase(target, ({ pool }) => pool.query('delete from marketplace_salts'))
  await restoreInto(target, folder)
  expect(await readFile(join(uploads(target), shownKey), 'utf8')).toBe('png')
})

/** Returns the content of every file of a backup, unpacked. */
async function readBackup(folder: string): Promise<Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const content = await readFile(join(parentPath, name))
      return name.endsWith('.gz') ? gunzipSync(content) : content
    }),
  )
}

test('omits jobs on request, and always the encryption key', async () => {
  const { env, database } = await smallPortal()
  // As on a laptop, where the key is a file next to the data.
  const [key = Buffer.of()] = loadKeys({ ENCRYPTION_KEYS: undefined, DATA_DIR: env.DATA_DIR })
  await database.pool.query(`insert into jobs (kind, key, payload, state, run_at, created_at)
    values ('file.delete', 'of a waiting job', '{"key":"a"}', 'waiting', now(), now())`)
  for (const [flags, hasJobs] of [
    [[], true],
    [['--without-jobs'], false],
  ] as const) {
    const folder = join(await newFolder(), 'backup')
    await command(env, 'backup', folder, ...flags)
    const content = Buffer.concat(await readBackup(folder))
    expect(content.includes(shownKey)).toBe(true)
    expect(content.includes('of a waiting job')).toBe(hasJobs)
    for (const form of [key, key.toString('base64'), key.toString('hex')]) {
      expect(content.includes(form)).toBe(false)
    }
  }
})
