import { randomBytes } from 'node:crypto'
import { createServiceToken, listServiceTokens, revokeServiceToken } from '../accounts/serviceToken.ts'
import { connect } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/pool.ts'
import type { Db } from '../db/schema.ts'
import { readSettings } from '../settings.ts'

const usage = `Usage: npm run create-service-token -- NAME
       npm run create-service-token -- --list
       npm run create-service-token -- --revoke NAME`

/** A name that can be typed again: letters, digits, dots, dashes, underscores. */
const nameForm = /^[\w.][\w.-]{0,99}$/

type Task = (db: Db) => Promise<string>

const now = () => new Date()

const create =
  (name: string): Task =>
  async (db) => {
    const token = await createServiceToken({ db, now, random: randomBytes }, name)
    return `${token}\nThis is the token of ${name}. It is shown only now. Send it as "Authorization: Bearer TOKEN".`
  }

const revoke =
  (name: string): Task =>
  async (db) => {
    await revokeServiceToken({ db, now }, name)
    return `The token of ${name} no longer works.`
  }

const list: Task = async (db) => {
  const tokens = await listServiceTokens(db)
  if (tokens.length === 0) return 'There are no service tokens yet.'
  return tokens
    .map(({ name, created_at: made, last_used_at: used, revoked_at: revoked }) =>
      [name, `made ${made}`, used ? `last used ${used}` : 'never used', revoked && `revoked ${revoked}`]
        .filter(Boolean)
        .join('  '),
    )
    .join('\n')
}

/** Which task these arguments ask for, or none. */
function taskOf(args: string[]): Task | null {
  const [first = '', second = ''] = args
  if (args.length === 1 && first === '--list') return list
  if (args.length === 1 && nameForm.test(first)) return create(first)
  if (args.length === 2 && first === '--revoke' && nameForm.test(second)) return revoke(second)
  return null
}

async function run(task: Task): Promise<string> {
  const settings = readSettings(process.env)
  const database = await openDatabase({
    dataDir: settings.DATA_DIR,
    ...(settings.DATABASE_URL && { databaseUrl: settings.DATABASE_URL }),
    log: (level, message) => {
      if (level === 'error') process.stderr.write(`${message}\n`)
    },
  })
  try {
    await migrate(database.pool)
    return await task(connect(database.pool))
  } finally {
    await database.close()
  }
}

const task = taskOf(process.argv.slice(2))
if (task === null) {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
} else {
  try {
    process.stdout.write(`${await run(task)}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
