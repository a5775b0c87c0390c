import { usualServiceSeconds } from '@trestle/domain/sandboxes/rules.ts'
import type { ErrorReportingSettings } from '@trestle/domain/shell/rules.ts'
import { z } from 'zod'
import { parseKeys } from './encryption/keys.ts'
import { findNearMisses, readSecretFiles } from './environment.ts'
import { findAddressProblem, findBucketProblem, isDsn, isOrigin, url } from './settingAddresses.ts'
import { defaultSender, isPublicStage, settingsRules } from './settingsRules.ts'

const onOff = (fallback: boolean) => z.stringbool().default(fallback)
const text = (fallback: string) => z.string().trim().default(fallback)
const number = (max: number) => z.coerce.number('must be a number').max(max, `must be at most ${max}`)
const atLeast = (min: number, max: number) => number(max).min(min, `must be at least ${min}`)
const whole = (min: number, max: number) => atLeast(min, max).int('must be a whole number')
const amountUpTo = (max: number, fallback: number) => whole(1, max).default(fallback)
const amount = (fallback: number) => amountUpTo(Number.MAX_SAFE_INTEGER, fallback)
/** The Metrics tab and the usage report show the last 30 days. */
const months = whole(2, 1200).optional()
const seconds = atLeast(0, 86_400)
/** Browsers store a cookie for 400 days at most. */
const days = (fallback: number) => amountUpTo(400, fallback)
const optionalUrl = url.optional()
const email = z.email('must be an email address')

