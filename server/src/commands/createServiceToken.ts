import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { decideExpiry, decideScopes, defaultServiceScopes } from '@trestle/domain/access/serviceScopes.ts'
import type { Decision } from '@trestle/domain/http/errors.ts'
import { createServiceToken, listServiceTokens, revokeServiceToken } from '../accounts/serviceToken.ts'
import { showUsage, toMessage, warnDuringMaintenance, withDatabase } from '../commandLine.ts'
import { connect } from '../db/connect.ts'
import type { Db } from '../db/schema.ts'

const usage = `npm run create-service-token -- NAME [--scopes events,quota_checks] [--expires DATE|DAYS]
       npm run create-service-token -- --list
       npm run create-service-token -- --revoke NAME`

/** A name that is easy to type: letters, digits, dots, dashes, underscores. */
const nameForm = /^[\w.][\w.-]{0,99}$/

type Task = (db: Db) => Promise<string>

class UsageError extends Error {}

const now = () => new Date()

function create(name: string, { scopes, expires }: { scopes?: string; expires?: string }): Task {
  const chosen = scopes === undefined ? [...defaultServiceScopes] : unwrapOption(decideScopes(scopes))
  const expiresAt =
    expires === undefined ? null : new Date(unwrapOption(decideExpiry(expires, now().getTime())))
  return async (db) => {
    const services = { db, now, random: randomBytes }
    const token = await createServiceToken(services, name, { scopes: chosen, expiresAt })
    return [
      token,
      `This is the token of ${name}. It's shown only once. Send it as "Authorization: Bearer TOKEN".`,
      `${chosen.length === 1 ? 'Its scope is' : 'Its scopes are'} ${chosen.join(' and ')}. ` +
        (expiresAt ? `It works until ${expiresAt.toISOString()}.` : "It doesn't expire."),
    ].join('\n')
  }
}

function unwrapOption<T>(decision: Decision<T>): T {
  if (!decision.ok) throw new UsageError(decision.refusal.message)
  return decision.value
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
    .map(({ name, scopes, created_at, last_used_at, expires_at, revoked_at }) =>
      [
        name,
        `scopes ${scopes.join(',')}`,
        `made ${created_at}`,
        last_used_at ? `last used ${last_used_at}` : 'never used',
        expiryText(expires_at),
        revoked_at && `revoked ${revoked_at}`,
      ]
        .filter(Boolean)
        .join('  '),
    )
    .join('\n')
}

function expiryText(expiresAt: string | null): string {
  if (expiresAt === null) return 'never expires'
  return `${Date.parse(expiresAt) > now().getTime() ? 'expires' : 'expired'} ${expiresAt}`
}

const options = {
  list: { type: 'boolean' },
  revoke: { type: 'string' },
  scopes: { type: 'string' },
  expires: { type: 'string' },
} as const

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch {
    throw new UsageError(`Usage: ${usage}`)
  }
}

/** Parses the arguments into a task. */
function parseTask(args: string[]): Task {
  const { values, positionals } = readArguments(args)
  const { list: isList, revoke: revoked, ...created } = values
  const [name = '', ...others] = positionals
  const isAlone = Object.keys(values).length === 1 && positionals.length === 0
  if (isList && isAlone) return list
  if (revoked !== undefined && isAlone && nameForm.test(revoked)) return revoke(revoked)
  if (isList || revoked !== undefined || others.length > 0 || !nameForm.test(name)) {
    throw new UsageError(`Usage: ${usage}`)
  }
  return create(name, created)
}

const run = (task: Task): Promise<string> =>
  withDatabase(({ pool }, settings) => {
    if (task !== list) warnDuringMaintenance(settings)
    return task(connect(pool))
  })

try {
  const args = process.argv.slice(2)
  if (!showUsage(usage, true)) process.stdout.write(`${await run(parseTask(args))}\n`)
} catch (error) {
  process.stderr.write(`${toMessage(error)}\n`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
