import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, createServer as createTcpServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { dayMs } from '@trestle/domain/time/durations.ts'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { listenOnFreePort } from '../../../../scripts/testing/listenOnFreePort.ts'
import { runCommand } from '../../../testing/command.ts'
import { newFolder } from '../../../testing/folders.ts'
import { startPostgres, type TestPostgres } from '../../../testing/postgres.ts'
import { productionSettings } from '../../../testing/productionSettings.ts'
import { startBucket } from '../../../testing/s3.ts'
import { startServerProcess } from '../../../testing/serverProcess.ts'
import { startSmtp } from '../../../testing/smtp.ts'
import { createCertificate } from '../../../testing/topology.ts'
import { findSessionProblems } from '../../doctor/checkDatabase.ts'
import { runChecks } from '../../doctor/runChecks.ts'
import type { EncryptedColumn } from '../../encryption/columns.ts'
import { createEncryption } from '../../encryption/encryption.ts'
import { migrate, readMigrations } from '../migrate.ts'

const foreignKey = randomBytes(32).toString('base64')

// A separate PostgreSQL for this file: its roles and its record of migrations are changed.
let postgres: TestPostgres
let admin: pg.Pool
beforeAll(async () => {
  postgres = await startPostgres()
  admin = new pg.Pool({ connectionString: postgres.url })
})
afterAll(async () => {
  await admin.end()
  await postgres.stop()
})

/** Starts a server with this certificate. Returns its port. */
async function startSecure(file: string): Promise<number> {
  const server = createSecureServer({ key: file, cert: file }, (_request, response) => {
    response.writeHead(204).end()
  })
  onTestFinished(() => void server.close())
  return listenOnFreePort(server)
}

/** Lets this process trust a certificate until the end of the test. */
function trust(certificate: string): void {
  const before = getCACertificates()
  setDefaultCACertificates([...before, certificate])
  onTestFinished(() => setDefaultCACertificates(before))
}

async function startSandboxService(token: string, status = 204): Promise<string> {
  const server = createServer(({ headers }, response) => {
    response.statusCode = headers.authorization === `Bearer ${token}` ? status : 401
    response.end()
  })
  const port = await listenOnFreePort(server)
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${port}`
}

test.each([
  ['timezone', 'America/Lima', 'UTC'],
  ['datestyle', 'German', 'ISO'],
  ['statement_timeout', '0', '30s'],
  ['lock_timeout', '0', '5s'],
  ['idle_in_transaction_session_timeout', '0', '60s'],
])('names %s as the only session setting that a pooler ignores', async (name, value, needed) => {
  const settings = {
    timezone: 'UTC',
    datestyle: 'ISO',
    statement_timeout: '1s',
    lock_timeout: '1s',
    idle_in_transaction_session_timeout: '1s',
    [name]: value,
  }
  const options = Object.entries(settings).map(([setting, text]) => `-c ${setting}=${text}`)
  const pool = new pg.Pool({ connectionString: postgres.url, options: options.join(' ') })
  onTestFinished(() => pool.end())
  const [problem, ...others] = await findSessionProblems(pool)
  expect(others).toEqual([])
  expect(problem?.match(/ set [^;]+;/g)).toEqual([` set ${name} = '${needed}';`])
})

/** Settings of a production server with working services. */
async function workingSettings(): Promise<Record<string, string>> {
  const certificate = readFileSync(await createCertificate(300), 'utf8')
  trust(certificate)
  return {
    ...productionSettings,
    PUBLIC_URL: `https://localhost:${await startSecure(certificate)}`,
    DATABASE_URL: postgres.url,
    FILES_URL: (await startBucket()).url,
    SMTP_URL: (await startSmtp()).url,
    SANDBOX_SERVICE_URL: await startSandboxService('right'),
    SANDBOX_SERVICE_TOKEN: 'right',
    PLATFORM_API_URL: 'https://api.example.test',
    SUPPORT_URL: 'https://example.test/support',
    MARKETPLACE_SUPPORT_EMAIL: 'marketplace@example.test',
    PARTNER_APPLICATION_URL: 'https://example.test/apply',
    PARTNER_VETTING_URL: 'https://example.test/vetting',
    ALLOW_PRIVATE_OUTGOING: 'true',
    TRUST_PROXY: 'true',
    METRICS_TOKEN: 'a-token-of-prometheus',
    WEB_FOLDER: await newFolder({ 'index.html': '<title>Trestle</title>' }),
  }
}