const namedAddress = /^([^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/

/** Refuses a value if a check finds a problem with it. The check returns the message. */
const refuse =
  (find: (value: string) => string | undefined) =>
  ({ value, issues }: z.core.ParsePayload<string>) => {
    const message = find(value)
    if (message !== undefined) issues.push({ code: 'custom', message, input: value })
  }

// See docs/operations.md. The driver takes any other value for verify-full.
const sslModes = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full']

const hasKnownSslMode = (databaseUrl: string): boolean =>
  [...databaseUrl.matchAll(/[?&]sslmode=([^&]*)/g)].every(([, mode = '']) => sslModes.includes(mode))

const roles = ['web', 'jobs', 'oauth'] as const

/** The tasks of this process: serve pages and calls, run jobs, issue tokens to apps, or all of these. */
const Roles = z
  .string()
  .default(roles.join())
  .transform((list) => list.split(',').map((role) => role.trim()))
  .pipe(z.array(z.enum(roles, `must be a list of ${roles.slice(0, -1).join(', ')} and ${roles.at(-1)}`)))

/** Every setting is an environment variable with a default for local development. docs/settings.md explains each. */
const Environment = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: text('127.0.0.1'),
  ALLOW_OPEN_DEVELOPMENT: onOff(false),
  PUBLIC_URL: url
    .refine(isOrigin, 'must be an address without a path, such as https://developers.example.com')
    .optional(),
  ALLOW_INSECURE_COOKIES: onOff(false),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres://', abort: true })
    .check(refuse(findAddressProblem))
    .refine(hasKnownSslMode, `sslmode must be one of ${sslModes.join(', ')}`)
    .optional(),
  DATABASE_POOL_SIZE: amount(10),
  ALLOW_EMBEDDED_DATABASE: onOff(false),
  DATA_DIR: text('.data'),
  ENCRYPTION_KEYS: z
    .string()
    .refine((list) => parseKeys(list) !== null, 'must be a list of keys of 32 bytes in base64')
    .optional(),
  ROLES: Roles,
  DRAIN_SECONDS: seconds.optional(),
  SHUTDOWN_SECONDS: seconds.default(30),
  READ_ONLY: onOff(false),
  GOV_CLOUD: onOff(false),
  RELEASE_STAGE: z.enum(['development', 'test', 'staging', 'production']).default('development'),
  DEPLOYMENT: z.enum(['qa', 'standard']).default('standard'),
  PLATFORM_NAME: text('Trestle'),
  DEVELOPER_SITE_URL: optionalUrl,
  DEV_API_URL: optionalUrl,
  PLATFORM_API_URL: optionalUrl,
  REFERENCE_DIR: text(''),
  WEB_FOLDER: z.string().trim().min(1).optional(),
  ERROR_REPORTING_DSN: url
    .refine(isDsn, 'must be a DSN with a key and a project, such as https://KEY@errors.example.com/1')
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, { error: 'must begin with smtp:// or smtps://', abort: true })
    .check(refuse(findAddressProblem))
    .optional(),
  MAIL_FROM: text(defaultSender).refine(
    (sender) => namedAddress.test(sender),
    'must be an email address, or a name and an address in <>, without quotes around both',
  ),
  FILES_URL: z
    .string()
    .regex(/^(file:|s3:\/\/)/, 'must begin with file: or s3://')
    .check(refuse(findBucketProblem))
    .default('file:'),
  ALLOW_LOCAL_FILES: onOff(false),
  AUDIT_RETENTION_MONTHS: months,
  EVENT_RETENTION_MONTHS: months,
  CALL_RETENTION_MONTHS: months,
  APP_STORAGE_MB: amount(2048),
  APP_STORAGE_FILES: amount(200),
  PERSON_STORAGE_MB: amount(4096),
  PERSON_STORAGE_FILES: amount(400),
  VIDEO_HOST_URL: optionalUrl,
  VIDEO_HOST_PASSWORD: text(''),
  VIDEO_HOST_PROJECT: text(''),
  SANDBOX_SERVICE_URL: optionalUrl,
  SANDBOX_SERVICE_TOKEN: text(''),
  ALLOW_SIMULATOR: onOff(false),
  SANDBOX_BUILD_SECONDS: seconds.default(5),
  SANDBOX_FAILS_FOR: text(''),
  SEMANTIC_VERSIONS: onOff(true),
  PERMISSION_BUILDER: onOff(true),
  FAKE_SANDBOX: z.stringbool().optional(),
  SANDBOX_MANIFESTS_PAUSED: onOff(false),
  LISTING_APPLICATIONS_ENABLED: onOff(true),
  SECURITY_AND_COMPLIANCE_ENABLED: onOff(true),
  API_USAGE_VISIBLE: onOff(true),
  PARTNER_APPLICATION_URL: url.default('https://partners.trestle.localhost/apply'),
  PARTNER_VETTING_URL: url.default('https://partners.trestle.localhost/vetting'),
  MARKETPLACE_SUPPORT_EMAIL: email.default('marketplace-support@trestle.localhost'),
  SECURITY_ALERT_EMAIL: email.optional(),
  SECURITY_ALERT_FAILURES: amount(50),
  SUPPORT_URL: z
    .url({ protocol: /^(https?|mailto)$/, error: 'must begin with http://, https:// or mailto:' })
    .default('mailto:developer-support@trestle.localhost'),
  REQUESTS_PER_MINUTE: amount(1200),
  PAGES_PER_MINUTE: amount(600),
  MAX_CONNECTIONS: amount(1000),
  SIGN_IN_ATTEMPTS: amount(10),
  SUDO_MINUTES: number(1440).positive('must be more than 0').default(15),
  SESSION_MAX_DAYS: days(30),
  SESSION_IDLE_DAYS: days(14),
  STAFF_SESSION_MAX_HOURS: amountUpTo(24 * 400, 12),
  STAFF_SESSION_IDLE_MINUTES: amountUpTo(60 * 24 * 400, 60),
  STAFF_SECOND_FACTOR: z.enum(['required', 'optional']).optional(),
  STAFF_SECOND_FACTOR_GRACE_DAYS: whole(0, 365).default(7),
  PERSONAL_TOKEN_MAX_DAYS: amount(365),
  OAUTH_REFRESH_IDLE_DAYS: amount(180),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  METRICS_TOKEN: text(''),
  METRICS_PORT: whole(1, 65_535).optional(),
  TRUST_PROXY: onOff(false),
  ALLOW_PRIVATE_OUTGOING: z.stringbool().optional(),
  DEMO_DATA: onOff(false),
})

type Environment = z.infer<typeof Environment>

export type Settings = Environment & {
  PUBLIC_URL: string
  DRAIN_SECONDS: number
  FAKE_SANDBOX: boolean
  STAFF_SECOND_FACTOR: 'required' | 'optional'
  ALLOW_PRIVATE_OUTGOING: boolean
  /** Behind https: secure cookies with the __Host- prefix. */
  isSecure: boolean
}

/** Settings that contain a password, or an address with one. Their values are never shown, and can be in a file. */
const secretNames =
  /^(DATABASE_URL|SMTP_URL|FILES_URL|ERROR_REPORTING_DSN|ENCRYPTION_KEYS|\w+_(PASSWORD|TOKEN))$/

export const settingNames = Object.keys(Environment.shape)
const secretSettings = settingNames.filter((name) => secretNames.test(name))

/** Its message has one line for each problem. */
export class SettingsError extends Error {}

type Variables = Record<string, string | undefined>

