import { existsSync } from 'node:fs'
import type pg from 'pg'
import { demoAccountsProblem, hasDemoAccounts } from '../accounts/hasDemoAccounts.ts'
import { quote } from '../db/catalogue.ts'
import { connect } from '../db/connect.ts'
import { readMigrationState } from '../db/migrate.ts'
import { embeddedFolder, openDatabaseBeside, type Database } from '../db/pool.ts'
import { findMissingRights } from '../db/rights.ts'
import type { Db } from '../db/schema.ts'
import { findKeyFault, hasEncrypted } from '../encryption/checkKeys.ts'
import type { EncryptedColumn } from '../encryption/columns.ts'
import { createEncryption } from '../encryption/encryption.ts'
import { loadKeys } from '../encryption/keys.ts'
import { openDisk } from '../files/disk.ts'
import { findStorageFault } from '../files/findStorageFault.ts'
import { reasonFor } from '../logging.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import { withHost } from '../settingAddresses.ts'
import type { Settings } from '../settings.ts'
import { isPublicStage } from '../settingsRules.ts'
import { noteDatabaseCertificate, type CertificateWatch } from './checkCertificates.ts'
import { problem, warning, type Finding } from './finding.ts'
import { findPooler, readClock, readFacts, type Facts } from './store.ts'

/** Checks everything that the portal needs from its database. Changes nothing. */
export async function checkDatabase(
  settings: Settings,
  outgoing: Outgoing,
  certificates: CertificateWatch,
): Promise<Finding[]> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = settings
  if (!databaseUrl && !existsSync(embeddedFolder(dataDir))) {
    return [{ level: 'ok', text: 'The first start creates the embedded database.' }]
  }
  let database: Database
  try {
    database = await openDatabaseBeside({
      dataDir,
      // `findPooler` compares two connections.
      poolSize: 2,
      ...(databaseUrl && { databaseUrl }),
      log: () => undefined,
    })
  } catch (error) {
    return [problem(error instanceof Error ? error.message : String(error))]
  }
  try {
    return [
      ...(databaseUrl ? await checkServer(database.pool, settings, databaseUrl, certificates) : []),
      ...(await checkContent(database, settings, outgoing).catch((error: unknown) => [uncheckable(error)])),
    ]
  } catch (error) {
    return [uncheckable(error)]
  } finally {
    await database.close()
  }
}

const uncheckable = (error: unknown): Finding =>
  problem(`The database could not be checked: ${reasonFor(error)}`)

