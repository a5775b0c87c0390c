import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

/** The minimal settings of a production server. */
const production = {
  RELEASE_STAGE: 'production',
  SMTP_URL: 'smtp://mail',
  PUBLIC_URL: 'https://developers.example.com',
}

test('gives settings for a laptop in an empty environment', () => {
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
])('stops the start with one line that names an unusable %s', (name, value, message) => {
  expect(() => readSettings({ [name]: value })).toThrow(message)
})

test.each([
  ['DATABASE_URL', 'mysql://me:hidden-word@db'],
  ['SMTP_URL', 'http://me:hidden-word@mail'],
  ['ERROR_REPORTING_DSN', 'hidden-word'],
])('names an unusable %s without its value, which may contain a password', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(`The setting ${name} is not usable`)
})

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
})
const stages = (...names: string[]) => names.map((RELEASE_STAGE) => ({ RELEASE_STAGE }))

test.each(stages('staging', 'production'))(
  'stops the start for servers that share a database but not their files: %j',
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

test('names the setting in one line when the start is refused', () => {
  for (const env of [
    { HOST: '0.0.0.0' },
    { ...production, PUBLIC_URL: undefined },
    { ...production, DATABASE_URL: 'postgres://me:hidden-word@db/trestle' },
  ]) {
    expect(() => readSettings(env)).toThrow(/^The setting (HOST|PUBLIC_URL|FILES_URL)[^\n]+\.$/)
    expect(() => readSettings(env)).not.toThrow('hidden-word')
  }
})
