import { randomBytes } from 'node:crypto'
import { tokenActions, type TokenAction } from '@trestle/domain/access/tokenActions.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { makeSecret } from '../src/accounts/secretFormat.ts'
import { hashToken } from '../src/accounts/token.ts'
import type { Trestle } from '../src/server.ts'

interface TokenOptions {
  name?: string
  actions?: readonly TokenAction[]
  app_ids?: number[] | null
  expires_at?: Date
  revoked_at?: Date
}

/** Creates a personal access token, with every action and for all apps unless the options say otherwise. */
export async function buildPersonalToken(
  { services: { db, now } }: Pick<Trestle, 'services'>,
  person: { id: number },
  options: TokenOptions = {},
): Promise<{ id: number; token: string }> {
  const token = makeSecret('trp', randomBytes)
  const { id } = await db
    .insertInto('personal_access_tokens')
    .values({
      developer_id: person.id,
      name: options.name ?? 'Build server',
      token_hash: hashToken(token),
      last_four: token.slice(-4),
      actions: [...(options.actions ?? tokenActions)],
      app_ids: options.app_ids ?? null,
      created_at: now(),
      expires_at: options.expires_at ?? new Date(now().getTime() + 30 * dayMs),
      revoked_at: options.revoked_at ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}
