import { BlockList, isIP } from 'node:net'
import type { ErrorReportingSettings } from '@trestle/domain/shell/rules.ts'
import { z } from 'zod'

const onOff = (fallback: boolean) => z.stringbool().default(fallback)
const text = (fallback: string) => z.string().trim().default(fallback)
const amount = (fallback: number) =>
  z.coerce.number('must be a number').int('must be a whole number').positive().default(fallback)
const optionalUrl = z.url().optional()

/** Every setting is an environment variable with a default for local development (docs/settings in the README). */
const Environment = z.object({
  PORT: z.coerce.number('must be a number').int('must be a whole number').min(0).max(65_535).default(3000),
  HOST: text('127.0.0.1'),
  ALLOW_OPEN_DEVELOPMENT: onOff(false),
  PUBLIC_URL: optionalUrl,
  ALLOW_INSECURE_COOKIES: onOff(false),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  DATA_DIR: text('.data'),
  GOV_CLOUD: onOff(false),
  RELEASE_STAGE: z.enum(['development', 'test', 'staging', 'production']).default('development'),
  DEPLOYMENT: z.enum(['qa', 'standard']).default('standard'),
  PLATFORM_NAME: text('Trestle'),
  DEVELOPER_SITE_URL: optionalUrl,
  DEV_API_URL: optionalUrl,
  REFERENCE_DIR: text(''),
  WEB_FOLDER: z.string().trim().min(1).optional(),
  ERROR_REPORTING_DSN: optionalUrl,
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: text('Trestle <no-reply@trestle.localhost>'),
  FILES_URL: z
    .string()
    .regex(/^(file:|s3:\/\/)/, 'must begin with file: or s3://')
    .refine((url) => url.startsWith('file:') || URL.canParse(url), 'is no address')
    .default('file:'),
  ALLOW_LOCAL_FILES: onOff(false),
  APP_STORAGE_MB: amount(2048),
  APP_STORAGE_FILES: amount(200),
  PERSON_STORAGE_MB: amount(4096),
  PERSON_STORAGE_FILES: amount(400),
  VIDEO_HOST_URL: optionalUrl,
  VIDEO_HOST_PASSWORD: text(''),
  VIDEO_HOST_PROJECT: text(''),
  SANDBOX_SERVICE_URL: optionalUrl,
  SANDBOX_SERVICE_TOKEN: text(''),
  SANDBOX_BUILD_SECONDS: z.coerce.number('must be a number').min(0).max(86_400).default(5),
  SANDBOX_FAILS_FOR: text(''),
  SEMANTIC_VERSIONS: onOff(true),
  PERMISSION_BUILDER: onOff(true),
  FAKE_SANDBOX: z.stringbool().optional(),
  SANDBOX_MANIFESTS_PAUSED: onOff(false),
  LISTING_APPLICATIONS_ENABLED: onOff(true),
  SECURITY_AND_COMPLIANCE_ENABLED: onOff(true),
  API_USAGE_VISIBLE: onOff(true),
  PARTNER_APPLICATION_URL: text('https://partners.trestle.localhost/apply'),
  PARTNER_VETTING_URL: text('https://partners.trestle.localhost/vetting'),
  MARKETPLACE_SUPPORT_EMAIL: text('marketplace-support@trestle.localhost'),
  SUPPORT_URL: text('mailto:developer-support@trestle.localhost'),
  REQUESTS_PER_MINUTE: amount(1200),
  PAGES_PER_MINUTE: amount(600),
  MAX_CONNECTIONS: amount(1000),
  SIGN_IN_ATTEMPTS: amount(10),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  TRUST_PROXY: onOff(false),
  ALLOW_PRIVATE_OUTGOING: z.stringbool().optional(),
  DEMO_DATA: onOff(true),
})

type Environment = z.infer<typeof Environment>

export type Settings = Environment & {
  PUBLIC_URL: string
  FAKE_SANDBOX: boolean
  ALLOW_PRIVATE_OUTGOING: boolean
  /** Behind https: secure cookies with the __Host- prefix. */
  isSecure: boolean
}

/** Settings that contain a password, or an address with one: their values are never shown. */
const secretNames = /^(DATABASE_URL|SMTP_URL|FILES_URL|ERROR_REPORTING_DSN|\w+_(PASSWORD|TOKEN))$/

