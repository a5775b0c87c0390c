import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listBlocks, listCommands, readDocuments } from '../../../scripts/testing/markdown.ts'
import { runCommand } from '../../testing/command.ts'
import type { Engine } from '../../testing/database.ts'
import { createEmptyDatabase, withDatabase, type DatabaseSettings } from '../../testing/emptyDatabase.ts'
import { newFolder } from '../../testing/folders.ts'
import { buildSignedIn, startServerProcess } from '../../testing/serverProcess.ts'
import { testKey } from '../../testing/testKey.ts'
import { migrate } from '../db/migrate.ts'

const isLong = process.env.TEST_LONG === 'true'

/** The commands for operators by their names in package.json. */
const commands: Record<string, string> = {
  backup: 'backup',
  'create-service-token': 'createServiceToken',
  doctor: 'doctor',
  'grant-admin': 'grantAdmin',
  jobs: 'jobs',
  migrate: 'migrate',
  'reset-factors': 'resetFactors',
  restore: 'restore',
  'rotate-encryption': 'rotateEncryption',
  'rotate-oauth-keys': 'rotateOauthKeys',
}

const documents = readDocuments().filter(({ path }) => path !== 'CHANGELOG.md')

/** Returns every form in which the documents write a command for operators. */
function listDocumented(): string[] {
  const forms = documents.flatMap(({ text }) => listCommands(text))
  const isForOperators = (form: string) => (/^npm run ([\w-]+)/.exec(form)?.[1] ?? '') in commands
  return [...new Set(forms.filter(isForOperators))].toSorted()
}

/** Returns the settings of a portal without tables. */
async function createPortal(engine: Engine = 'server'): Promise<Portal> {
  const settings = await createEmptyDatabase(engine)
  return {
    ...settings,
    ENCRYPTION_KEYS: testKey,
    FILES_URL: `file:${join(settings.DATA_DIR, 'uploads')}`,
    WEB_FOLDER: await newFolder({ 'index.html': '<title>Trestle</title>' }),
  }
}

type Portal = DatabaseSettings & Record<string, string>

const email = 'you@example.com'

/** Adds a developer and failed jobs. Returns the id of a job. */
const fillPortal = (portal: Portal): Promise<string> =>
  withDatabase(portal, async ({ pool }) => {
    await buildSignedIn(pool)
    await pool.query('update developers set email = $1', [email])
    const { rows } = await pool.query<{ id: number }>(
      `insert into jobs (kind, key, payload, state, run_at, created_at, finished_at)
       select 'file.delete', key, '{"key":"a"}', 'failed', now(), now(), now() from unnest(array['a', 'b']) as key
       returning id`,
    )
    return String(rows[0]?.id)
  })

/** What a command ends with: 2 if it shows its usage. */
type Step = [form: string, code: 0 | 1 | 2]

/** In an order in which each finds what it needs. `npm test` runs those in which most can go wrong. */
const beforeTables: Step[] = [
  ['npm run migrate -- --check', 1],
  ['npm run migrate', 0],
]
const quick: Step[] = [
  ['npm run doctor', 0],
  ['npm run jobs', 0],
  ['npm run backup -- DIR', 0],
]
const long: Step[] = [
  ['npm run backup', 2],
  ['npm run create-service-token', 2],
  ['npm run create-service-token -- NAME', 0],
  ['npm run create-service-token -- --list', 0],
  ['npm run create-service-token -- --revoke NAME', 0],
  ['npm run create-service-token -- NAME --scopes events,quota_checks', 0],
  ['npm run grant-admin', 2],
  ['npm run grant-admin -- EMAIL', 0],
  [`npm run grant-admin -- ${email}`, 0],
  ['npm run jobs -- retry ID', 0],
  ['npm run jobs -- cancel ID', 0],
  ['npm run jobs -- retry all', 0],
  ['npm run reset-factors -- EMAIL', 0],
  [`npm run reset-factors -- ${email}`, 0],
  ['npm run restore', 2],
  ['npm run rotate-encryption', 0],
  ['npm run rotate-oauth-keys', 0],
]
const intoEmpty: Step[] = [['npm run restore -- DIR', 0]]
const intoEmptyToo: Step[] = [['npm run restore -- DIR --without-jobs', 0]]

test('the documents write the commands for operators only in these forms', () => {
  const tested = [beforeTables, quick, long, intoEmpty, intoEmptyToo].flat().map(([form]) => form)
  expect(tested.toSorted()).toEqual(listDocumented())
})

/** Runs commands on a portal as the documents write them, with these values for their arguments. */
async function run(env: Portal, values: Record<string, string>, steps: Step[]): Promise<void> {
  for (const [form, code] of steps) {
    const [name = '', args = ''] = form.replace('npm run ', '').split(' -- ')
    const words = args.split(' ').filter(Boolean)
    const ended = await runCommand(env, commands[name] ?? '', ...words.map((word) => values[word] ?? word))
    const err = code === 2 ? expect.stringContaining('Usage: npm run') : ''
    expect([form, ended.code, ended.err], ended.out).toEqual([form, code, err])
  }
}

const createValues = async () => ({
  DIR: join(await newFolder(), 'backup'),
  EMAIL: email,
  NAME: 'metering',
})

test('the commands for operators run as the documents write them', async () => {
  const [portal, copy, quietCopy] = await Promise.all([createPortal(), createPortal(), createPortal()])
  const values = await createValues()
  await run(portal, values, beforeTables)
  const ID = await fillPortal(portal)
  await run(portal, { ...values, ID }, isLong ? [...quick, ...long] : quick)
  await run(copy, values, intoEmpty)
  if (isLong) await run(quietCopy, values, intoEmptyToo)
})

test('the commands for operators run beside a server that has the embedded database open', async () => {
  const portal = await createPortal('embedded')
  // During maintenance no job runs, so those of the test stay as the commands leave them.
  const { child, ended } = await startServerProcess({ ...portal, READ_ONLY: 'true' })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const values = { ...(await createValues()), ID: await fillPortal(portal) }
  await run(portal, values, isLong ? [...quick, ...long] : quick)
})

test('the statements of the operations guide run on the schema', async () => {
  const settings = await createEmptyDatabase('server')
  const statements = documents.flatMap(({ text }) => listBlocks(text, 'sql'))
  expect(statements.length).toBeGreaterThan(0)
  await withDatabase(settings, async ({ pool }) => {
    await migrate(pool)
    for (const statement of statements) await pool.query(statement)
  })
})
