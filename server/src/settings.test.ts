import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

/** What a production server needs, and nothing else. */
const production = {
  RELEASE_STAGE: 'production',
  SMTP_URL: 'smtp://mail',
  PUBLIC_URL: 'https://developers.example.com',
}

test('an empty environment gives settings good for a laptop', () => {
  const settings = readSettings({})
  expect(settings).toMatchObject({
    PORT: 3000,
    PUBLIC_URL: 'http://localhost:3000',
    RELEASE_STAGE: 'development',
    PLATFORM_NAME: 'Trestle',
    SANDBOX_BUILD_SECONDS: 5,
    SEMANTIC_VERSIONS: true,
    FAKE_SANDBOX: true,
    GOV_CLOUD: false,
    isSecure: false,
  })
})

test.each([
  ['PORT', 'eighty', /The setting PORT="eighty"/],
  ['RELEASE_STAGE', 'prod', /The setting RELEASE_STAGE="prod"/],
  ['DATABASE_URL', 'mysql://x', /must begin with postgres:\/\//],
  ['GOV_CLOUD', 'perhaps', /The setting GOV_CLOUD="perhaps"/],
  ['SMTP_URL', 'http://mail', /must begin with smtp/],
])('an unusable %s stops the start with one line that names it', (name, value, message) => {
  expect(() => readSettings({ [name]: value })).toThrow(message)
})

test.each([
  ['DATABASE_URL', 'mysql://me:hidden-word@db'],
  ['SMTP_URL', 'http://me:hidden-word@mail'],
  ['ERROR_REPORTING_DSN', 'hidden-word'],
])('an unusable %s is named without its value, which may hold a password', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(`The setting ${name} is not usable`)
})

test('fake sandboxes are off in production unless switched on', () => {
  expect(readSettings(production).FAKE_SANDBOX).toBe(false)
  expect(readSettings({ ...production, FAKE_SANDBOX: 'on' }).FAKE_SANDBOX).toBe(true)
})

test('the government cloud is a setting of the running server', { tags: ['SHELL-10', 'SHELL-14'] }, () => {
  expect(readSettings({ GOV_CLOUD: 'true' }).GOV_CLOUD).toBe(true)
})

test.each([
  [{ RELEASE_STAGE: 'production' }, 'The setting SMTP_URL is needed in the production stage'],
  [{ RELEASE_STAGE: 'staging' }, 'The setting SMTP_URL is needed in the staging stage'],
  [{ PUBLIC_URL: 'https://developers.example.com' }, 'RELEASE_STAGE=development is for a laptop'],
])('an outbox that anybody could read stops the start: %j', (env, message) => {
  expect(() => readSettings(env)).toThrow(message)
})

test.each([
  ['development', true],
  ['test', true],
  ['staging', false],
  ['production', false],
])(
  'in the %s stage calls into a private network are allowed: %s, unless the setting says otherwise',
  (stage, allowed) => {
    const env = {
      RELEASE_STAGE: stage,
      SMTP_URL: 'smtp://mail',
      ...(stage !== 'development' && { PUBLIC_URL: 'https://portal.example.test' }),
    }
    expect(readSettings(env).ALLOW_PRIVATE_OUTGOING).toBe(allowed)
    for (const value of ['true', 'false']) {
      expect(readSettings({ ...env, ALLOW_PRIVATE_OUTGOING: value }).ALLOW_PRIVATE_OUTGOING).toBe(
        value === 'true',
      )
    }
  },
)
const stages = (...names: string[]) => names.map((RELEASE_STAGE) => ({ RELEASE_STAGE }))

test.each(stages('staging', 'production'))(
  'servers that share a database but not their files stop the start: %j',
  (stage) => {
    const env = { ...production, ...stage, DATABASE_URL: 'postgres://db/trestle' }
    const message = `The setting FILES_URL is needed with DATABASE_URL in the ${stage.RELEASE_STAGE} stage`
    expect(() => readSettings(env)).toThrow(message)
    expect(() => readSettings({ ...env, FILES_URL: 'file:' })).toThrow(message)
    expect(() => readSettings({ ...env, FILES_URL: 'file://' })).toThrow(message)
    for (const allowed of [
      { FILES_URL: 's3://bucket/files' },
      { FILES_URL: 'file:/mnt/shared' },
      { ALLOW_LOCAL_FILES: 'true' },
      { DATABASE_URL: undefined },
    ]) {
      expect(readSettings({ ...env, ...allowed })).toMatchObject(stage)
    }
  },
)

test.each(stages('development', 'test'))('%j with DATABASE_URL needs no FILES_URL', (stage) => {
  expect(readSettings({ ...stage, DATABASE_URL: 'postgres://db/trestle' }).FILES_URL).toBe('file:')
})

test.each(stages('development', 'test'))(
  'an outbox and accounts that anyone on the network could use stop the start: %j',
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
  'sessions that would travel unencrypted stop the start: %j',
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

test('a refused start names the setting in one line', () => {
  for (const env of [
    { HOST: '0.0.0.0' },
    { ...production, PUBLIC_URL: undefined },
    { ...production, DATABASE_URL: 'postgres://me:hidden-word@db/trestle' },
  ]) {
    expect(() => readSettings(env)).toThrow(/^The setting (HOST|PUBLIC_URL|FILES_URL)[^\n]+\.$/)
    expect(() => readSettings(env)).not.toThrow('hidden-word')
  }
})
