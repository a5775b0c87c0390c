import { BlockList, isIP } from 'node:net'
import type { Settings } from './settings.ts'

/** Returns why the server doesn't start with these settings, or nothing. */
type SettingsRule = (settings: Settings) => string | undefined

export const isPublicStage = (stage: Settings['RELEASE_STAGE']): boolean =>
  stage === 'production' || stage === 'staging'

/** The sender of emails in local development. No one can reply to it, and other email servers refuse it. */
export const defaultSender = 'Trestle <no-reply@trestle.localhost>'

/** The outbox contains links that open accounts, so a public stage must send its emails. */
const refuseOpenOutbox: SettingsRule = ({ RELEASE_STAGE: stage, SMTP_URL }) =>
  isPublicStage(stage) && !SMTP_URL
    ? `The setting SMTP_URL is needed in the ${stage} stage: emails have to leave the server.`
    : undefined

const refuseOpenAccounts: SettingsRule = ({ RELEASE_STAGE: stage, isSecure }) =>
  stage === 'development' && isSecure
    ? 'The setting RELEASE_STAGE=development is for a laptop: it opens the outbox and accounts with a known password. Set it to production behind https.'
    : undefined

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

function isLoopback(host: string): boolean {
  const family = isIP(host)
  if (family === 0) return host.toLowerCase() === 'localhost'
  return loopback.check(host, family === 6 ? 'ipv6' : 'ipv4')
}

/** The outbox and, in development, the demo accounts open every account to anyone who reaches the server. */
const refuseOpenDevelopment: SettingsRule = ({ RELEASE_STAGE: stage, HOST, ALLOW_OPEN_DEVELOPMENT }) =>
  !isPublicStage(stage) && !isLoopback(HOST) && !ALLOW_OPEN_DEVELOPMENT
    ? `The setting HOST="${HOST}" is not usable in the ${stage} stage: anyone on the network could open the outbox and every account. Set RELEASE_STAGE to staging or production, or set ALLOW_OPEN_DEVELOPMENT=true on a network you trust.`
    : undefined

const refuseInsecureCookies: SettingsRule = ({ RELEASE_STAGE: stage, ALLOW_INSECURE_COOKIES, isSecure }) =>
  isPublicStage(stage) && !isSecure && !ALLOW_INSECURE_COOKIES
    ? `The setting PUBLIC_URL must be an https address in the ${stage} stage: over http anyone on the network could read session cookies. Set ALLOW_INSECURE_COOKIES=true to start without https.`
    : undefined

/** A database server implies several portal servers, and an upload in the DATA_DIR of one is missing on the others. */
const refuseLocalFiles: SettingsRule = ({ RELEASE_STAGE: stage, ...settings }) => {
  const isInDataDir = /^file:(\/\/)?$/.test(settings.FILES_URL)
  return isPublicStage(stage) && settings.DATABASE_URL && isInDataDir && !settings.ALLOW_LOCAL_FILES
    ? `The setting FILES_URL is needed with DATABASE_URL in the ${stage} stage: other servers can't read files in the DATA_DIR of this one. Set it to a bucket or a shared folder, or set ALLOW_LOCAL_FILES=true if this is the only server.`
    : undefined
}

const refuseEmbeddedDatabase: SettingsRule = ({ RELEASE_STAGE: stage, ...settings }) =>
  stage === 'production' && !settings.DATABASE_URL && !settings.ALLOW_EMBEDDED_DATABASE
    ? 'The setting DATABASE_URL is needed in the production stage: the embedded database serves one process on one machine. Set ALLOW_EMBEDDED_DATABASE=true if that is enough.'
    : undefined

/** Only one process can open the embedded database, so that process does everything. */
const refuseDividedRoles: SettingsRule = ({ DATABASE_URL, ROLES }) =>
  !DATABASE_URL && !(ROLES.includes('web') && ROLES.includes('jobs'))
    ? `The setting ROLES="${ROLES.join()}" needs DATABASE_URL: the embedded database serves one process, which has to do everything.`
    : undefined

const refuseDefaultSender: SettingsRule = ({ RELEASE_STAGE: stage, MAIL_FROM }) =>
  stage === 'production' && MAIL_FROM === defaultSender
    ? 'The setting MAIL_FROM is needed in the production stage: other email servers refuse the default sender. Set it to an address of your domain.'
    : undefined

/** Government cloud has no sandboxes. */
const refuseSimulator: SettingsRule = ({ RELEASE_STAGE: stage, GOV_CLOUD, ...settings }) =>
  stage === 'production' && !GOV_CLOUD && !settings.SANDBOX_SERVICE_URL && !settings.ALLOW_SIMULATOR
    ? 'The setting SANDBOX_SERVICE_URL is needed in the production stage: the built-in simulator only pretends to build sandboxes. Set ALLOW_SIMULATOR=true to use it anyway.'
    : undefined

const refuseDemoData: SettingsRule = ({ RELEASE_STAGE: stage, DEMO_DATA }) =>
  isPublicStage(stage) && DEMO_DATA
    ? `The setting DEMO_DATA=true is not usable in the ${stage} stage: the demo accounts have a known password.`
    : undefined

const refuseMissingKeys: SettingsRule = ({ RELEASE_STAGE: stage, ENCRYPTION_KEYS }) =>
  isPublicStage(stage) && !ENCRYPTION_KEYS
    ? `The setting ENCRYPTION_KEYS is needed in the ${stage} stage: it encrypts secrets in the database. Make a key with "openssl rand -base64 32", give it to every process, and store it apart from backups.`
    : undefined

const shortestToken = 16

/** `/metrics` is at the address of the portal, and its callers aren't limited. */
const refuseShortMetricsToken: SettingsRule = ({ RELEASE_STAGE: stage, METRICS_TOKEN: token }) =>
  isPublicStage(stage) && token !== '' && token.length < shortestToken
    ? `The setting METRICS_TOKEN is too short for the ${stage} stage: a token of fewer than ${shortestToken} characters could be guessed. Make one with "openssl rand -hex 32".`
    : undefined

const refuseSharedPort: SettingsRule = ({ PORT, METRICS_PORT }) =>
  METRICS_PORT === PORT
    ? `The setting METRICS_PORT="${METRICS_PORT}" is not usable: PORT is the same. Set it to another port.`
    : undefined

/** Every rule about how settings fit together, in the order in which their problems are shown. */
export const settingsRules: readonly SettingsRule[] = [
  refuseOpenOutbox,
  refuseOpenAccounts,
  refuseOpenDevelopment,
  refuseInsecureCookies,
  refuseLocalFiles,
  refuseEmbeddedDatabase,
  refuseDividedRoles,
  refuseMissingKeys,
  refuseDefaultSender,
  refuseSimulator,
  refuseDemoData,
  refuseShortMetricsToken,
  refuseSharedPort,
]
