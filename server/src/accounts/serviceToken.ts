import { defaultServiceScopes, type ServiceScope } from '@trestle/domain/access/serviceScopes.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import { byCommand, type ServiceActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import type { Db } from '../db/schema.ts'
import { refusalError, type RefusalError } from '../errors.ts'
import { recordUse } from '../maintenance.ts'
import type { Services } from '../services.ts'
import {
  findRevocation,
  findServiceToken,
  insertServiceToken,
  revokeToken,
  touchServiceToken,
} from './serviceTokens/store.ts'
import { isWellFormedSecret, makeSecret, secretPrefixes } from './secretFormat.ts'
import { hashToken, isTokenForm } from './token.ts'

export { listServiceTokens } from './serviceTokens/store.ts'

const touchAfterMs = minuteMs

type Clock = Pick<Services, 'db' | 'now'>
type TokenServices = Pick<Services, 'db' | 'now' | 'log' | 'settings'>

/** Service tokens used to have the form of other tokens instead of that of secrets, and some may never expire. */
export const mayBeServiceToken = (text: string): boolean =>
  isWellFormedSecret(secretPrefixes.serviceToken, text) || isTokenForm(text)

/** Returns the service that sent this token, or null when it is unknown, expired or revoked. */
export async function findServiceByToken(
  services: TokenServices,
  token: string,
): Promise<ServiceActor | null> {
  if (!mayBeServiceToken(token)) return null
  const at = services.now()
  const row = await findServiceToken(services.db, hashToken(token), at)
  if (!row) return null
  const staleBefore = new Date(at.getTime() - touchAfterMs)
  if (row.last_used_at === null || Date.parse(row.last_used_at) <= staleBefore.getTime()) {
    await recordUse(services, { thing: 'a service token', id: row.id }, () =>
      touchServiceToken(services.db, row.id, { usedAt: at, staleBefore }),
    )
  }
  return { id: row.id, name: row.name, scopes: row.scopes }
}

interface TokenOptions {
  /** Defaults to the scopes of a platform server. */
  scopes?: readonly ServiceScope[]
  /** Defaults to no expiry. */
  expiresAt?: Date | null
}

/** Creates a token for a service and returns its only copy. */
export async function createServiceToken(
  { db, now, random }: Clock & Pick<Services, 'random'>,
  name: string,
  { scopes = defaultServiceScopes, expiresAt = null }: TokenOptions = {},
): Promise<string> {
  const token = makeSecret(secretPrefixes.serviceToken, random)
  await db.transaction().execute(async (tx) => {
    const at = now()
    const id = await insertServiceToken(tx, {
      name,
      token_hash: hashToken(token),
      scopes: [...scopes],
      created_at: at,
      expires_at: expiresAt,
    })
    if (id === null) {
      const message = `There is a service token named ${name} already. Revoke it first: --revoke ${name}`
      throw refusalError('conflict', message)
    }
    await recordAudit(tx, byCommand, at, {
      action: 'service_token.created',
      subject: { type: 'service_token', id },
      changes: {
        name: [null, name],
        scopes: [null, [...scopes]],
        expires_at: [null, expiresAt?.toISOString() ?? null],
      },
    })
  })
  return token
}

export async function revokeServiceToken({ db, now }: Clock, name: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const at = now()
    const id = await revokeToken(tx, name, at)
    if (id === null) throw await explainMissing(tx, name)
    await recordAudit(tx, byCommand, at, {
      action: 'service_token.revoked',
      subject: { type: 'service_token', id },
      changes: { revoked_at: [null, at.toISOString()] },
    })
  })
}

async function explainMissing(db: Db, name: string): Promise<RefusalError> {
  const revokedAt = await findRevocation(db, name)
  return revokedAt === undefined
    ? refusalError('not_found', `There is no service token named ${name}.`)
    : refusalError('conflict', `The service token named ${name} was already revoked at ${revokedAt}.`)
}