export class SettingsError extends Error {}

/** Parses the environment once, at start. An invalid value stops the start with one line that names the variable. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const environment = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const name = String(issue?.path[0])
    const shown = secretNames.test(name) ? '' : `="${String(environment[name])}"`
    throw new SettingsError(`The setting ${name}${shown} is not usable: ${issue?.message}`)
  }
  const settings = parsed.data
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
  const isSecure = new URL(publicUrl).protocol === 'https:'
  refuseOpenOutbox(settings, isSecure)
  refuseOpenDevelopment(settings)
  refuseInsecureCookies(settings, isSecure)
  refuseLocalFiles(settings)
  return {
    ...settings,
    PUBLIC_URL: publicUrl.replace(/\/$/, ''),
    FAKE_SANDBOX: settings.FAKE_SANDBOX ?? settings.RELEASE_STAGE !== 'production',
    ALLOW_PRIVATE_OUTGOING: settings.ALLOW_PRIVATE_OUTGOING ?? !isPublicStage(settings.RELEASE_STAGE),
    isSecure,
  }
}

/** Returns the settings that determine whether errors are reported. */
export const reportingSettings = (settings: Settings) =>
  ({
    release_stage: settings.RELEASE_STAGE,
    error_reporting_dsn: settings.ERROR_REPORTING_DSN ?? null,
    gov_cloud: settings.GOV_CLOUD,
  }) satisfies ErrorReportingSettings

const isPublicStage = (stage: Environment['RELEASE_STAGE']): boolean =>
  stage === 'production' || stage === 'staging'

/** Refuses a public stage without SMTP: the outbox contains links that open accounts. */
function refuseOpenOutbox({ RELEASE_STAGE: stage, SMTP_URL }: Environment, isSecure: boolean): void {
  if (isPublicStage(stage) && !SMTP_URL) {
    throw new SettingsError(
      `The setting SMTP_URL is needed in the ${stage} stage: mails have to leave the server.`,
    )
  }
  if (stage === 'development' && isSecure) {
    throw new SettingsError(
      'The setting RELEASE_STAGE=development is for a laptop: it opens the outbox and accounts with a known password. Set it to production behind https.',
    )
  }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

function isLoopback(host: string): boolean {
  const family = isIP(host)
  if (family === 0) return host.toLowerCase() === 'localhost'
  return loopback.check(host, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Refuses development on an open address: the outbox and, in development, the demo accounts open every account to
 * anyone who reaches the server.
 */
function refuseOpenDevelopment({ RELEASE_STAGE: stage, HOST, ALLOW_OPEN_DEVELOPMENT }: Environment): void {
  if (!isPublicStage(stage) && !isLoopback(HOST) && !ALLOW_OPEN_DEVELOPMENT) {
    throw new SettingsError(
      `The setting HOST="${HOST}" is not usable in the ${stage} stage: anyone on the network could open the outbox and every account. Set RELEASE_STAGE to staging or production, or set ALLOW_OPEN_DEVELOPMENT=true on a network you trust.`,
    )
  }
}

function refuseInsecureCookies(
  { RELEASE_STAGE: stage, ALLOW_INSECURE_COOKIES }: Environment,
  isSecure: boolean,
): void {
  if (isPublicStage(stage) && !isSecure && !ALLOW_INSECURE_COOKIES) {
    throw new SettingsError(
      `The setting PUBLIC_URL must be an https address in the ${stage} stage: over http anyone on the network could read session cookies. Set ALLOW_INSECURE_COOKIES=true to start without https.`,
    )
  }
}

/**
 * Refuses a database server with local files: it implies several portal servers, and an upload in the DATA_DIR of one
 * is missing on the others.
 */
function refuseLocalFiles({ RELEASE_STAGE: stage, ...settings }: Environment): void {
  const isInDataDir = /^file:(\/\/)?$/.test(settings.FILES_URL)
  if (isPublicStage(stage) && settings.DATABASE_URL && isInDataDir && !settings.ALLOW_LOCAL_FILES) {
    throw new SettingsError(
      `The setting FILES_URL is needed with DATABASE_URL in the ${stage} stage: other servers can't read files in the DATA_DIR of this one. Set it to a bucket or a shared folder, or set ALLOW_LOCAL_FILES=true if this is the only server.`,
    )
  }
}
