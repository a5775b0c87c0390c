import { grantAdmin } from '../accounts/grantAdmin.ts'
import { connect } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/pool.ts'
import { RefusalError } from '../errors.ts'
import { readSettings, SettingsError } from '../settings.ts'

const usage = 'Usage: npm run grant-admin -- EMAIL'

/** Makes the first platform admin (ACC-07). The others are made on the developer's page. */
async function run(email: string): Promise<string> {
  const settings = readSettings(process.env)
  const database = await openDatabase({
    dataDir: settings.DATA_DIR,
    ...(settings.DATABASE_URL && { databaseUrl: settings.DATABASE_URL }),
    log: (level, message) => {
      if (level === 'error') process.stderr.write(`${message}\n`)
    },
  })
  const db = connect(database.pool)
  try {
    await migrate(database.pool)
    const outcome = await grantAdmin(db, new Date(), email)
    return outcome === 'granted'
      ? `${email} is a platform admin now.`
      : `${email} is a platform admin already.`
  } finally {
    await database.close()
  }
}

function explain(error: unknown, email: string): string {
  if (error instanceof RefusalError && error.code === 'not_found') {
    return `Nobody is registered as ${email}. Sign up in the portal first, then run this again.`
  }
  if (error instanceof SettingsError) return error.message
  return error instanceof Error ? error.message : String(error)
}

const email = process.argv[2]?.trim().toLowerCase()
if (!email || process.argv.length > 3) {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
} else {
  try {
    process.stdout.write(`${await run(email)}\n`)
  } catch (error) {
    process.stderr.write(`${explain(error, email)}\n`)
    process.exitCode = 1
  }
}
