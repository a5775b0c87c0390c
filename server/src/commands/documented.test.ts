// @module-tag server
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { expect, onTestFinished, test } from 'vitest'
import { launch } from '../../../scripts/testing/launch.ts'
import { listBlocks, listCommands, readDocuments } from '../../../scripts/testing/markdown.ts'
import { runCommand } from '../../testing/command.ts'
import type { Engine } from '../../testing/database.ts'
import { createEmptyDatabase, withDatabase, type DatabaseSettings } from '../../testing/emptyDatabase.ts'
import { newFolder } from '../../testing/folders.ts'
import { createProcessEnv } from '../../testing/processEnv.ts'
import { buildSignedIn, startServerProcess } from '../../testing/serverProcess.ts'
import { testKey } from '../../testing/testKey.ts'
import { migrate, readMigrations, readMigrationState } from '../db/migrate.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const isLong = process.env.TEST_LONG === 'true'

/** The operators' commands by their names in package.json. */
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

/** Returns every form of an operator's command in the documents. */
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

/**
 * The exit status of a command: 2 if it shows its usage. Table rows name some options on their own; `args` is how
 * they are used.
 */
type Step = [form: string, code: 0 | 1 | 2, args?: string]

/** In an order in which each command finds what it needs. `npm test` runs the ones where most can go wrong. */
const beforeTables: Step[] = [
  ['npm run migrate -- --check', 1],
  ['npm run migrate', 0],
]
const quick: Step[] = [
  ['npm run doctor', 0],
  ['npm run jobs', 0],
  ['npm run backup -- DIR', 0],
  ['npm run create-service-token -- --expires DATE', 0, 'dated --expires DATE'],
]
const long: Step[] = [
  // The portal has no email server.
  ['npm run doctor -- --send-email-to you@example.com', 1],
  ['npm run backup', 2],
  ['npm run backup -- DIR --without-jobs', 0, 'COPY --without-jobs'],
  ['npm run create-service-token', 2],
  ['npm run create-service-token -- NAME', 0],
  ['npm run create-service-token -- --list', 0],
  ['npm run create-service-token -- --revoke NAME', 0],
  ['npm run create-service-token -- --scopes', 2, 'scoped --scopes'],
  ['npm run create-service-token -- --expires DAYS', 0, 'brief --expires 30'],
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
  ['npm run rotate-oauth-keys -- --replace-lost', 0],
]
const intoEmpty: Step[] = [['npm run restore -- DIR', 0]]
const intoEmptyToo: Step[] = [['npm run restore -- DIR --without-jobs', 0]]

const steps = [beforeTables, quick, long, intoEmpty, intoEmptyToo].flat()

test('the documents write the commands for operators only in these forms', () => {
  expect(steps.map(([form]) => form).toSorted()).toEqual(listDocumented())
})

const byHand = 'takes minutes to hours, and is for contributors'
const otherProgram = 'the program is not ours'

/** Every other command in the documents, with the test that runs it or the reason why none does. */
const others: Record<string, string> = {
  'npm start': 'scripts/start.test.ts',
  'npm run serve': 'below',
  'npm run dev': 'e2e/dev.spec.ts, in `npm run test:long`',
  'npm run licenses': 'scripts/licenses.test.ts calls what it runs',
  'npm run sbom': 'scripts/sbom.test.ts',
  'npm run coverage:spec': 'scripts/coverageSpec.test.ts calls what it runs',
  'npm test': 'runs this test',
  'npm run check': 'part of `npm test`',
  'npm run format': otherProgram,
  'npm run build': 'part of `npm test`',
  'npm run build -- --sourcemap hidden --outDir /tmp/maps':
    'web/viteConfig.test.ts tests the folder, web/compileHints.test.ts the maps',
  'npm run test:rules': 'part of `npm test`',
  'npm run test:rules -- quotas': 'part of `npm test`, for some files',
  'npm run test:api': 'part of `npm test`',
  'npm run test:changed': 'scripts/changedTests.test.ts tests its choice',
  'npm run test:firefox': 'runs tests itself',
  'npm run test:long': 'runs tests itself',
  'npm run fuzz': 'server/src/fuzz.test.ts is one round',
  'npm run fuzz -- SEED': 'server/src/fuzz.test.ts is one round',
  'npm run mutate -- rules': byHand,
  'npm run mutate -- rules 300 1': byHand,
  'npm run mutate -- server 300 7 2 8,20': byHand,
  'npm run bench:api': byHand,
  'npm run bench:interactions': byHand,
  'npm run bench:lighthouse': byHand,
  'npm run bench:jobs': byHand,
  'npm run bench:lists': byHand,
  'npm run bench:lists -- --server postgres://…': byHand,
  'npm run bench:load': byHand,
  'npm run bench:load -- 2': byHand,
  'npm run bench:oauth': byHand,
  'npm run bench:start': byHand,
  'npm run bench:web': byHand,
  'npx node bench/engagement.ts': byHand,
  'npm ci': otherProgram,
  'npm audit --omit=dev': otherProgram,
  'npm --prefix tools ci': otherProgram,
  'npm --prefix tools run redocly -- http://localhost:3000/api/v1/openapi.json': otherProgram,
  'apt-get install firefox-esr': otherProgram,
  'docker build --build-arg PREVIOUS=trestle:1.0.0 -f deploy/Dockerfile -t trestle:1.1.0 .':
    'needs Docker; server/src/deploy.test.ts reads the Dockerfile',
  'docker compose -f deploy/compose.yaml exec web1 npm run doctor':
    'needs Docker; server/src/deploy.test.ts reads the Compose file',
  'docker compose -f deploy/compose.yaml run --rm -v /srv/backups:/backups jobs npm run backup -- /backups/NAME':
    'needs Docker; a step above makes a backup',
  'docker compose ps': otherProgram,
  'openssl rand -base64 32': otherProgram,
  'systemctl --failed': otherProgram,
  'systemctl enable --now trestle@web trestle@web2 trestle@jobs trestle-backup.timer': otherProgram,
  'systemctl restart trestle@web': 'needs systemd; server/src/deploy.test.ts reads the unit',
  'systemctl status trestle@web': otherProgram,
}

