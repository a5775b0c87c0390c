import { byCommand, type ServiceActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import type { Db } from '../db/schema.ts'
import { Refused } from '../http/errors.ts'
import type { Services } from '../services.ts'
import {
  findServiceToken,
  insertServiceToken,
  listTokens,
  revokeToken,
  touchServiceToken,
} from './serviceTokens/store.ts'
import { hashToken, makeToken } from './token.ts'

const touchAfterMs = 60_000

type Clock = Pick<Services, 'db' | 'now'>

/** Which service sends this token, or null when it is unknown or was revoked. */
export async function serviceOfToken({ db, now }: Clock, token: string): Promise<ServiceActor | null> {
  const row = await findServiceToken(db, hashToken(token))
  if (!row) return null
  const at = now()
  if (row.last_used_at === null || at.getTime() - Date.parse(row.last_used_at) >= touchAfterMs) {
    await touchServiceToken(db, row.id, at)
  }
  return { id: row.id, name: row.name }
}

/** Makes the token of one service. What is returned is its only copy. */
export async function createServiceToken(
  { db, now, random }: Clock & Pick<Services, 'random'>,
  name: string,
): Promise<string> {
  const token = makeToken(random)
  await db.transaction().execute(async (tx) => {
    const at = now()
    const id = await insertServiceToken(tx, { name, token_hash: hashToken(token), created_at: at })
    if (id === null) {
      throw new Refused({ code: 'conflict', message: `There is a service token named ${name} already.` })
    }
    await recordAudit(tx, byCommand, at, {
      action: 'service_token.created',
      subject: { type: 'service_token', id },
      changes: { name: [null, name] },
    })
  })
  return token
}

export async function revokeServiceToken({ db, now }: Clock, name: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const at = now()
    const id = await revokeToken(tx, name, at)
    if (id === null) {
      throw new Refused({ code: 'not_found', message: `There is no service token named ${name}.` })
    }
    await recordAudit(tx, byCommand, at, {
      action: 'service_token.revoked',
      subject: { type: 'service_token', id },
      changes: { revoked_at: [null, at.toISOString()] },
    })
  })
}

export const listServiceTokens = (db: Db): ReturnType<typeof listTokens> => listTokens(db)