async function checkServer(
  pool: pg.Pool,
  settings: Settings,
  databaseUrl: string,
  certificates: CertificateWatch,
): Promise<Finding[]> {
  const facts = await readFacts(pool)
  const pooler = await findPooler(pool)
  const { DATABASE_POOL_SIZE: poolSize, RELEASE_STAGE: stage } = settings
  const over = facts.is_encrypted ? ' over TLS' : ''
  const through = pooler === 'none' ? '' : ` through a pooler in ${pooler} mode`
  const { hostname } = new URL(withHost(databaseUrl))
  const isLocal = /^(localhost|127\.|\[?::1|\/|$)/.test(hostname)
  await noteDatabaseCertificate(pool, hostname, certificates)
  return [
    { level: 'ok', text: `The database is PostgreSQL ${facts.version}${over}${through}.` },
    ...checkSession(facts),
    ...(await findMissingRights(pool)).map(problem),
    ...(await checkClock(pool)),
    ...(pooler === 'none' && facts.connections < poolSize + 1
      ? [
          problem(
            `The database allows ${facts.connections} connections, but each process opens ${poolSize + 1}. Lower DATABASE_POOL_SIZE or raise max_connections.`,
          ),
        ]
      : []),
    ...(isPublicStage(stage) && !facts.is_encrypted && !isLocal
      ? [
          warning(
            'The connection to the database is not encrypted. Add ?sslmode=verify-full to DATABASE_URL, unless its network is private.',
          ),
        ]
      : []),
  ]
}

/** Returns one line for each problem with the session settings of a database server. */
export const findSessionProblems = async (pool: pg.Pool): Promise<string[]> =>
  checkSession(await readFacts(pool)).map(({ text }) => text)

/** A pooler drops the session settings that the portal sends when it connects. The role can have them instead. */
function checkSession(facts: Facts): Finding[] {
  const { user, zone, date_style, statement_timeout, lock_timeout, idle_timeout } = facts
  const wrong = [
    zone === 'UTC' ? '' : `timezone = 'UTC'`,
    date_style.startsWith('ISO') ? '' : `datestyle = 'ISO'`,
    statement_timeout === '0' ? `statement_timeout = '30s'` : '',
    lock_timeout === '0' ? `lock_timeout = '5s'` : '',
    idle_timeout === '0' ? `idle_in_transaction_session_timeout = '60s'` : '',
  ].filter(Boolean)
  if (wrong.length === 0) return []
  const statements = wrong.map((setting) => `alter role ${quote(user)} set ${setting};`)
  return [
    problem(
      `The pooler ignores session settings of the portal. Run once, and then restart the pooler: ${statements.join(' ')}`,
    ),
  ]
}

const toleratedSkewMs = 2_000

/** Jobs, sessions and links expire by the clock of a process, so the processes must agree. */
async function checkClock(pool: pg.Pool): Promise<Finding[]> {
  const before = Date.now()
  const databaseMs = await readClock(pool)
  const skewMs = (before + Date.now()) / 2 - databaseMs
  if (Math.abs(skewMs) <= toleratedSkewMs) return []
  const seconds = (Math.abs(skewMs) / 1000).toFixed(1)
  const direction = skewMs > 0 ? 'ahead of' : 'behind'
  return [
    problem(`The clock of this machine is ${seconds} s ${direction} that of the database. Synchronize both.`),
  ]
}

async function checkContent({ pool }: Database, settings: Settings, outgoing: Outgoing): Promise<Finding[]> {
  const { applied, pending, newer } = await readMigrationState(pool)
  if (applied === 0) {
    return [{ level: 'ok', text: 'The database is empty. The first start creates its tables.' }]
  }
  const isDemo = settings.RELEASE_STAGE === 'production' && (await hasDemoAccounts(connect(pool)))
  return [
    pending.length === 0
      ? { level: 'ok', text: 'Every migration has run.' }
      : warning(
          `The next start runs ${pending.length} ${pending.length === 1 ? 'migration' : 'migrations'}: ${pending.join(', ')}.`,
        ),
    ...(newer.length === 0
      ? []
      : [warning(`A newer version ran migrations that this version can run with: ${newer.join(', ')}.`)]),
    ...(isDemo ? [problem(demoAccountsProblem)] : []),
    ...(pending.length === 0 ? await checkKeys(connect(pool), settings) : []),
    ...(pending.length === 0 ? await checkStoredFiles(connect(pool), settings, outgoing) : []),
  ]
}

async function checkStoredFiles(db: Db, settings: Settings, outgoing: Outgoing): Promise<Finding[]> {
  try {
    const fault = await findStorageFault(db, await openDisk(settings, outgoing))
    return fault === null ? [] : [problem(fault)]
  } catch (error) {
    return [
      warning(`Whether the storage has the files of the database could not be checked: ${reasonFor(error)}`),
    ]
  }
}

/** Without ENCRYPTION_KEYS, the first start creates the keys. */
async function checkKeys(db: Db, settings: Settings): Promise<Finding[]> {
  if (!settings.ENCRYPTION_KEYS) return []
  const fault = await findKeyFault(db, createEncryption<EncryptedColumn>(loadKeys(settings)))
  if (fault) return [fault.isFatal ? problem(fault.text) : warning(fault.text)]
  const text = (await hasEncrypted(db))
    ? 'ENCRYPTION_KEYS can decrypt what is stored.'
    : 'Nothing is encrypted yet.'
  return [{ level: 'ok', text }]
}