test('every command of the documents is tested, or listed with the reason why it is not', () => {
  const named = new Set(documents.flatMap(({ text }) => listCommands(text)))
  const known = [...steps.map(([form]) => form), ...Object.keys(others)]
  expect([...named].toSorted()).toEqual(known.toSorted())
})

/** Runs commands on a portal as written in the documents, with these values for their arguments. */
async function run(env: Portal, values: Record<string, string>, steps: Step[]): Promise<void> {
  for (const [form, code, override] of steps) {
    const [name = '', written = ''] = form.replace('npm run ', '').split(' -- ')
    const args = override ?? written
    const words = args.split(' ').filter(Boolean)
    const ended = await runCommand(env, commands[name] ?? '', ...words.map((word) => values[word] ?? word))
    const err = code === 2 ? expect.stringContaining('Usage: npm run') : ''
    expect([form, ended.code, ended.err], ended.out).toEqual([form, code, err])
  }
}

const createValues = async () => ({
  DIR: join(await newFolder(), 'backup'),
  COPY: join(await newFolder(), 'backup'),
  DATE: new Date(Date.now() + dayMs).toISOString().slice(0, 10),
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

test("the operators' commands run alongside a server that has the embedded database open", async () => {
  const portal = await createPortal('embedded')
  // During maintenance, no jobs run, so the test's jobs stay as the commands leave them.
  const { child, ended } = await startServerProcess({ ...portal, READ_ONLY: 'true' })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const values = { ...(await createValues()), ID: await fillPortal(portal) }
  await run(portal, values, isLong ? [...quick, ...long] : quick)
})

test.each(Object.values(commands))(
  '%s explains itself, and refuses an argument that it does not know, before it does anything',
  async (name) => {
    const nowhere = { DATABASE_URL: 'postgres://127.0.0.1:1/nowhere' }
    const [help, short, unknown] = await Promise.all(
      ['--help', '-h', '--unknown'].map((argument) => runCommand(nowhere, name, argument)),
    )
    const usage = { code: 0, out: expect.stringMatching(/^Usage: npm run /), err: '' }
    expect([help, short]).toEqual([usage, usage])
    expect(unknown).toEqual({ code: 2, out: '', err: help?.out })
  },
)

test.each(['backup', 'restore', 'grantAdmin', 'resetFactors'])(
  '%s refuses a second argument, such as the rest of a path with a space',
  async (name) => {
    const nowhere = { DATABASE_URL: 'postgres://127.0.0.1:1/nowhere' }
    const { code, err } = await runCommand(nowhere, name, 'one', 'two')
    expect([code, err]).toEqual([2, expect.stringMatching(/^Usage: npm run /)])
  },
)

/** Arguments for the commands that only work on a database with every migration. */
const needsMigrations: Record<string, string[]> = {
  createServiceToken: ['--list'],
  grantAdmin: [email],
  jobs: [],
  resetFactors: [email],
  rotateEncryption: [],
  rotateOauthKeys: [],
}

/** Runs commands that only work on a database with every migration. Returns their messages. */
async function readRefusals(portal: Portal, names = Object.keys(needsMigrations)): Promise<string[]> {
  const ended = await Promise.all(
    names.map((name) => runCommand(portal, name, ...(needsMigrations[name] ?? []))),
  )
  expect(ended.map(({ code, out }) => [code, out])).toEqual(ended.map(() => [1, '']))
  return [...new Set(ended.map(({ err }) => err))]
}

test('commands that change data say so during maintenance, and those that only read say nothing', async () => {
  const portal = { ...(await createPortal()), READ_ONLY: 'true' }
  const warning =
    'READ_ONLY is set, but this command changes data. A copy of the data that was made before lacks the change.\n'
  const errorOf = async ([name = '', ...args]: string[]) => (await runCommand(portal, name, ...args)).err
  expect(await errorOf(['migrate', '--check'])).toBe('')
  expect(await errorOf(['migrate'])).toBe(warning)
  const id = await fillPortal(portal)
  const changes = [
    ['createServiceToken', 'metering'],
    ['createServiceToken', '--revoke', 'metering'],
    ['grantAdmin', email],
    ['jobs', 'cancel', id],
    ['resetFactors', email],
    ['rotateEncryption'],
    ['rotateOauthKeys'],
  ]
  for (const command of changes) expect([command, await errorOf(command)]).toEqual([command, warning])
  const reads = [['createServiceToken', '--list'], ['jobs'], ['backup', join(await newFolder(), 'backup')]]
  for (const command of reads) expect([command, await errorOf(command)]).toEqual([command, ''])
})

test('every command but those for backups, migrations and checks is refused before the migrations ran', () => {
  const others = ['backup', 'doctor', 'migrate', 'restore']
  expect([...Object.keys(needsMigrations), ...others].toSorted()).toEqual(Object.values(commands).toSorted())
})

test('a command of a newer version says how many migrations are pending, and runs none', async () => {
  const portal = await createPortal()
  const names = (await readMigrations()).map(({ name }) => name)
  const message = (count: string) =>
    `The database has ${count}. Run npm run migrate first, or run this command with the version that its servers run.\n`
  await withDatabase(portal, async ({ pool }) => {
    await migrate(pool, { only: names.slice(0, -2) })
    expect(await readRefusals(portal)).toEqual([message('2 pending migrations')])
    expect((await readMigrationState(pool)).pending).toEqual(names.slice(-2))
    await migrate(pool, { only: names.slice(0, -1) })
    expect(await readRefusals(portal, ['jobs'])).toEqual([message('1 pending migration')])
  })
  // An upgrade begins with a backup.
  expect(await runCommand(portal, 'backup', join(await newFolder(), 'backup'))).toMatchObject({ code: 0 })
})

test('a command creates neither tables nor an embedded database', async () => {
  const server = await createPortal('server')
  expect(await readRefusals(server)).toEqual([
    'The database has no tables yet. Start the server or run npm run migrate first.\n',
  ])
  await withDatabase(server, async ({ pool }) => expect((await readMigrationState(pool)).applied).toBe(0))
  const embedded = await createPortal('embedded')
  const missing = `The folder ${embedded.DATA_DIR} has no database yet. The first start of the server creates it. If the portal has another database, set DATABASE_URL or DATA_DIR as for its server.\n`
  expect(await readRefusals(embedded)).toEqual([missing])
  expect((await runCommand(embedded, 'backup', join(embedded.DATA_DIR, 'backup'))).err).toBe(missing)
  for (const args of [[], ['--check']]) {
    expect(await runCommand(embedded, 'migrate', ...args)).toEqual({ code: 1, out: '', err: missing })
  }
  expect(await readdir(embedded.DATA_DIR)).toEqual([])
})

/** Starts npm in the checkout, as an operator does. */
const npm = (env: Record<string, string>, ...args: string[]) =>
  launch(root, ['npm', 'run', '--silent', ...args], {
    ...createProcessEnv(),
    HOME: env.DATA_DIR,
    RELEASE_STAGE: 'test',
    ...env,
  })

test.each<[Engine, string]>([
  ['server', 'These migrations are pending in the database '],
  ['embedded', 'has no database yet.'],
])('npm runs a command with its arguments, and ends with its status (database: %s)', async (kind, output) => {
  const env = await createPortal(kind)
  const check = npm(env, 'migrate', '--', '--check')
  expect([(await check.ended).code, check.output()]).toEqual([1, expect.stringContaining(output)])
})

test('npm starts the server and ends it', async () => {
  const env = { ...(await createPortal()), ROLES: 'web,jobs', PORT: '0' }
  const server = npm(env, 'serve')
  const [, url = ''] = await server.prints(/"url":"([^"]+)","msg":"the server is ready"/)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  server.process.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
})

test('the statements of the operations guide run on the schema', async () => {
  const settings = await createEmptyDatabase('server')
  const statements = documents.flatMap(({ text }) => listBlocks(text, 'sql'))
  expect(statements.length).toBeGreaterThan(0)
  await withDatabase(settings, async ({ pool }) => {
    await migrate(pool)
    // The role that one of them replaces. Roles belong to the whole server, not to this database.
    await pool.query('create role trestle')
    for (const statement of statements) await pool.query(statement)
    await pool.query('drop owned by trestle_b; drop role trestle_b')
  })
})