const list = (findings: Awaited<ReturnType<typeof runChecks>>, level: string): string[] =>
  findings.filter((finding) => finding.level === level).map(({ text }) => text)

test('finds nothing wrong where everything works', async () => {
  const findings = await runChecks(await workingSettings())
  expect(list(findings, 'problem')).toEqual([])
  expect(list(findings, 'warning')).toEqual([])
  expect(list(findings, 'ok').join('\n')).toMatch(/The database is PostgreSQL \d+/)
})

test('reports every problem in one run', async () => {
  const findings = await runChecks({
    ...(await workingSettings()),
    MAIL_FROM: '',
    DATABASE_URL: 'postgres://127.0.0.1:9/trestle',
    FILES_URL: 's3://KEY:SECRET@nowhere?endpoint=http://127.0.0.1:9',
    // The email server accepts no passwords.
    SMTP_URL: (await startSmtp()).url.replace('//', '//me:hidden-word@'),
    SANDBOX_SERVICE_TOKEN: 'wrong',
    WEB_FOLDER: '/nowhere',
    DATABASE_URI: 'postgres://db',
  })
  const problems = list(findings, 'problem')
  expect(problems).toEqual([
    expect.stringMatching(/^The setting MAIL_FROM is needed/),
    expect.stringMatching(/^The web app is not built/),
    expect.stringMatching(
      /^The database at DATABASE_URL can't be used: connect ECONNREFUSED 127\.0\.0\.1:9\.$/,
    ),
    expect.stringMatching(/^The file storage at FILES_URL can't be used: /),
    expect.stringMatching(/^The email server at SMTP_URL can't be used: EAUTH/),
    'The sandbox service refuses SANDBOX_SERVICE_TOKEN with status 401.',
  ])
  expect(list(findings, 'warning')).toEqual([
    'The variable DATABASE_URI has no effect. Did you mean DATABASE_URL?',
  ])
  expect(JSON.stringify(findings)).not.toContain('hidden-word')
})

const dateIn = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

test.each([
  [20, true],
  [23, false],
])('warns about certificates of services that end in %i days: %s', async (days, warns) => {
  const file = readFileSync(await createCertificate(days), 'utf8')
  trust(file)
  const expected = warns ? [`The certificate of localhost ends on ${dateIn(days)}. Renew it.`] : []
  const settings = await workingSettings()
  const https = `https://localhost:${await startSecure(file)}`
  const startEmails = async (scheme: string) => {
    const options = { secure: scheme === 'smtps', key: file, cert: file, authOptional: true }
    const smtp = new SMTPServer(options)
    onTestFinished(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
    return `${scheme}://localhost:${await listenOnFreePort(smtp.server)}`
  }
  for (const service of [
    { PUBLIC_URL: https },
    { SANDBOX_SERVICE_URL: https },
    { SMTP_URL: await startEmails('smtps') },
    { SMTP_URL: await startEmails('smtp') },
  ]) {
    const findings = await runChecks({ ...settings, ...service })
    expect([list(findings, 'problem'), list(findings, 'warning')]).toEqual([[], expected])
  }
})

test('names a portal that can not be reached, or whose certificate is not trusted', async () => {
  const settings = await workingSettings()
  const untrusted = await startSecure(readFileSync(await createCertificate(300), 'utf8'))
  for (const [port, reason] of [
    [9, 'ECONNREFUSED'],
    [untrusted, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ] as const) {
    const findings = await runChecks({ ...settings, PUBLIC_URL: `https://localhost:${port}` })
    expect(list(findings, 'problem')).toEqual([])
    expect(list(findings, 'warning')).toEqual([
      expect.stringMatching(new RegExp(`^PUBLIC_URL can't be reached from this machine: .*${reason}`)),
    ])
  }
})

test('names a database that is not in UTF-8', async () => {
  await admin.query(`create database narrow template template0 encoding 'SQL_ASCII' locale 'C'`)
  const DATABASE_URL = Object.assign(new URL(postgres.url), { pathname: '/narrow' }).href
  const findings = await runChecks({ ...(await workingSettings()), DATABASE_URL })
  expect(list(findings, 'problem')).toEqual([
    "The database has the encoding SQL_ASCII. Create one with: create database … template template0 encoding 'UTF8';",
  ])
})

test('names missing rights, migrations to come, and a database that is read-only', async () => {
  const address = new URL(postgres.url)
  address.pathname = '/guarded'
  await admin.query('create database guarded')
  const owner = new pg.Pool({ connectionString: address.href })
  await migrate(owner)
  await owner.query(`delete from schema_migrations where name like '0023%'`)
  await owner.query(`insert into developers (email, first_name, last_name, password_hash, terms_version,
    terms_accepted_at, created_at, updated_at) values ('owner@demo.test', 'Olive', 'Owner', '', '1', now(), now(), now())`)
  await owner.query('create role guest login; grant select on all tables in schema public to guest')
  await owner.query('alter role guest set default_transaction_read_only = on')
  await owner.end()
  address.username = 'guest'
  const findings = await runChecks({ ...(await workingSettings()), DATABASE_URL: address.href })
  expect(list(findings, 'problem')).toEqual([
    'The database is read-only: it may be a standby.',
    'The role guest can\'t create tables. Run once: grant create on schema public to "guest";',
    "The role guest can't change tables of the administrator postgres. Make guest the owner of every table.",
    expect.stringMatching(/^The database contains demo accounts/),
  ])
  expect(list(findings, 'warning')).toEqual([
    expect.stringMatching(/^The next start runs 1 migration: 0023_\w+\.sql\.$/),
  ])
  const staging = { ...(await workingSettings()), DATABASE_URL: address.href, RELEASE_STAGE: 'staging' }
  expect(list(await runChecks(staging), 'problem').join()).not.toContain('demo accounts')
})

test('names what the encryption keys can not decrypt', async () => {
  const address = new URL(postgres.url)
  address.pathname = '/encrypted'
  await admin.query('create database encrypted')
  const pool = new pg.Pool({ connectionString: address.href })
  onTestFinished(() => pool.end())
  await migrate(pool)
  const encrypt = (key: string) => {
    const encryption = createEncryption<EncryptedColumn>([Buffer.from(key, 'base64')])
    return encryption.encrypt(Buffer.from('{}'), 'oauth_keys.private_encrypted')
  }
  const store = (kid: string, state: string, key: string) =>
    pool.query(
      `insert into oauth_keys (environment, kid, state, public_jwk, private_encrypted, created_at)
       values ('production', $1, $2, '{}', $3, now())`,
      [kid, state, encrypt(key)],
    )
  const settings = { ...(await workingSettings()), DATABASE_URL: address.href }
  expect(list(await runChecks(settings), 'ok')).toContain('Nothing is encrypted yet.')
  await store('a', 'retired', foreignKey)
  expect(list(await runChecks(settings), 'ok')).toContain('Nothing is encrypted yet.')
  await store('b', 'current', productionSettings.ENCRYPTION_KEYS)
  expect(list(await runChecks(settings), 'ok')).toContain('ENCRYPTION_KEYS can decrypt what is stored.')
  await store('c', 'next', foreignKey)
  expect(list(await runChecks(settings), 'problem')).toEqual([
    expect.stringMatching(
      /^ENCRYPTION_KEYS can't decrypt 1 stored value \(oauth_keys\.private_encrypted\)\./,
    ),
  ])
  const both = `${foreignKey},${productionSettings.ENCRYPTION_KEYS}`
  expect(list(await runChecks({ ...settings, ENCRYPTION_KEYS: both }), 'problem')).toEqual([])
  await pool.query(`insert into marketplace_salts (day, salt) values (current_date, $1)`, [
    encrypt(foreignKey),
  ])
  await pool.query(`delete from oauth_keys where state = 'next'`)
  expect(list(await runChecks(settings), 'warning')).toEqual([
    expect.stringMatching(/^ENCRYPTION_KEYS can't decrypt 1 stored value \(marketplace_salts\.salt\)\./),
  ])
})

test('creates no encryption keys, as the first start does', async () => {
  const address = new URL(postgres.url)
  address.pathname = '/keyless'
  await admin.query('create database keyless')
  const pool = new pg.Pool({ connectionString: address.href })
  await migrate(pool)
  await pool.end()
  const DATA_DIR = await newFolder()
  await runChecks({ DATABASE_URL: address.href, DATA_DIR })
  expect(await readdir(DATA_DIR)).not.toContain('encryption-keys')
})

test('names the migrations of a newer version that this one can run with', async () => {
  const address = new URL(postgres.url)
  address.pathname = '/ahead'
  await admin.query('create database ahead')
  const pool = new pg.Pool({ connectionString: address.href })
  await migrate(pool)
  await pool.query(
    `insert into schema_migrations (name, checksum, compatible_since) values ('9999_future.sql', '', '0001_people.sql')`,
  )
  await pool.end()
  const findings = await runChecks({ ...(await workingSettings()), DATABASE_URL: address.href })
  expect(list(findings, 'problem')).toEqual([])
  expect(list(findings, 'warning')).toEqual([
    'A newer version ran migrations that this version can run with: 9999_future.sql.',
  ])
})

test.each([
  [90_000, [/^The clock of this machine is (89|90)\.\d s ahead of that of the database\./]],
  [-90_000, [/^The clock of this machine is (89|90)\.\d s behind that of the database\./]],
  [4_000, [/^The clock of this machine is [34]\.\d s ahead of that of the database\./]],
  [500, []],
])(
  'compares the clock with that of the database, here with one that is %i ms ahead',
  async (ms, problems) => {
    const settings = await workingSettings()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
    onTestFinished(() => void vi.useRealTimers())
    // A bucket compares clocks itself.
    const findings = await runChecks({ ...settings, FILES_URL: 'file:/tmp' })
    expect(list(findings, 'problem')).toEqual(problems.map((text) => expect.stringMatching(text)))
  },
)

test('compares the pool with the connections that the database allows', async () => {
  const { rows } = await admin.query<{ count: number }>(
    `select (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int)::int as count`,
  )
  const allowed = rows[0]?.count ?? 0
  const settings = await workingSettings()
  const problemsWith = async (size: number) =>
    list(await runChecks({ ...settings, DATABASE_POOL_SIZE: String(size) }), 'problem')
  // The readiness probe has its own connection.
  expect(await problemsWith(allowed - 1)).toEqual([])
  expect(await problemsWith(allowed)).toEqual([
    `The database allows ${allowed} connections, but each process opens ${allowed + 1}. Lower DATABASE_POOL_SIZE or raise max_connections.`,
  ])
})

test.each([
  ['DATABASE_URL', 'mysql://127.0.0.1/trestle', /database/i],
  ['FILES_URL', 'bucket', /Files can be/],
  ['SMTP_URL', 'mail:25', /email/i],
  ['SANDBOX_SERVICE_URL', 'sandboxes', /sandbox/i],
  ['PLATFORM_API_URL', 'api', /PLATFORM_API_URL/],
])('names a %s that is no address, and checks no other service instead', async (name, value, other) => {
  const findings = await runChecks({ ...(await workingSettings()), [name]: value })
  const problems = list(findings, 'problem')
  expect(problems).toEqual([
    expect.stringMatching(new RegExp(`^The setting ${name}\\b.* is not usable: must begin`)),
  ])
  expect([...list(findings, 'ok'), ...list(findings, 'warning')].join('\n')).not.toMatch(other)
})

test('checks no other service in place of one with a line break in its address', async () => {
  const findings = await runChecks({ ...(await workingSettings()), SANDBOX_SERVICE_URL: 'sand\nboxes' })
  expect(list(findings, 'problem')).toEqual([
    expect.stringMatching(/^The setting SANDBOX_SERVICE_URL="sand\nboxes" is not usable: /),
  ])
  expect([...list(findings, 'ok'), ...list(findings, 'warning')].join('\n')).not.toMatch(/sandbox/i)
})

test('checks no other service in place of one that is named twice', async () => {
  const findings = await runChecks({ ...(await workingSettings()), SMTP_URL_FILE: '/run/secrets/smtp' })
  expect(list(findings, 'problem')).toEqual([
    'The settings SMTP_URL and SMTP_URL_FILE are both set. Remove one of them.',
  ])
  expect([...list(findings, 'ok'), ...list(findings, 'warning')].join('\n')).not.toMatch(/email/i)
})

test('warns about settings that were probably forgotten, in production only', async () => {
  const settings = {
    ...(await workingSettings()),
    SANDBOX_SERVICE_URL: '',
    ALLOW_SIMULATOR: 'true',
    PLATFORM_API_URL: '',
    SUPPORT_URL: '',
    PARTNER_VETTING_URL: '',
    READ_ONLY: 'true',
    TRUST_PROXY: 'false',
    METRICS_TOKEN: '',
    DRAIN_SECONDS: '0',
    ROLES: 'web',
  }
  expect(list(await runChecks(settings), 'warning')).toEqual([
    'Sandboxes are simulated.',
    "The reference names a placeholder for the platform's API. Set PLATFORM_API_URL.",
    'Links lead to addresses that are only examples. Set SUPPORT_URL, PARTNER_VETTING_URL.',
    'Nothing can be changed and no job runs, because READ_ONLY is set.',
    'All requests seem to come from the proxy that serves PUBLIC_URL, and share the limits of one address. Set TRUST_PROXY=true.',
    'There are no metrics, so no alert can fire. Set METRICS_TOKEN or METRICS_PORT.',
    'Each restart loses requests, because DRAIN_SECONDS=0 gives the load balancer no time to notice it.',
    'With ROLES=web, this process runs no jobs and issues no tokens. Other processes need the roles jobs and oauth, and the load balancer must send /oauth to them.',
  ])
  const staging = await runChecks({ ...settings, RELEASE_STAGE: 'staging' })
  expect(list(staging, 'warning')).toEqual([])
  const almost = await runChecks({ ...(await workingSettings()), PARTNER_VETTING_URL: '' })
  expect(list(almost, 'warning')).toEqual([
    'Links lead to addresses that are only examples. Set PARTNER_VETTING_URL.',
  ])
})

test('names a folder for files that is missing', async () => {
  const folder = `${await newFolder()}/uploads`
  const findings = await runChecks({ ...(await workingSettings()), FILES_URL: `file:${folder}` })
  expect(list(findings, 'problem')).toEqual([
    `The file storage at FILES_URL can't be used: The folder ${folder} doesn't exist. Create or mount it.`,
  ])
})

test('names an email server without TLS on the port of smtps', async () => {
  const settings = {
    ...(await workingSettings()),
    SMTP_URL: (await startSmtp()).url.replace('smtp:', 'smtps:'),
  }
  expect(list(await runChecks(settings), 'problem')).toEqual([
    "The email server at SMTP_URL can't be used: ESOCKET: TLS: wrong version number. It answers without TLS on this port: begin SMTP_URL with smtp://, or name its port for TLS.",
  ])
})

test('says that the email server accepts the login, and sends an email only on request', async () => {
  const smtp = await startSmtp({ refusals: 1, refusalStatus: 550, refuses: 'recipient' })
  const settings = { ...(await workingSettings()), SMTP_URL: smtp.url }
  const login = 'The email server at SMTP_URL accepts the login.'
  expect(list(await runChecks(settings), 'ok')).toContain(login)
  expect(smtp.received).toEqual([])
  const refused = await runChecks(settings, { sendEmailTo: 'you@example.com' })
  expect(list(refused, 'problem')).toEqual([
    expect.stringMatching(/^The email server refuses an email to you@example\.com: .*550 no room for /),
  ])
  const sent = await runCommand(settings, 'doctor', '--send-email-to', 'you@example.com')
  expect([sent.code, sent.out]).toEqual([
    0,
    expect.stringMatching(/^✓ The email server replied to an email to you@example\.com with "250 .+"\.$/m),
  ])
  const [email = ''] = smtp.received.map(String)
  expect(email).toMatch(/^From: Trestle <no-reply@developers\.example\.com>\r$/m)
  expect(email).toMatch(/^To: you@example\.com\r$/m)
})

test.each([
  [['--send-email-to'], {}, 2, /^Usage: npm run doctor \[-- --send-email-to EMAIL\]\n$/],
  [['--send-email-to', 'you'], {}, 2, /^Usage: /],
  [['you@example.com'], {}, 2, /^Usage: /],
  [['--send-email-to', 'you@example.com'], { SMTP_URL: '' }, 1, /^$/],
])('npm run doctor with %j and %j ends with %i', async (args, env, code, err) => {
  const settings = { DATA_DIR: await newFolder(), ...env }
  const ended = await runCommand(settings, 'doctor', ...args)
  expect([ended.code, ended.err]).toEqual([code, expect.stringMatching(err)])
  if (code === 1) expect(ended.out).toContain('✗ No email can be sent, because SMTP_URL is not set.')
})

test('names what the reference omits', async () => {
  const folder = await newFolder({
    'rest/branch.yaml': '{ name: main, sha: 3f2a9c1d5e7b, default: true }',
    'rest/docs/tokens.md': 'A page without its head.',
  })
  const settings = await workingSettings()
  expect(list(await runChecks({ ...settings, REFERENCE_DIR: folder }), 'problem')).toEqual([
    `The reference skips ${folder}/rest/docs/tokens.md: a page begins with its head between two lines of ---.`,
  ])
  expect(list(await runChecks({ ...settings, REFERENCE_DIR: '/nowhere' }), 'problem')).toEqual([
    "The reference skips /nowhere: there is no branch: the folder is empty or doesn't exist.",
  ])
  const stray = await newFolder({ 'README.md': 'Not a branch.' })
  expect(list(await runChecks({ ...settings, REFERENCE_DIR: stray }), 'problem')).toEqual([
    expect.stringMatching(/^The reference can't be read: ENOTDIR/),
  ])
})

test('npm run doctor ends with 1 if it finds a problem', async () => {
  const settings = { DATA_DIR: await newFolder(), WEB_FOLDER: '/nowhere' }
  const { code, out } = await runCommand(settings, 'doctor')
  expect([code, out]).toEqual([
    1,
    expect.stringMatching(
      /^Checking the settings for test\.\n.*^✗ The web app is not built.*\n\n1 problem found\.\n$/ms,
    ),
  ])
  const unusable = await runCommand({ ...settings, RELEASE_STAGE: 'prod' }, 'doctor')
  expect(unusable.out).toMatch(/^Checking the settings\.\n✗ The setting RELEASE_STAGE="prod" is not usable/)
})

test.each([
  { ROLES: 'web,oauth' },
  { ROLES: 'jobs' },
  { METRICS_TOKEN: '', METRICS_PORT: '9100' },
  { PUBLIC_URL: 'http://portal', ALLOW_INSECURE_COOKIES: 'true', TRUST_PROXY: '' },
])('does not warn about %j', async (env) => {
  expect(list(await runChecks({ ...(await workingSettings()), ...env }), 'warning')).toEqual([])
})

test.each([
  [
    () => startSandboxService('right', 403),
    /^The sandbox service refuses SANDBOX_SERVICE_TOKEN with status 403\.$/,
  ],
  [() => startSandboxService('right', 502), /^The sandbox service responded with status 502\.$/],
  [
    async () => 'http://127.0.0.1:9',
    /^The sandbox service at SANDBOX_SERVICE_URL can't be reached: .*ECONNREFUSED/,
  ],
])('names a sandbox service that does not answer: %#', async (open, text) => {
  const findings = await runChecks({ ...(await workingSettings()), SANDBOX_SERVICE_URL: await open() })
  expect(list(findings, 'problem')).toEqual([expect.stringMatching(text)])
})

test('says what the reply of the sandbox service shows', async () => {
  const settings = await workingSettings()
  expect(list(await runChecks(settings), 'ok')).toContain(
    'The sandbox service answers the check with status 204.',
  )
  const SANDBOX_SERVICE_URL = await startSandboxService('right', 404)
  const findings = await runChecks({ ...settings, SANDBOX_SERVICE_URL })
  expect(list(findings, 'warning')).toEqual([
    'The sandbox service answers the check with status 404, which shows neither whether SANDBOX_SERVICE_URL nor whether SANDBOX_SERVICE_TOKEN is right.',
  ])
  expect(list(findings, 'ok').join()).not.toContain('sandbox')
  const sandboxless = { GOV_CLOUD: 'true', SANDBOX_SERVICE_URL: '', SANDBOX_SERVICE_TOKEN: '' }
  expect(list(await runChecks({ ...settings, ...sandboxless }), 'warning')).toEqual([])
})

/**
 * Returns the messages of `npm run migrate` and a server start that fail to migrate this database, only once if they
 * are the same.
 */
async function readMigrationFailures(DATABASE_URL: string): Promise<string[]> {
  const { err } = await runCommand({ DATABASE_URL }, 'migrate')
  const failure = await startServerProcess({ DATABASE_URL }).then(
    ({ child }) => child.kill(),
    (error: Error) => error.message,
  )
  return [...new Set([err.trim(), String(failure).replace('The server ended with 1.\n', '').trim()])]
}

test('names the owner of the tables, which the role can not change', async () => {
  const address = new URL(postgres.url)
  address.pathname = '/owned'
  await admin.query('create role builder login')
  await admin.query('create role renter login')
  await admin.query('create database owned owner builder')
  address.username = 'builder'
  const owner = new pg.Pool({ connectionString: address.href })
  const names = (await readMigrations()).map(({ name }) => name)
  await migrate(owner, { only: names.slice(0, -1) })
  await owner.query('grant create on schema public to renter')
  await owner.end()
  address.username = 'renter'
  const problem = 'The role renter can\'t change tables of builder. Run once: grant "builder" to "renter";'
  const findings = await runChecks({ ...(await workingSettings()), DATABASE_URL: address.href })
  expect(list(findings, 'problem')).toEqual([
    problem,
    expect.stringMatching(/^The database could not be checked: /),
  ])
  expect(await readMigrationFailures(address.href)).toEqual([
    `The database could not be migrated: permission denied for table schema_migrations\n${problem}`,
  ])
  await admin.query('grant builder to renter')
  expect(await runCommand({ DATABASE_URL: address.href }, 'migrate')).toMatchObject({ code: 0 })
})

test('names the extension that the role has no right to add', async () => {
  const address = new URL(postgres.url)
  address.pathname = '/bare'
  await admin.query('create database bare')
  await admin.query('create role visitor login')
  address.username = 'visitor'
  const findings = await runChecks({ ...(await workingSettings()), DATABASE_URL: address.href })
  expect(list(findings, 'problem')).toEqual([
    'The role visitor can\'t create tables. Run once: grant create on schema public to "visitor";',
    "The role visitor can't add an extension. Run once as an administrator: create extension pg_trgm;",
  ])
  expect(await readMigrationFailures(address.href)).toEqual([
    [
      'The database could not be migrated: permission denied for schema public',
      ...list(findings, 'problem'),
    ].join('\n'),
  ])
  await admin.query('grant create on database bare to visitor')
  const withRight = await runChecks({ ...(await workingSettings()), DATABASE_URL: address.href })
  expect(list(withRight, 'problem')).toEqual([expect.stringMatching(/can't create tables/)])
})

test.each([
  ['production', [expect.stringMatching(/^The connection to the database is not encrypted\./)]],
  ['test', []],
])('warns of an unencrypted connection to another machine, here in the stage %s', async (stage, warnings) => {
  const address = new URL(postgres.url)
  // A name of this machine that doesn't show that it is local.
  address.hostname = '0.0.0.0'
  const findings = await runChecks({
    ...(await workingSettings()),
    DATABASE_URL: address.href,
    RELEASE_STAGE: stage,
  })
  expect(list(findings, 'problem')).toEqual([])
  expect(list(findings, 'warning')).toEqual(warnings)
})

/** Starts a proxy to the database that claims to be PostgreSQL 14. */
async function startOlder(): Promise<string> {
  const { rows } = await admin.query<{ server_version: string }>('show server_version')
  const version = rows[0]?.server_version ?? ''
  const older = version.replace(/^\d\d/, '14')
  const { port } = new URL(postgres.url)
  const server = createTcpServer((client) => {
    const behind = connect(Number(port), '127.0.0.1')
    client.pipe(behind)
    behind.on('data', (bytes) =>
      client.write(Buffer.from(bytes.toString('latin1').replaceAll(version, older), 'latin1')),
    )
    for (const [socket, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      socket.on('error', () => other.destroy()).on('close', () => other.destroy())
    }
  })
  const address = new URL(postgres.url)
  address.port = String(await listenOnFreePort(server))
  onTestFinished(() => void server.close())
  return address.href
}

test('names a database server that is too old', async () => {
  const findings = await runChecks({ ...(await workingSettings()), DATABASE_URL: await startOlder() })
  expect(list(findings, 'problem')).toEqual([
    expect.stringMatching(/^DATABASE_URL points to PostgreSQL 14\..*\. Trestle needs 15 or later\.$/),
  ])
})
