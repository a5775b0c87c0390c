import { expect, test } from 'vitest'
import { newFolder } from '../testing/folders.ts'
import { productionSettings as production } from '../testing/productionSettings.ts'
import { testKey } from '../testing/testKey.ts'
import { checkSettings, readSettings } from './settings.ts'

const stages = (...names: string[]) => names.map((RELEASE_STAGE) => ({ RELEASE_STAGE }))

test('gives settings for a laptop in an empty environment', () => {
  const settings = readSettings({})
  expect(settings).toMatchObject({
    PORT: 3000,
    PUBLIC_URL: 'http://localhost:3000',
    RELEASE_STAGE: 'development',
    PLATFORM_NAME: 'Trestle',
    SANDBOX_BUILD_SECONDS: 5,
    ROLES: ['web', 'jobs', 'oauth'],
    DRAIN_SECONDS: 0,
    SHUTDOWN_SECONDS: 30,
    STAFF_SECOND_FACTOR: 'optional',
    STAFF_SECOND_FACTOR_GRACE_DAYS: 7,
    SUDO_MINUTES: 15,
    SESSION_MAX_DAYS: 30,
    SESSION_IDLE_DAYS: 14,
    STAFF_SESSION_MAX_HOURS: 12,
    STAFF_SESSION_IDLE_MINUTES: 60,
    PERSONAL_TOKEN_MAX_DAYS: 365,
    SECURITY_ALERT_FAILURES: 50,
    OAUTH_REFRESH_IDLE_DAYS: 180,
    LOG_LEVEL: 'info',
    SEMANTIC_VERSIONS: true,
    FAKE_SANDBOX: true,
    GOV_CLOUD: false,
    isSecure: false,
  })
})