/** Parses the environment once, at start. Unusable values stop the start with one line each that names the variable. */
export function readSettings(env: Variables): Settings {
  const { settings, problems } = checkSettings(env)
  if (problems.length > 0) throw new SettingsError(problems.join('\n'))
  return settings
}

interface CheckedSettings {
  /** The settings, with defaults in place of unusable ones. */
  settings: Settings
  /** One line for each reason why the server doesn't start. */
  problems: string[]
  /** The names of the settings that can't be read or parsed. They are among the problems. */
  unusable: ReadonlySet<string>
  /** One line for each variable that looks like a mistyped setting. */
  warnings: string[]
}

/** Parses the environment and lists everything that is wrong with it. */
export function checkSettings(env: Variables): CheckedSettings {
  const { variables, unreadable } = readSecretFiles(present(env), secretSettings)
  const { data, unusable } = parseVariables(variables)
  const settings = complete(data)
  const wrong = new Map([...unreadable, ...unusable])
  return {
    settings,
    problems: [...wrong.values(), ...findConflicts(settings, wrong)],
    unusable: new Set(wrong.keys()),
    warnings: [
      ...findNearMisses(Object.keys(env), [...settingNames, ...secretSettings.map((name) => `${name}_FILE`)]),
      ...findUnreadFiles(Object.keys(env)),
    ],
  }
}

/** Returns one line for each variable that names a file for a setting that can't come from one. */
const findUnreadFiles = (variables: readonly string[]): string[] =>
  settingNames
    .filter((name) => !secretNames.test(name) && variables.includes(`${name}_FILE`))
    .map(
      (name) =>
        `The variable ${name}_FILE has no effect: only settings with a secret can come from a file. Set ${name}.`,
    )

/**
 * Returns one line for each rule that the settings break. Omits conflicts that only follow from an unusable setting.
 */
function findConflicts(settings: Settings, wrong: ReadonlyMap<string, string>): string[] {
  if (wrong.has('RELEASE_STAGE')) return []
  return settingsRules
    .flatMap((findProblem) => findProblem(settings) ?? [])
    .filter((problem) => !problem.match(/\w+/g)?.some((word) => wrong.has(word)))
}

const present = (env: Variables): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  )

/** Returns the settings that could be parsed, and one line for each that couldn't, by its name. */
function parseVariables(variables: Record<string, string>): {
  data: Environment
  unusable: Map<string, string>
} {
  const parsed = Environment.safeParse(variables)
  if (parsed.success) return { data: parsed.data, unusable: new Map() }
  const unusable = new Map(
    parsed.error.issues.map(({ path: [first], message }) => {
      const name = String(first)
      const shown = secretNames.test(name) ? '' : `="${variables[name]}"`
      return [name, `The setting ${name}${shown} is not usable: ${message}`]
    }),
  )
  const usable = Object.entries(variables).filter(([name]) => !unusable.has(name))
  return { data: Environment.parse(Object.fromEntries(usable)), unusable }
}

function complete(data: Environment): Settings {
  const publicUrl = data.PUBLIC_URL ?? `http://localhost:${data.PORT}`
  const isPublic = isPublicStage(data.RELEASE_STAGE)
  return {
    ...data,
    PUBLIC_URL: publicUrl.replace(/\/$/, ''),
    // In local development, no load balancer needs time to notice.
    DRAIN_SECONDS: data.DRAIN_SECONDS ?? (isPublic ? 5 : 0),
    FAKE_SANDBOX: data.FAKE_SANDBOX ?? data.RELEASE_STAGE !== 'production',
    STAFF_SECOND_FACTOR: data.STAFF_SECOND_FACTOR ?? (isPublic ? 'required' : 'optional'),
    ALLOW_PRIVATE_OUTGOING: data.ALLOW_PRIVATE_OUTGOING ?? !isPublic,
    isSecure: new URL(publicUrl).protocol === 'https:',
  }
}

/** Returns the settings that determine whether errors are reported. */
export const reportingSettings = (settings: Settings) =>
  ({
    release_stage: settings.RELEASE_STAGE,
    error_reporting_dsn: settings.ERROR_REPORTING_DSN ?? null,
    gov_cloud: settings.GOV_CLOUD,
  }) satisfies ErrorReportingSettings

/** Returns how long a sandbox usually takes to build: the time that the texts name, or the simulator's own. */
export const usualBuildSeconds = (settings: Settings): number =>
  settings.SANDBOX_SERVICE_URL === undefined ? settings.SANDBOX_BUILD_SECONDS : usualServiceSeconds