test.each([
  ['PORT', 'eighty', /The setting PORT="eighty" is not usable: must be a number/],
  ['PORT', '70000', /The setting PORT="70000" is not usable: must be at most 65535/],
  ['PORT', '3000.5', /must be a whole number/],
  ['DATABASE_POOL_SIZE', '0', /must be at least 1/],
  ['SHUTDOWN_SECONDS', '-1', /must be at least 0/],
  ['SUDO_MINUTES', '0', /must be more than 0/],
  ['RELEASE_STAGE', 'prod', /The setting RELEASE_STAGE="prod"/],
  ['DATABASE_URL', 'mysql://x', /must begin with postgres:\/\//],
  ['DATABASE_URL', 'postgres://x/y?sslmode=disabled', /sslmode must be one of disable, no-verify, prefer/],
  ['DATABASE_URL', 'postgres://x/y?application_name=a&sslmode=', /sslmode must be one of disable/],
  ['GOV_CLOUD', 'perhaps', /The setting GOV_CLOUD="perhaps"/],
  ['SMTP_URL', 'http://mail', /must begin with smtp/],
  [
    'ROLES',
    'web,oauth2',
    /The setting ROLES="web,oauth2" is not usable: must be a list of web, jobs and oauth/,
  ],
  ['ROLES', 'jobs', /The setting ROLES="jobs" needs DATABASE_URL/],
  ['PUBLIC_URL', 'developers.example.com', /must begin with http:\/\/ or https:\/\//],
  ['PUBLIC_URL', 'https://example.com/portal', /must be an address without a path/],
  ['PUBLIC_URL', 'https://example.com/?a', /must be an address without a path/],
  ['SANDBOX_SERVICE_URL', 'htp://sandboxes', /must begin with http:\/\/ or https:\/\//],
  ['VIDEO_HOST_URL', 'ftp://videos', /must begin with http/],
  ['PLATFORM_API_URL', 'api', /must begin with http/],
  ['PARTNER_APPLICATION_URL', 'apply', /must begin with http/],
  ['PARTNER_VETTING_URL', 'vetting', /must begin with http/],
  ['SUPPORT_URL', 'javascript:alert(1)', /must begin with http:\/\/, https:\/\/ or mailto:/],
  ['MARKETPLACE_SUPPORT_EMAIL', 'support', /must be an email address/],
  ['MAIL_FROM', 'Trestle', /must be an email address, or a name and an address in <>/],
  ['MAIL_FROM', "'Trestle <no-reply@example.com>'", /must be an email address/],
  ['FILES_URL', 's3:///files', /must name a bucket/],
  [
    'FILES_URL',
    's3://bucket?endpont=http://s3',
    /has the unknown parameter endpont: only region and endpoint/,
  ],
  ['FILES_URL', 's3://bucket?endpoint=s3.example', /endpoint must begin with http/],
  ['FILES_URL', 's3://KEY:s/3@bucket', /percent-encoded, such as \/ as %2F/],
  ['FILES_URL', 's3://KEY:/s3@bucket', /percent-encoded/],
  ['FILES_URL', 's3://KEY:12/s3@bucket', /percent-encoded/],
  ['FILES_URL', 's3://KEY:?s3@bucket', /percent-encoded/],
  ['FILES_URL', 's3://KEY:#s3@bucket', /percent-encoded/],
  ['FILES_URL', 's3://KEY:50%off@bucket', /percent-encoded/],
  ['FILES_URL', 's3://bucket:9000/files', /names a port: set it in endpoint/],
  ['DATABASE_URL', 'postgres://me:se/cret@db/trestle', /percent-encoded/],
  ['DATABASE_URL', 'postgres://me:/cret@db/trestle', /percent-encoded/],
  ['DATABASE_URL', 'postgres://me:12/ret@db/trestle', /percent-encoded/],
  ['DATABASE_URL', 'postgres://db:port/trestle', /is no address/],
  ['SMTP_URL', 'smtp://me:se#cret@mail', /percent-encoded/],
  ['ERROR_REPORTING_DSN', 'https://errors.example.com/1', /must be a DSN with a key and a project/],
  ['ERROR_REPORTING_DSN', 'https://key@errors.example.com', /must be a DSN/],
  ['METRICS_PORT', '3000', /The setting METRICS_PORT="3000" is not usable: PORT is the same/],
])('stops the start with one line that names an unusable %s', (name, value, message) => {
  expect(() => readSettings({ [name]: value })).toThrow(message)
})

test.each([
  ['MAIL_FROM', 'no-reply@example.com'],
  ['MAIL_FROM', 'Trestle, the platform <no-reply@example.com>'],
  ['SUPPORT_URL', 'mailto:support@example.com'],
  ['SUPPORT_URL', 'https://example.com/support'],
  ['FILES_URL', 's3://KEY:SECRET@bucket/prefix?region=eu-central-1&endpoint=https://s3.example.com'],
  ['FILES_URL', 's3://KEY:s%2F3+x=@bucket'],
  ['DATABASE_URL', 'postgres://me:secret@db:5432/trestle?application_name=me@home'],
  ['DATABASE_URL', 'postgres:///trestle?host=/var/run/postgresql&user=me'],
  ['DATABASE_URL', 'postgres://me@/trestle?host=/var/run/postgresql'],
  ['DATABASE_URL', 'postgres://me@home:secret@db/trestle'],
  ['DATABASE_URL', 'postgres://db:5432/trestle?user=me@home'],
  ['SMTP_URL', 'smtp://user%40example.com:secret@mail:587'],
  ['SMTP_URL', 'smtp://localhost'],
  ['ERROR_REPORTING_DSN', 'https://key@errors.example.com/sentry/12'],
])('accepts %s=%s', (name, value) => {
  expect(readSettings({ [name]: value })).toMatchObject({ [name]: value })
})

test('names only what is wrong, not what follows from it', () => {
  const env = { ...production, SANDBOX_SERVICE_URL: undefined, ALLOW_SIMULATOR: 'maybe' }
  expect(checkSettings({ ...env, DATABASE_URL: 'mysql://db', ROLES: 'web,oauth' }).problems).toEqual([
    expect.stringMatching(/^The setting DATABASE_URL is not usable/),
    expect.stringMatching(/^The setting ALLOW_SIMULATOR="maybe" is not usable/),
  ])
})

test.each([
  ['DATABASE_URL', 'mysql://me:hidden-word@db'],
  ['SMTP_URL', 'http://me:hidden-word@mail'],
  ['ERROR_REPORTING_DSN', 'hidden-word'],
])('names an unusable %s without its value, which may contain a password', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(`The setting ${name} is not usable`)
})

test.each(stages('staging', 'production'))(
  '%j gives a load balancer and running work time to stop',
  (stage) => {
    expect(readSettings({ ...production, ...stage })).toMatchObject({
      DRAIN_SECONDS: 5,
      SHUTDOWN_SECONDS: 30,
    })
  },
)

test('turns fake sandboxes off in production by default', () => {
  expect(readSettings(production).FAKE_SANDBOX).toBe(false)
  expect(readSettings({ ...production, FAKE_SANDBOX: 'on' }).FAKE_SANDBOX).toBe(true)
})

test('sets the government cloud on the running server', { tags: ['SHELL-10', 'SHELL-14'] }, () => {
  expect(readSettings({ GOV_CLOUD: 'true' }).GOV_CLOUD).toBe(true)
})

test.each([
  [{ RELEASE_STAGE: 'production' }, 'The setting SMTP_URL is needed in the production stage'],
  [{ RELEASE_STAGE: 'staging' }, 'The setting SMTP_URL is needed in the staging stage'],
  [{ PUBLIC_URL: 'https://developers.example.com' }, 'RELEASE_STAGE=development is for a laptop'],
])('stops the start for an outbox that anyone could read: %j', (env, message) => {
  expect(() => readSettings(env)).toThrow(message)
})

test.each([
  ['development', true],
  ['test', true],
  ['staging', false],
  ['production', false],
])('in the %s stage, allows calls into a private network by default: %s', (stage, allowed) => {
  const isPublic = stage === 'staging' || stage === 'production'
  const env = { ...(isPublic && production), RELEASE_STAGE: stage }
  expect(readSettings(env).ALLOW_PRIVATE_OUTGOING).toBe(allowed)
  for (const value of ['true', 'false']) {
    expect(readSettings({ ...env, ALLOW_PRIVATE_OUTGOING: value }).ALLOW_PRIVATE_OUTGOING).toBe(
      value === 'true',
    )
  }
})

test.each(stages('staging', 'production'))(
  'stops the start for servers that share a database but not their files: %j',
  (stage) => {
    const env = { ...production, ...stage, FILES_URL: undefined }
    const message = `The setting FILES_URL is needed with DATABASE_URL in the ${stage.RELEASE_STAGE} stage`
    expect(() => readSettings(env)).toThrow(message)
    expect(() => readSettings({ ...env, FILES_URL: 'file:' })).toThrow(message)
    expect(() => readSettings({ ...env, FILES_URL: 'file://' })).toThrow(message)
    for (const allowed of [
      { FILES_URL: 's3://bucket/files' },
      { FILES_URL: 'file:/mnt/shared' },
      { ALLOW_LOCAL_FILES: 'true' },
      { DATABASE_URL: undefined, ALLOW_EMBEDDED_DATABASE: 'true' },
    ]) {
      expect(readSettings({ ...env, ...allowed })).toMatchObject(stage)
    }
  },
)

test.each(stages('development', 'test'))('%j with DATABASE_URL needs no FILES_URL', (stage) => {
  expect(readSettings({ ...stage, DATABASE_URL: 'postgres://db/trestle' }).FILES_URL).toBe('file:')
})

test.each(stages('development', 'test'))(
  'stops the start for an outbox and accounts that anyone on the network could use: %j',
  (stage) => {
    for (const HOST of [
      '0.0.0.0',
      '::',
      ' ',
      '192.168.1.7',
      '128.0.0.1',
      'portal.local',
      '::ffff:10.0.0.1',
    ]) {
      expect(() => readSettings({ ...stage, HOST })).toThrow(
        `The setting HOST="${HOST.trim()}" is not usable in the ${stage.RELEASE_STAGE} stage`,
      )
      expect(readSettings({ ...stage, HOST, ALLOW_OPEN_DEVELOPMENT: 'true' })).toMatchObject(stage)
    }
    for (const HOST of ['127.0.0.1', '127.8.9.1', '::1', '0:0:0:0:0:0:0:1', 'localhost', 'LOCALHOST']) {
      expect(readSettings({ ...stage, HOST }).HOST).toBe(HOST)
    }
  },
)

test.each(stages('staging', 'production'))('%j may listen on every address', (stage) => {
  expect(readSettings({ ...production, ...stage, HOST: '0.0.0.0' }).HOST).toBe('0.0.0.0')
})

test.each(stages('staging', 'production'))(
  'stops the start for sessions that would travel unencrypted: %j',
  (stage) => {
    const { PUBLIC_URL, ...env } = { ...production, ...stage }
    const message = `The setting PUBLIC_URL must be an https address in the ${stage.RELEASE_STAGE} stage`
    expect(() => readSettings(env)).toThrow(message)
    expect(() => readSettings({ ...env, PUBLIC_URL: 'http://developers.example.com' })).toThrow(message)
    expect(readSettings({ ...env, PUBLIC_URL }).isSecure).toBe(true)
    expect(readSettings({ ...env, PUBLIC_URL: 'HTTPS://developers.example.com' }).isSecure).toBe(true)
    expect(readSettings({ ...env, ALLOW_INSECURE_COOKIES: 'true' }).isSecure).toBe(false)
  },
)

test.each<[Record<string, string | undefined>, string]>([
  [{ DATABASE_URL: undefined }, 'ALLOW_EMBEDDED_DATABASE'],
  [{ SANDBOX_SERVICE_URL: undefined }, 'ALLOW_SIMULATOR'],
])(
  'stops the start of production with what only fits a trial, unless it is allowed: %j',
  (env, permission) => {
    const [name] = Object.keys(env)
    expect(() => readSettings({ ...production, ...env })).toThrow(
      `The setting ${name} is needed in the production stage`,
    )
    expect(readSettings({ ...production, ...env, [permission]: 'true' })).toMatchObject({
      [permission]: true,
    })
    expect(readSettings({ ...production, ...env, RELEASE_STAGE: 'staging' }).RELEASE_STAGE).toBe('staging')
  },
)

test.each(stages('staging', 'production'))('stops the start without usable encryption keys: %j', (stage) => {
  const env = { ...production, ...stage }
  expect(() => readSettings({ ...env, ENCRYPTION_KEYS: undefined })).toThrow(
    `The setting ENCRYPTION_KEYS is needed in the ${stage.RELEASE_STAGE} stage`,
  )
  const tooShort = `${testKey},${Buffer.from('hidden-word').toString('base64')}`
  expect(checkSettings({ ...env, ENCRYPTION_KEYS: tooShort }).problems).toEqual([
    'The setting ENCRYPTION_KEYS is not usable: must be a list of keys of 32 bytes in base64',
  ])
  expect(readSettings({ ...env, ENCRYPTION_KEYS: `${testKey},${testKey}` })).toMatchObject(stage)
})

test('stops the start with a token for metrics that could be guessed, in staging and production only', () => {
  const METRICS_TOKEN = 'hidden-word-123'
  for (const stage of ['staging', 'production']) {
    const env = { ...production, RELEASE_STAGE: stage }
    expect(checkSettings({ ...env, METRICS_TOKEN }).problems).toEqual([
      `The setting METRICS_TOKEN is too short for the ${stage} stage: a token of fewer than 16 characters could be guessed. Make one with "openssl rand -hex 32".`,
    ])
    expect(readSettings({ ...env, METRICS_TOKEN: `${METRICS_TOKEN}4` }).METRICS_TOKEN).toHaveLength(16)
    expect(readSettings(env).METRICS_TOKEN).toBe('')
  }
  expect(readSettings({ METRICS_TOKEN }).METRICS_TOKEN).toBe(METRICS_TOKEN)
})

test('needs no sandbox service in production in government cloud', () => {
  const env = { ...production, SANDBOX_SERVICE_URL: undefined }
  expect(() => readSettings(env)).toThrow('SANDBOX_SERVICE_URL')
  expect(readSettings({ ...env, GOV_CLOUD: 'true' }).ALLOW_SIMULATOR).toBe(false)
})

test.each([undefined, 'Trestle <no-reply@trestle.localhost>'])(
  'stops the start of production with the default sender of emails: %s',
  (MAIL_FROM) => {
    expect(() => readSettings({ ...production, MAIL_FROM })).toThrow(
      'The setting MAIL_FROM is needed in the production stage',
    )
  },
)

test.each(stages('staging', 'production'))('stops the start with demo data: %j', (stage) => {
  expect(readSettings({ ...production, ...stage }).DEMO_DATA).toBe(false)
  expect(() => readSettings({ ...production, ...stage, DEMO_DATA: 'true' })).toThrow(
    `The setting DEMO_DATA=true is not usable in the ${stage.RELEASE_STAGE} stage`,
  )
})

test('names each unusable setting on its own line, without its value if that may contain a password', () => {
  const env = {
    ...production,
    PORT: 'eighty',
    DATABASE_URL: 'mysql://me:hidden-word@db',
    PUBLIC_URL: undefined,
    MAIL_FROM: undefined,
  }
  expect(checkSettings(env).problems).toEqual([
    'The setting PORT="eighty" is not usable: must be a number',
    'The setting DATABASE_URL is not usable: must begin with postgres://',
    expect.stringMatching(/^The setting PUBLIC_URL must be an https address [^\n]+\.$/),
    expect.stringMatching(/^The setting MAIL_FROM is needed [^\n]+\.$/),
  ])
  expect(() => readSettings(env)).toThrow(checkSettings(env).problems.join('\n'))
})

test('names only the stage if the stage itself is unusable', () => {
  expect(checkSettings({ ...production, RELEASE_STAGE: 'prod' }).problems).toEqual([
    expect.stringContaining('RELEASE_STAGE="prod"'),
  ])
})

test('reads a secret from a file', async () => {
  const folder = await newFolder({ url: 'postgres://me:hidden-word@db/trestle\n' })
  const env = { DATABASE_URL_FILE: `${folder}/url` }
  expect(readSettings(env).DATABASE_URL).toBe('postgres://me:hidden-word@db/trestle')
  expect(checkSettings({ ...env, DATABASE_URL: 'postgres://db' }).problems).toEqual([
    'The settings DATABASE_URL and DATABASE_URL_FILE are both set. Remove one of them.',
  ])
  const missing = { ...production, DATABASE_URL: undefined, DATABASE_URL_FILE: `${folder}/missing` }
  expect(checkSettings(missing).problems).toEqual([
    expect.stringMatching(/^The setting DATABASE_URL_FILE="\S+\/missing" is not usable: Error: ENOENT/),
  ])
  const empty = await newFolder({ token: '\n' })
  expect(checkSettings({ ...production, METRICS_TOKEN_FILE: `${empty}/token` }).problems).toEqual([
    `The setting METRICS_TOKEN_FILE="${empty}/token" is not usable: the file is empty`,
  ])
})

test.each([
  ['DATABASE_URL', 'postgres://db/trestle'],
  ['SMTP_URL', 'smtp://mail'],
  ['FILES_URL', 's3://bucket/files'],
  ['ERROR_REPORTING_DSN', 'https://key@errors.example/1'],
  ['ENCRYPTION_KEYS', testKey],
  ['VIDEO_HOST_PASSWORD', 'hidden-word'],
  ['SANDBOX_SERVICE_TOKEN', 'hidden-word'],
  ['METRICS_TOKEN', 'hidden-word'],
])('%s can come from a file', async (name, value) => {
  const folder = await newFolder({ secret: `${value}\n` })
  expect(readSettings({ [`${name}_FILE`]: `${folder}/secret` })).toMatchObject({ [name]: value })
})

test.each([
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['SMTP_URLS', 'SMTP_URL'],
  ['SMTP_URL_FILES', 'SMTP_URL_FILE'],
])('warns that %s may be meant to be %s', (name, meant) => {
  const { problems, warnings } = checkSettings({ [name]: 'x' })
  expect({ problems, warnings }).toEqual({
    problems: [],
    warnings: [`The variable ${name} has no effect. Did you mean ${meant}?`],
  })
})

test('warns that a setting without a secret can not come from a file', () => {
  expect(checkSettings({ PUBLIC_URL_FILE: '/run/public_url' }).warnings).toEqual([
    'The variable PUBLIC_URL_FILE has no effect: only settings with a secret can come from a file. Set PUBLIC_URL.',
  ])
})

test.each(['HOSTNAME', 'HOME', 'PATH', 'PORTS_OPEN', 'DATABASE_URL', 'DATABASE_URL_FILE'])(
  'does not warn about %s',
  (name) => {
    expect(checkSettings({ [name]: '' }).warnings).toEqual([])
  },
)
